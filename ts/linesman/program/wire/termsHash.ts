import { sha256 } from '@noble/hashes/sha2.js';
import { parlayTermsBytes, termsBytes } from './checkTerms.js';
import type { ParlayTerms } from './parlayTerms.js';
import type { MarketTerms } from './terms.js';

/** What a staker signs for: SHA-256 of the Borsh terms. Errors: INVALID_NUMBER. */
export const termsHash = (value: MarketTerms): Uint8Array => sha256(termsBytes(value));

/** What a staker on a parlay signs for: SHA-256 of the Borsh terms. Errors: INVALID_NUMBER. */
export const parlayTermsHash = (value: ParlayTerms): Uint8Array => sha256(parlayTermsBytes(value));
