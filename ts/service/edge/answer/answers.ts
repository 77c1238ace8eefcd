import { encodeFixture, encodeOdds, encodeOddsLeaf, fixtureSchema, oddsSchema } from '@linesman/records';
import { fail, TOO_MANY_STATS } from '@linesman/sdk/error';
import { type Fixture, type Odds, type ScoresBatchSummary, signedDigest, signedOddsDigest } from '@linesman/sdk/format';
import type { OracleKey } from '@linesman/sdk/node';
import {
  type FixtureBatchProof,
  type FixtureProof,
  multiproofPayload,
  type OddsProof,
  oddsPayload,
  type StatProofV2,
  type StatProofV3,
} from '@linesman/sdk/proof';
import { COUNT, FLAG, type Form, HASH, I32, I64, inBoth, inOne, inScores, list, SIGNATURE, TEXT, U32 } from './form.js';
import type { Wire } from './wire.js';

/**
 * Answers of the proof endpoints: each form has the schema and the writer of an answer, whose fields are in its order.
 * Empty lists are `[]`.
 */

// Parts.

const PATH = list(inBoth('ProofNode', { hash: HASH, isRightSibling: FLAG }));
const STAT = inScores('ScoreStat', { key: I32, value: I32, period: I32 });
const LEAVES = list(inScores('StatLeaf', { stat: STAT, statProof: PATH }), { minItems: 1, maxItems: 5 });

const SUMMARY_ON_WIRE = inScores('ScoresBatchSummary', {
  fixtureId: I32,
  updateStats: inScores('ScoresUpdateStats', { updateCount: COUNT, minTimestamp: I64, maxTimestamp: I64 }),
  eventStatsSubTreeRoot: HASH,
});
const SUMMARY: Form<ScoresBatchSummary> = {
  schema: SUMMARY_ON_WIRE.schema,
  write: ({ eventsSubTreeRoot, ...rest }, wire) =>
    SUMMARY_ON_WIRE.write({ ...rest, eventStatsSubTreeRoot: eventsSubTreeRoot }, wire),
};

/** For odds and fixtures, whose summaries have the same names in both wires. */
const UPDATE_STATS = inOne('UpdateStats', { updateCount: U32, minTimestamp: I64, maxTimestamp: I64 });

// Scores. Versions 1 and 2 are always in the observed wire.

const V1_FIELDS = {
  ts: I64,
  statToProve: STAT,
  eventStatRoot: HASH,
  summary: SUMMARY,
  statProof: PATH,
  subTreeProof: PATH,
  mainTreeProof: PATH,
};
/** Version 1 of one stat, and of two. */
export const STAT_V1 = inOne('ScoresStatValidationV1', V1_FIELDS);
export const STAT_V1_OF_TWO = inOne('ScoresStatValidationV1OfTwo', {
  ...V1_FIELDS,
  statToProve2: STAT,
  statProof2: PATH,
});

export const STAT_V2 = inOne('ScoresStatValidationV2', {
  ts: I64,
  statsToProve: list(STAT, { minItems: 1, maxItems: 5 }),
  eventStatRoot: HASH,
  summary: SUMMARY,
  statProofs: list(PATH, { minItems: 1, maxItems: 5 }),
  subTreeProof: PATH,
  mainTreeProof: PATH,
});

export const STAT_V3 = inScores('ScoresStatValidationV3', {
  ts: I64,
  summary: SUMMARY,
  eventStatRoot: HASH,
  multiproof: inScores('Multiproof', { hashes: PATH, indices: list(COUNT) }),
  subTreeProof: PATH,
  mainTreeProof: PATH,
  statsToProve: LEAVES,
});

export const STAT_V4 = inScores('ScoresStatValidationResponseV4', {
  payload: inScores('ScoresStatValidationV4', {
    ts: I64,
    summary: SUMMARY,
    fixtureProof: PATH,
    mainTreeProof: PATH,
    eventStatRoot: HASH,
    leaves: LEAVES,
    multiproofHashes: PATH,
    leafIndices: list(COUNT),
  }),
  signature: SIGNATURE,
});

/** Fields of versions 1 to 3. `ts` is that of the record. */
const unsigned = ({
  ts,
  recordTs,
  eventStatRoot,
  summary,
  fixtureProof,
  mainTreeProof,
}: StatProofV2 | StatProofV3) => ({
  ...{ ts: recordTs ?? ts, eventStatRoot, summary, subTreeProof: fixtureProof, mainTreeProof },
});

