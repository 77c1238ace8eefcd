import { borshBytes, type Schema } from './borsh.js';
import type { Hash } from './hash.js';
import { ODDS_SCHEMA, type Odds } from './odds.js';
import { ODDS_BATCH_SUMMARY_SCHEMA, type OddsBatchSummary } from './oddsBatchSummary.js';
import { PATH_SCHEMA, type Path } from './proofNode.js';
import { sha256 } from './sha256.js';
import type { Milliseconds } from './slotTime.js';

/** Arguments of validate_odds and, signed, payload of validate_odds_v4. */
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

/** What the oracle signs: SHA-256 of the Borsh payload. */
export function signedOddsDigest(input: OddsValidationInput): Hash {
  return sha256(borshBytes(ODDS_VALIDATION_INPUT_SCHEMA, input, 'payload'));
}
