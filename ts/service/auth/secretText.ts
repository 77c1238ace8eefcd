import { readFileSync, statSync } from 'node:fs';
import { fail } from '../../error/index.js';

/** Where a secret is: a file that only its owner may read, or an environment variable. */
export type SecretPlace = { readonly file: string } | { readonly environment: string };

/** How a place is called in messages; never what it holds. */
export const placeName = (place: SecretPlace): string =>
  'file' in place ? place.file : `The environment variable ${place.environment}`;

/** The text of a secret. Errors: 7070 for a file that others may read or that cannot be read, and for a variable that is not set. */
export function secretText(place: SecretPlace, environment: NodeJS.ProcessEnv = process.env): string {
  if ('environment' in place)
    return environment[place.environment] ?? fail(7070, { message: `${placeName(place)} is not set.` });
  const { file } = place;
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return fail(7070, {
        message: `${file} can be read by others (mode ${(mode & 0o777).toString(8)}).`,
        hint: `Run: chmod 600 ${file}`,
      });
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === undefined) throw cause;
    return fail(7070, { message: `${file} cannot be read: ${code}.` });
  }
}

/** A seed of 32 bytes from 64 hex digits. Errors: 7070; the text itself never gets into a message. */
export function seedOf(text: unknown, what: string): Uint8Array {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/i.test(text.trim()))
    return fail(7070, { message: `${what} is not a seed of 64 hex digits.` });
  return new Uint8Array(Buffer.from(text.trim(), 'hex'));
}
