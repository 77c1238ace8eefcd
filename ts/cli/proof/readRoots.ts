import { readRootsFile } from '@linesman/sdk/internal/proof/rootsFile';
import { nameOf, readInput } from '../option/readInput.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * The bytes of a roots account in a file, in any form that `readRootsFile` takes. Errors: FILE_NOT_READABLE,
 * INVALID_ROOTS_FILE, REPEATED_KEY.
 */
export const readRoots = async (path: string, terminal: Terminal): Promise<Uint8Array> =>
  readRootsFile(await readInput(path, terminal), nameOf(path));
