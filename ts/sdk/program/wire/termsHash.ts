import { sha256 } from '@noble/hashes/sha2.js';
import { parlayTermsBytes, termsBytes } from './checkTerms.js';
import type { ParlayTerms } from './parlayTerms.js';
import type { MarketTerms } from './terms.js';

/**
 * The SHA-256 of a market's terms in Borsh. Stakers sign it. Errors: INVALID_NUMBER names the field that is missing or
 * out of range.
 *
 * @example
 * ```ts
 * import { equalBytes } from '@linesman/sdk/format';
 * import { type Market, termsHash } from '@linesman/sdk/program';
 *
 * declare const market: Market; // read from the chain
 * const isIntact = equalBytes(termsHash(market.terms), market.termsHash);
 * ```
 */
export const termsHash = (value: MarketTerms): Uint8Array => sha256(termsBytes(value));

/**
 * The SHA-256 of a parlay's terms in Borsh. Stakers sign it. Errors: INVALID_NUMBER names the field that is missing or
 * out of range.
 *
 * @example
 * ```ts
 * import { type ParlayTerms, parlayTermsHash } from '@linesman/sdk/program';
 *
 * declare const terms: ParlayTerms;
 * const hash = parlayTermsHash(terms); // 32 bytes
 * ```
 */
export const parlayTermsHash = (value: ParlayTerms): Uint8Array => sha256(parlayTermsBytes(value));
