/** Codecs of the types that are both hashed and sent. `linesman/format` declares their layout. */
import {
  BATCH_METADATA_SCHEMA,
  type BatchMetadata,
  BINARY_EXPRESSION_SCHEMA,
  type BinaryExpression,
  COMPACT_PROOF_SCHEMA,
  type CompactProof,
  FIXTURE_BATCH_SUMMARY_SCHEMA,
  FIXTURE_SCHEMA,
  type Fixture,
  type FixtureBatchSummary,
  type NDimensionalStrategy,
  ODDS_BATCH_SUMMARY_SCHEMA,
  ODDS_SCHEMA,
  ODDS_VALIDATION_INPUT_SCHEMA,
  type Odds,
  type OddsBatchSummary,
  type OddsValidationInput,
  PATH_SCHEMA,
  type Path,
  SCORE_STAT_SCHEMA,
  SCORES_BATCH_SUMMARY_SCHEMA,
  type ScoreStat,
  type ScoresBatchSummary,
  STAT_LEAF_SCHEMA,
  STAT_VALIDATION_INPUT_SCHEMA,
  STAT_VALIDATION_INPUT_V4_SCHEMA,
  STRATEGY_SCHEMA,
  type StatLeaf,
  type StatValidationInput,
  type StatValidationInputV4,
  TRADER_PREDICATE_SCHEMA,
  type TraderPredicate,
} from '../../format/index.js';
import { ofSchema } from '../borsh/ofSchema.js';

export const path = ofSchema<Path>(PATH_SCHEMA);
export const scoreStat = ofSchema<ScoreStat>(SCORE_STAT_SCHEMA);
export const statLeaf = ofSchema<StatLeaf>(STAT_LEAF_SCHEMA);
export const scoresBatchSummary = ofSchema<ScoresBatchSummary>(SCORES_BATCH_SUMMARY_SCHEMA);
export const statValidationInput = ofSchema<StatValidationInput>(STAT_VALIDATION_INPUT_SCHEMA);
export const statValidationInputV4 = ofSchema<StatValidationInputV4>(STAT_VALIDATION_INPUT_V4_SCHEMA);
export const compactProof = ofSchema<CompactProof>(COMPACT_PROOF_SCHEMA);
export const traderPredicate = ofSchema<TraderPredicate>(TRADER_PREDICATE_SCHEMA);
export const binaryExpression = ofSchema<BinaryExpression>(BINARY_EXPRESSION_SCHEMA);
export const nDimensionalStrategy = ofSchema<NDimensionalStrategy>(STRATEGY_SCHEMA);
export const odds = ofSchema<Odds>(ODDS_SCHEMA);
export const oddsBatchSummary = ofSchema<OddsBatchSummary>(ODDS_BATCH_SUMMARY_SCHEMA);
export const oddsValidationInput = ofSchema<OddsValidationInput>(ODDS_VALIDATION_INPUT_SCHEMA);
export const fixture = ofSchema<Fixture>(FIXTURE_SCHEMA);
export const fixtureBatchSummary = ofSchema<FixtureBatchSummary>(FIXTURE_BATCH_SUMMARY_SCHEMA);
export const batchMetadata = ofSchema<BatchMetadata>(BATCH_METADATA_SCHEMA);
