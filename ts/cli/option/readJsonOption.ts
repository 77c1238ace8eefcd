import { readFileSync } from 'node:fs';
import { FILE_NOT_READABLE, fail } from '@linesman/sdk/error';
import { documentOfFile } from '@linesman/sdk/internal/proof/documentOfFile';
import { errnoOf } from '../errno.js';

/** The JSON in the file that an option names. Errors: FILE_NOT_READABLE. */
export function readJsonOption(option: string, file: string): unknown {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    return fail(FILE_NOT_READABLE, { problem: 'not readable', file, errno: errnoOf(cause) }, { cause });
  }
  try {
    return documentOfFile(bytes, 'the file');
  } catch (cause) {
    return fail(
      FILE_NOT_READABLE,
      { problem: 'not JSON', file, option, detail: (cause as Error).message.replace(/\.$/, '') },
      { cause },
    );
  }
}
