import { I32_MAX, I32_MIN, U32_MAX } from '../../format/index.js';
import { oddsSchema } from './odds.js';
import type { JsonSchema, ObjectSchema, ScalarSchema } from './schema/jsonSchema.js';

/** Schemas of the requests and answers that are no records, in the described wire. Hashes are Base64. Fields are required unless said. */

const closed = (title: string, properties: Readonly<Record<string, JsonSchema>>): ObjectSchema => ({
  type: 'object',
  title,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

const I32: ScalarSchema = { type: 'integer', format: 'int32', minimum: I32_MIN, maximum: I32_MAX };
const U32: ScalarSchema = { type: 'integer', minimum: 0, maximum: U32_MAX };
const I64: ScalarSchema = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
const BOOLEAN: ScalarSchema = { type: 'boolean' };
const TEXT: ScalarSchema = { type: 'string', minLength: 1 };
const AMOUNT: ScalarSchema = { type: 'number', minimum: 0 };
/** 32 bytes. */
const HASH: ScalarSchema = { type: 'string', format: 'byte', pattern: '^[A-Za-z0-9+/]{43}=$' };
/** 64 bytes. */
const SIGNATURE: ScalarSchema = { type: 'string', format: 'byte', pattern: '^[A-Za-z0-9+/]{86}==$' };

const PATH = listOf(closed('ProofNode', { hash: HASH, isRightSibling: BOOLEAN }));
const STAT_LEAF = closed('StatLeaf', {
  Stat: closed('ScoreStat', { Key: I32, Value: I32, Period: I32 }),
  StatProof: PATH,
});
const SCORES_SUMMARY = closed('ScoresBatchSummary', {
  FixtureId: I32,
  UpdateStats: closed('ScoresUpdateStats', { UpdateCount: I32, MinTimestamp: I64, MaxTimestamp: I64 }),
  EventStatsSubTreeRoot: HASH,
});

export const STAT_VALIDATION_V4_SCHEMA = closed('ScoresStatValidationResponseV4', {
  Payload: closed('ScoresStatValidationV4', {
    Ts: I64,
    Summary: SCORES_SUMMARY,
    FixtureProof: PATH,
    MainTreeProof: PATH,
    EventStatRoot: HASH,
    Leaves: listOf(STAT_LEAF),
    MultiproofHashes: PATH,
    LeafIndices: listOf(I32),
  }),
  Signature: SIGNATURE,
});

export const STAT_VALIDATION_V3_SCHEMA = closed('ScoresStatValidationV3', {
  Ts: I64,
  Summary: SCORES_SUMMARY,
  EventStatRoot: HASH,
  Multiproof: closed('Multiproof', { Hashes: PATH, Indices: listOf(I32) }),
  SubTreeProof: PATH,
  MainTreeProof: PATH,
  StatsToProve: listOf(STAT_LEAF),
});

export const ODDS_VALIDATION_SCHEMA = closed('OddsValidation', {
  odds: oddsSchema('leaf'),
  summary: closed('OddsBatchSummary', {
    fixtureId: I64,
    updateStats: closed('OddsUpdateStats', { updateCount: U32, minTimestamp: I64, maxTimestamp: I64 }),
    oddsSubTreeRoot: HASH,
  }),
  subTreeProof: PATH,
  mainTreeProof: PATH,
});

/** `serviceAmount` counts whole service tokens. */
export const PURCHASE_QUOTE_REQUEST_SCHEMA = closed('PurchaseQuoteRequest', {
  buyerPubkey: TEXT,
  serviceAmount: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
});

/** Costs are in whole units of the stablecoin, each under both of its spellings. */
export const PURCHASE_QUOTE_SCHEMA = closed('PurchaseQuote', {
  transactionBase64: { type: 'string', format: 'byte', minLength: 1 },
  baseStableCost: AMOUNT,
  feeStableAmount: AMOUNT,
  totalStableCharged: AMOUNT,
  baseUsdtCost: AMOUNT,
  feeUsdtAmount: AMOUNT,
  totalUsdtCharged: AMOUNT,
});

/** Missing `leagues` are none. */
export const ACTIVATION_REQUEST_SCHEMA: ObjectSchema = {
  ...closed('ActivationRequest', { txSig: TEXT, walletSignature: SIGNATURE, leagues: listOf(I32) }),
  required: ['txSig', 'walletSignature'],
};
