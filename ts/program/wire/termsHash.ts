import { sha256 } from '@noble/hashes/sha2.js';
import { encode } from '../borsh/codec.js';
import { type ParlayTerms, parlayTerms } from './parlayTerms.js';
import { type MarketTerms, terms } from './terms.js';

/** What a staker signs for: SHA-256 of the Borsh terms. */
export const termsHash = (value: MarketTerms): Uint8Array => sha256(encode(terms, value));

/** What a staker on a parlay signs for: SHA-256 of the Borsh terms. */
export const parlayTermsHash = (value: ParlayTerms): Uint8Array => sha256(encode(parlayTerms, value));
