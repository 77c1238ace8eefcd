import { readFileSync, statSync } from 'node:fs';
import type { INVALID_SERVICE_KEY } from '../error/codes/api.js';
import type { INVALID_KEYPAIR_FILE } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';

/**
 * Reads a text file that only its owner may read. Fails with `code` if its mode lets others read it, or if it cannot be
 * read.
 *
 * @example
 * ```ts
 * import { INVALID_SERVICE_KEY } from '@linesman/sdk/error';
 * import { privateFileText } from '@linesman/sdk/node';
 *
 * const seed = privateFileText('issuer.key', INVALID_SERVICE_KEY);
 * ```
 */
export function privateFileText(file: string, code: typeof INVALID_KEYPAIR_FILE | typeof INVALID_SERVICE_KEY): string {
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return fail(code, { problem: 'read by others', file, mode: mode & 0o777 });
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code: errno } = cause as { code?: string };
    if (errno === undefined) throw cause;
    return fail(code, { problem: 'not readable', file, errno });
  }
}
