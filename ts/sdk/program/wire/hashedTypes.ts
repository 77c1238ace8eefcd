/** The types that are both hashed and sent. `@linesman/sdk/format` declares their layout. */
import { BATCH_METADATA_SCHEMA, type BatchMetadata } from '../../format/batchMetadata.js';
import { COMPACT_PROOF_SCHEMA, type CompactProof } from '../../format/compactProof.js';
import { FIXTURE_SCHEMA, type Fixture } from '../../format/fixture.js';
import { FIXTURE_BATCH_SUMMARY_SCHEMA, type FixtureBatchSummary } from '../../format/fixtureBatchSummary.js';
import { ODDS_SCHEMA, type Odds } from '../../format/odds.js';
import { ODDS_BATCH_SUMMARY_SCHEMA, type OddsBatchSummary } from '../../format/oddsBatchSummary.js';
import { ODDS_VALIDATION_INPUT_SCHEMA, type OddsValidationInput } from '../../format/oddsValidationInput.js';
import { PATH_SCHEMA, type Path } from '../../format/proofNode.js';
import { SCORE_STAT_SCHEMA, type ScoreStat } from '../../format/scoreStat.js';
import { SCORES_BATCH_SUMMARY_SCHEMA, type ScoresBatchSummary } from '../../format/scoresBatchSummary.js';
import {
  STAT_LEAF_SCHEMA,
  STAT_VALIDATION_INPUT_SCHEMA,
  STAT_VALIDATION_INPUT_V4_SCHEMA,
  type StatLeaf,
  type StatValidationInput,
  type StatValidationInputV4,
} from '../../format/statValidationInput.js';
import {
  BINARY_EXPRESSION_SCHEMA,
  type BinaryExpression,
  type NDimensionalStrategy,
  STRATEGY_SCHEMA,
  TRADER_PREDICATE_SCHEMA,
  type TraderPredicate,
} from '../../format/strategy.js';
import type { Codec } from '../borsh/codec.js';

export const path = PATH_SCHEMA as Codec<Path>;
export const scoreStat = SCORE_STAT_SCHEMA as Codec<ScoreStat>;
export const statLeaf = STAT_LEAF_SCHEMA as Codec<StatLeaf>;
export const scoresBatchSummary = SCORES_BATCH_SUMMARY_SCHEMA as Codec<ScoresBatchSummary>;
export const statValidationInput = STAT_VALIDATION_INPUT_SCHEMA as Codec<StatValidationInput>;
export const statValidationInputV4 = STAT_VALIDATION_INPUT_V4_SCHEMA as Codec<StatValidationInputV4>;
export const compactProof = COMPACT_PROOF_SCHEMA as Codec<CompactProof>;
export const traderPredicate = TRADER_PREDICATE_SCHEMA as Codec<TraderPredicate>;
export const binaryExpression = BINARY_EXPRESSION_SCHEMA as Codec<BinaryExpression>;
export const nDimensionalStrategy = STRATEGY_SCHEMA as Codec<NDimensionalStrategy>;
export const odds = ODDS_SCHEMA as Codec<Odds>;
export const oddsBatchSummary = ODDS_BATCH_SUMMARY_SCHEMA as Codec<OddsBatchSummary>;
export const oddsValidationInput = ODDS_VALIDATION_INPUT_SCHEMA as Codec<OddsValidationInput>;
export const fixture = FIXTURE_SCHEMA as Codec<Fixture>;
export const fixtureBatchSummary = FIXTURE_BATCH_SUMMARY_SCHEMA as Codec<FixtureBatchSummary>;
export const batchMetadata = BATCH_METADATA_SCHEMA as Codec<BatchMetadata>;
