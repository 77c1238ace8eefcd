import { INVALID_NUMBER } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { type Codec, encode } from '../borsh/codec.js';
import { BorshFault } from '../borsh/fault.js';
import { type ParlayTerms, parlayTerms } from './parlayTerms.js';
import { type MarketTerms, terms } from './terms.js';

/** The Borsh bytes of a market's terms. Errors: INVALID_NUMBER names the field that is missing or out of range. */
export const termsBytes = (value: MarketTerms): Uint8Array => bytesOf('market', terms, value);

/** The Borsh bytes of a parlay's terms. Errors: INVALID_NUMBER names the field that is missing or out of range. */
export const parlayTermsBytes = (value: ParlayTerms): Uint8Array => bytesOf('parlay', parlayTerms, value);

/**
 * Checks that the terms of a market are complete. A missing bound would not bind anything, because no number is below
 * or above `undefined`.
 *
 * Errors: INVALID_NUMBER names the field that is missing or out of range.
 *
 * @example
 * ```ts
 * import { checkTerms, type MarketTerms } from '@linesman/sdk/program';
 *
 * declare const terms: MarketTerms; // e.g. parsed from a file, past the types
 * checkTerms(terms);
 * ```
 */
export function checkTerms(value: MarketTerms): void {
  termsBytes(value);
}

function bytesOf<T>(pool: 'market' | 'parlay', codec: Codec<T>, value: T): Uint8Array {
  try {
    return encode(codec, value);
  } catch (cause) {
    if (!(cause instanceof BorshFault)) throw cause;
    const { path, found: value, expected } = cause;
    return fail(INVALID_NUMBER, { terms: pool, path, value, expected });
  }
}