/** One stat, or two of one record. Errors: TOO_MANY_STATS. */
export function answerV1(proof: StatProofV2): object {
  const [first, second] = proof.leaves;
  if (!first || proof.leaves.length > 2) return fail(TOO_MANY_STATS, { stats: proof.leaves.length, most: 2 });
  const one = { ...unsigned(proof), statToProve: first.stat, statProof: first.statProof };
  if (!second) return STAT_V1.write(one, 'observed');
  return STAT_V1_OF_TWO.write({ ...one, statToProve2: second.stat, statProof2: second.statProof }, 'observed');
}

/** Each stat by its own path; keys may repeat. */
export function answerV2(proof: StatProofV2): object {
  const { leaves } = proof;
  const [statsToProve, statProofs] = [leaves.map(({ stat }) => stat), leaves.map(({ statProof }) => statProof)];
  return STAT_V2.write({ ...unsigned(proof), statsToProve, statProofs }, 'observed');
}

/** One multiproof, unsigned. */
export function answerV3(proof: StatProofV3, wire: Wire): object {
  const multiproof = { hashes: proof.multiproofHashes, indices: proof.leafIndices };
  return STAT_V3.write({ ...unsigned(proof), multiproof, statsToProve: proof.leaves }, wire);
}

/** Version 3 signed by the oracle. `Ts` is the summary's first time, because the program checks that one. */
export const answerV4 = (proof: StatProofV3, key: OracleKey, wire: Wire): object =>
  STAT_V4.write({ payload: proof, signature: key.sign(signedDigest(multiproofPayload(proof))) }, wire);

// Odds. The observed wire includes the percentages.

const RECORD: Form<Odds> = {
  schema: (wire) => oddsSchema(wire === 'observed' ? 'record' : 'leaf'),
  write: (odds, wire) => (wire === 'observed' ? encodeOdds(odds) : encodeOddsLeaf(odds)),
};
const BRANCH = {
  summary: inBoth('OddsBatchSummary', { fixtureId: I64, updateStats: UPDATE_STATS, oddsSubTreeRoot: HASH }),
  subTreeProof: PATH,
  mainTreeProof: PATH,
};

export const ODDS = inBoth('OddsValidation', { odds: RECORD, ...BRANCH });
export const ODDS_V4 = inBoth('OddsValidationResponseV4', {
  payload: inBoth('OddsValidationV4', { ts: I64, oddsSnapshot: RECORD, ...BRANCH }),
  signature: SIGNATURE,
});

export const answerOdds = (proof: OddsProof, wire: Wire): object => ODDS.write(proof, wire);

/** Signed by the oracle. */
export const answerOddsV4 = (proof: OddsProof, key: OracleKey, wire: Wire): object =>
  ODDS_V4.write(
    {
      payload: { ...proof, ts: proof.odds.ts, oddsSnapshot: proof.odds },
      signature: key.sign(signedOddsDigest(oddsPayload(proof))),
    },
    wire,
  );

// Fixtures.

const SNAPSHOT: Form<Fixture> = { schema: () => fixtureSchema('leaf'), write: encodeFixture };

export const FIXTURE = inBoth('FixtureValidation', {
  snapshot: SNAPSHOT,
  summary: inBoth('FixtureBatchSummary', {
    fixtureId: I64,
    competitionId: I32,
    competition: TEXT,
    updateStats: UPDATE_STATS,
    updateSubTreeRoot: HASH,
  }),
  subTreeProof: PATH,
  mainTreeProof: PATH,
});

/** The metadata of an hourly batch of fixtures. */
export const FIXTURE_BATCH = inBoth('FixtureBatchValidation', {
  metadata: inOne('FixtureBatchMetadata', {
    totalUpdateCount: COUNT,
    numUniqueFixtures: COUNT,
    overallBatchStartTs: I64,
    overallBatchEndTs: I64,
  }),
  proof: PATH,
});

export const answerFixture = (proof: FixtureProof, wire: Wire): object => FIXTURE.write(proof, wire);

export const answerFixtureBatch = ({ metadata, mainTreeProof }: FixtureBatchProof, wire: Wire): object =>
  FIXTURE_BATCH.write({ metadata, proof: mainTreeProof }, wire);
