import { readFileSync, statSync } from 'node:fs';
import { type ErrorNumber, fail } from '../../error/index.js';

/** The text of a file that only its owner may read. Fails with `number` when others may, and when it cannot be read. */
export function privateFileText(file: string, number: ErrorNumber): string {
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return fail(number, {
        message: `${file} can be read by others (mode ${(mode & 0o777).toString(8)}).`,
        hint: `Run: chmod 600 ${file}`,
      });
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === undefined) throw cause;
    return fail(number, { message: `${file} cannot be read: ${code}.` });
  }
}
