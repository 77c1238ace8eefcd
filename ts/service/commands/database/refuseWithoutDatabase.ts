import { FILE_NOT_READABLE, fail } from '@linesman/sdk/error';
import { inFolder } from '@linesman/sdk/node';
import { holdsDatabase } from '../../data/store/databaseFolder.js';

/** Prevents a command that only reads from creating a database. Errors: FILE_NOT_READABLE; those of `holdsDatabase`. */
export function refuseWithoutDatabase(folder: string): void {
  if (!inFolder(folder, () => holdsDatabase(folder))) fail(FILE_NOT_READABLE, { problem: 'no store', file: folder });
}
