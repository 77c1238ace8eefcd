import { fail, INVALID_SERVICE_KEY } from '../error/index.js';
import { privateFileText } from './privateFileText.js';

/** Where a secret is: a file that only its owner may read, or an environment variable. */
export type SecretPlace = { readonly file: string } | { readonly environment: string };

/** How a place is called in messages; never what it holds. */
export const placeName = (place: SecretPlace): string =>
  'file' in place ? place.file : `The environment variable ${place.environment}`;

/**
 * The text of a secret. Errors: INVALID_SERVICE_KEY for a file that others may read or that cannot be read, and for a
 * variable that is not set.
 */
export function secretText(place: SecretPlace, environment: NodeJS.ProcessEnv = process.env): string {
  if ('environment' in place)
    return environment[place.environment] ?? fail(INVALID_SERVICE_KEY, { problem: 'not set', what: placeName(place) });
  return privateFileText(place.file, INVALID_SERVICE_KEY);
}

/** A seed of 32 bytes from 64 hex digits. Errors: INVALID_SERVICE_KEY; the text itself never gets into a message. */
export function seedOf(text: unknown, what: string): Uint8Array {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/i.test(text.trim()))
    return fail(INVALID_SERVICE_KEY, { problem: 'no seed', what });
  return new Uint8Array(Buffer.from(text.trim(), 'hex'));
}
