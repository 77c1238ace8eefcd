import { chmodSync } from 'node:fs';
import { WholeFile } from '@linesman/sdk/node';

/**
 * Replaces a file as a whole, with the usual permissions, because it goes into version control. Throws the errors of
 * the file system.
 */
export function writeShared(path: string, text: string): void {
  new WholeFile(path).write(text);
  chmodSync(path, 0o666 & ~process.umask());
}
