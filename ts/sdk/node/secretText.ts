import { INVALID_SERVICE_KEY } from '../error/codes/api.js';
import { fail } from '../error/linesmanError.js';
import { privateFileText } from './privateFileText.js';

/** The place of a secret: a file that only its owner may read, or an environment variable. */
export type SecretPlace = { readonly file: string } | { readonly environment: string };

/**
 * Names the place of a secret for messages, never the secret.
 *
 * @example
 * ```ts
 * import { placeName } from '@linesman/sdk/node';
 *
 * placeName({ environment: 'ISSUER_KEY' }); // 'The environment variable ISSUER_KEY'
 * ```
 */
export const placeName = (place: SecretPlace): string =>
  'file' in place ? place.file : `The environment variable ${place.environment}`;

/**
 * Reads a secret. Errors: INVALID_SERVICE_KEY for a variable that is not set, or a file that cannot be read or that
 * others may read.
 *
 * @example
 * ```ts
 * import { secretText } from '@linesman/sdk/node';
 *
 * const text = secretText({ file: 'issuer.key' });
 * ```
 */
export function secretText(place: SecretPlace, environment: NodeJS.ProcessEnv = process.env): string {
  if ('environment' in place)
    return environment[place.environment] ?? fail(INVALID_SERVICE_KEY, { problem: 'not set', what: placeName(place) });
  return privateFileText(place.file, INVALID_SERVICE_KEY);
}

/**
 * Decodes a seed of 32 bytes from 64 hex digits; white space around them is ignored. The error names the place and
 * never quotes the text. Errors: INVALID_SERVICE_KEY.
 *
 * @param what Name of the place, as `placeName` returns it.
 *
 * @example
 * ```ts
 * import { OracleKey, placeName, secretText, seedOf } from '@linesman/sdk/node';
 *
 * const place = { environment: 'ORACLE_KEY' };
 * const key = new OracleKey(seedOf(secretText(place), placeName(place)));
 * ```
 */
export function seedOf(text: unknown, what: string): Uint8Array {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/i.test(text.trim()))
    return fail(INVALID_SERVICE_KEY, { problem: 'no seed', what });
  return new Uint8Array(Buffer.from(text.trim(), 'hex'));
}
