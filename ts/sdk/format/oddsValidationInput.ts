import { borshBytes, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { ODDS_SCHEMA, type Odds } from './odds.js';
import { ODDS_BATCH_SUMMARY_SCHEMA, type OddsBatchSummary } from './oddsBatchSummary.js';
import { PATH_SCHEMA, type Path } from './proofNode.js';
import { sha256 } from './sha256.js';
import type { Milliseconds } from './slotTime.js';

/** Arguments of `validate_odds`; signed, the payload of `validate_odds_v4`. */
export interface OddsValidationInput {
  readonly ts: Milliseconds;
  readonly oddsSnapshot: Odds;
  readonly summary: OddsBatchSummary;
  readonly subTreeProof: Path;
  readonly mainTreeProof: Path;
}

export const ODDS_VALIDATION_INPUT_SCHEMA: Schema = {
  struct: {
    ts: 'i64',
    oddsSnapshot: ODDS_SCHEMA,
    summary: ODDS_BATCH_SUMMARY_SCHEMA,
    subTreeProof: PATH_SCHEMA,
    mainTreeProof: PATH_SCHEMA,
  },
};

/**
 * Hashes the Borsh payload (SHA-256) to the digest that the oracle signs. Errors: INVALID_NUMBER.
 *
 * @example
 * ```ts
 * import { signedOddsDigest } from '@linesman/sdk/format';
 * import { type OddsProof, oddsPayload } from '@linesman/sdk/proof';
 *
 * declare const proof: OddsProof;
 * const digest = signedOddsDigest(oddsPayload(proof));
 * ```
 */
export function signedOddsDigest(input: OddsValidationInput): Hash {
  return sha256(borshBytes(ODDS_VALIDATION_INPUT_SCHEMA, input, 'payload'));
}
