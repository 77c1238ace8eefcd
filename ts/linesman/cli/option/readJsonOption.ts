import { readFileSync } from 'node:fs';
import { FILE_NOT_READABLE, fail } from '../../error/index.js';
import { errnoOf } from '../errno.js';

/** The JSON in the file that an option names. Errors: FILE_NOT_READABLE. */
export function readJsonOption(option: string, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    return fail(FILE_NOT_READABLE, { problem: 'not readable', file, errno: errnoOf(cause) }, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    return fail(FILE_NOT_READABLE, { problem: 'not JSON', file, option, detail: (cause as Error).message }, { cause });
  }
}
