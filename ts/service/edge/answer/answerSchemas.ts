import type { JsonSchema, ListSchema, ObjectSchema, ScalarSchema } from '@linesman/records';
import { fixtureSchema, oddsSchema } from '@linesman/records';
import { I32_MAX, I32_MIN, U32_MAX } from '@linesman/sdk/format';
import { objectOn, type Wire } from './wire.js';

/**
 * Schemas of the answers in `answers.ts`, in both wires. All fields are required unless noted otherwise. A title names
 * a shape, so shapes that differ between the wires have two titles.
 */

const closed = (title: string, properties: Readonly<Record<string, JsonSchema>>): ObjectSchema => ({
  type: 'object',
  title,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The title in a wire; observed shapes have a prefix. */
const titleOn = (wire: Wire, title: string): string => (wire === 'observed' ? `Observed${title}` : title);

/** A closed object with the wire's names; pass Pascal case, as to `objectOn`. */
const closedOn = (wire: Wire, title: string, properties: Readonly<Record<string, JsonSchema>>): ObjectSchema =>
  closed(titleOn(wire, title), objectOn(wire, properties) as Readonly<Record<string, JsonSchema>>);

const listOf = (items: JsonSchema): ListSchema => ({ type: 'array', items });

const I32: ScalarSchema = { type: 'integer', format: 'int32', minimum: I32_MIN, maximum: I32_MAX };
const COUNT: ScalarSchema = { type: 'integer', format: 'int32', minimum: 0, maximum: I32_MAX };
const U32: ScalarSchema = { type: 'integer', minimum: 0, maximum: U32_MAX };
const I64: ScalarSchema = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
const BYTE: ScalarSchema = { type: 'integer', minimum: 0, maximum: 255 };
const TEXT: ScalarSchema = { type: 'string', minLength: 1 };

/** 32 bytes. */
const hashSchema = (wire: Wire): JsonSchema =>
  wire === 'described'
    ? { title: 'Hash', type: 'string', format: 'byte', pattern: '^[A-Za-z0-9+/]{43}=$' }
    : { title: 'ObservedHash', ...listOf(BYTE), minItems: 32, maxItems: 32 };

/** A 64-byte Ed25519 signature, in Base64 in both wires. */
const SIGNATURE: ScalarSchema = {
  title: 'Signature',
  type: 'string',
  format: 'byte',
  pattern: '^[A-Za-z0-9+/]{86}==$',
};

const pathSchema = (wire: Wire): ListSchema =>
  listOf(closed(titleOn(wire, 'ProofNode'), { hash: hashSchema(wire), isRightSibling: { type: 'boolean' } }));

const statSchema = (wire: Wire): ObjectSchema => closedOn(wire, 'ScoreStat', { Key: I32, Value: I32, Period: I32 });

const leafSchema = (wire: Wire): ObjectSchema =>
  closedOn(wire, 'StatLeaf', { Stat: statSchema(wire), StatProof: pathSchema(wire) });

const scoresSummarySchema = (wire: Wire): ObjectSchema =>
  closedOn(wire, 'ScoresBatchSummary', {
    FixtureId: I32,
    UpdateStats: closedOn(wire, 'ScoresUpdateStats', { UpdateCount: COUNT, MinTimestamp: I64, MaxTimestamp: I64 }),
    EventStatsSubTreeRoot: hashSchema(wire),
  });

/** For odds and fixtures, whose summaries have the same names in both wires. */
const UPDATE_STATS = closed('UpdateStats', { updateCount: U32, minTimestamp: I64, maxTimestamp: I64 });

const STATS_AT_MOST = { minItems: 1, maxItems: 5 } as const;

const OBSERVED = {
  head: {
    ts: I64,
    eventStatRoot: hashSchema('observed'),
    summary: scoresSummarySchema('observed'),
    subTreeProof: pathSchema('observed'),
    mainTreeProof: pathSchema('observed'),
  },
  stat: statSchema('observed'),
  path: pathSchema('observed'),
} as const;

/** Version 1 for one stat, then for two. Always in the observed wire. */
export const STAT_V1_SCHEMAS: readonly ObjectSchema[] = [
  closed('ScoresStatValidationV1', { ...OBSERVED.head, statToProve: OBSERVED.stat, statProof: OBSERVED.path }),
  closed('ScoresStatValidationV1OfTwo', {
    ...OBSERVED.head,
    statToProve: OBSERVED.stat,
    statProof: OBSERVED.path,
    statToProve2: OBSERVED.stat,
    statProof2: OBSERVED.path,
  }),
];

/** Version 2, always in the observed wire. */
export const STAT_V2_SCHEMA: ObjectSchema = closed('ScoresStatValidationV2', {
  ...OBSERVED.head,
  statsToProve: { ...listOf(OBSERVED.stat), ...STATS_AT_MOST },
  statProofs: { ...listOf(OBSERVED.path), ...STATS_AT_MOST },
});

export const statV3Schema = (wire: Wire): ObjectSchema =>
  closedOn(wire, 'ScoresStatValidationV3', {
    Ts: I64,
    Summary: scoresSummarySchema(wire),
    EventStatRoot: hashSchema(wire),
    Multiproof: closedOn(wire, 'Multiproof', { Hashes: pathSchema(wire), Indices: listOf(COUNT) }),
    SubTreeProof: pathSchema(wire),
    MainTreeProof: pathSchema(wire),
    StatsToProve: { ...listOf(leafSchema(wire)), ...STATS_AT_MOST },
  });

export const statV4Schema = (wire: Wire): ObjectSchema =>
  closedOn(wire, 'ScoresStatValidationResponseV4', {
    Payload: closedOn(wire, 'ScoresStatValidationV4', {
      Ts: I64,
      Summary: scoresSummarySchema(wire),
      FixtureProof: pathSchema(wire),
      MainTreeProof: pathSchema(wire),
      EventStatRoot: hashSchema(wire),
      Leaves: { ...listOf(leafSchema(wire)), ...STATS_AT_MOST },
      MultiproofHashes: pathSchema(wire),
      LeafIndices: listOf(COUNT),
    }),
    Signature: SIGNATURE,
  });

const oddsProofFields = (wire: Wire) => ({
  summary: closed(titleOn(wire, 'OddsBatchSummary'), {
    fixtureId: I64,
    updateStats: UPDATE_STATS,
    oddsSubTreeRoot: hashSchema(wire),
  }),
  subTreeProof: pathSchema(wire),
  mainTreeProof: pathSchema(wire),
});

/** The observed wire includes the percentages. */
const provenOddsSchema = (wire: Wire): JsonSchema => oddsSchema(wire === 'observed' ? 'record' : 'leaf');

export const oddsProofSchema = (wire: Wire): ObjectSchema =>
  closed(titleOn(wire, 'OddsValidation'), { odds: provenOddsSchema(wire), ...oddsProofFields(wire) });

export const oddsProofV4Schema = (wire: Wire): ObjectSchema =>
  closed(titleOn(wire, 'OddsValidationResponseV4'), {
    payload: closed(titleOn(wire, 'OddsValidationV4'), {
      ts: I64,
      oddsSnapshot: provenOddsSchema(wire),
      ...oddsProofFields(wire),
    }),
    signature: SIGNATURE,
  });

export const fixtureProofSchema = (wire: Wire): ObjectSchema =>
  closed(titleOn(wire, 'FixtureValidation'), {
    snapshot: fixtureSchema('leaf'),
    summary: closed(titleOn(wire, 'FixtureBatchSummary'), {
      fixtureId: I64,
      competitionId: I32,
      competition: TEXT,
      updateStats: UPDATE_STATS,
      updateSubTreeRoot: hashSchema(wire),
    }),
    subTreeProof: pathSchema(wire),
    mainTreeProof: pathSchema(wire),
  });

export const fixtureBatchProofSchema = (wire: Wire): ObjectSchema =>
  closed(titleOn(wire, 'FixtureBatchValidation'), {
    metadata: closed('FixtureBatchMetadata', {
      totalUpdateCount: COUNT,
      numUniqueFixtures: COUNT,
      overallBatchStartTs: I64,
      overallBatchEndTs: I64,
    }),
    proof: pathSchema(wire),
  });
