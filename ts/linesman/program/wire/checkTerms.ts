import { fail, INVALID_NUMBER } from '../../error/index.js';
import { type Codec, encode } from '../borsh/codec.js';
import { BorshFault } from '../borsh/fault.js';
import { type ParlayTerms, parlayTerms } from './parlayTerms.js';
import { type MarketTerms, terms } from './terms.js';

/** Borsh of the terms, every field of them. Errors: INVALID_NUMBER names the field that is missing or out of range. */
export const termsBytes = (value: MarketTerms): Uint8Array => bytesOf('market', terms, value);

/** The same for a parlay. */
export const parlayTermsBytes = (value: ParlayTerms): Uint8Array => bytesOf('parlay', parlayTerms, value);

/**
 * Errors: INVALID_NUMBER unless every field is there and in range. A bound that is missing would bind nothing: no number is
 * below or above `undefined`.
 */
export function checkTerms(value: MarketTerms): void {
  termsBytes(value);
}

function bytesOf<T>(of: 'market' | 'parlay', codec: Codec<T>, value: T): Uint8Array {
  try {
    return encode(codec, value);
  } catch (cause) {
    if (!(cause instanceof BorshFault)) throw cause;
    const { path, found: value, expected } = cause;
    return fail(INVALID_NUMBER, { terms: of, path, value, expected });
  }
}
