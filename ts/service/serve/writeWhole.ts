import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { inFolder } from '../store/index.js';

/** Writes a file that only its owner may read, as a whole or not at all, whenever the process ends. Errors: 7231. */
export function writeWhole(file: string, text: string): void {
  inFolder(file, () => {
    const draft = `${file}.new`;
    const handle = openSync(draft, 'w', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  });
}
