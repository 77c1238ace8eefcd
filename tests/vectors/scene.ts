import { proveStats, proveStatsTogether } from '../../ts/records/batch/prove.js';
import type { Stats } from '../../ts/records/batch/record.js';
import { type ScoreBatch, scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import type { Path as TypedPath } from '../../ts/sdk/format/proofNode.js';
import { layoutByteOf } from '../../ts/sdk/format/sport.js';
import type { LayoutByte, Sport } from '../../ts/sdk/format/sports/sports.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import type { FixtureBatchProof, FixtureProof, OddsProof, StatProofV2, StatProofV3 } from '../../ts/sdk/proof/proof.js';
import type { RootsKind } from '../../ts/sdk/proof/rootsAccount.js';
import type { ScorelineRecord } from '../helpers/scoreline/scoreline.js';
import type { Draft, ScoresInstruction } from './draft.js';
import type {
  Comparison,
  DiscretePredicate,
  Operation,
  Path,
  ProofOf,
  Roots,
  Strategy,
  StrategyV1,
  Summary,
} from './vector.js';

/** First millisecond of the slot of the corpus matches: day 20833, slot 96, as in known-answers.json. */
export const SLOT_START = 1_800_000_000_000;

// From the typed proofs of `ts/sdk/proof` to the plain ones of the corpus.

export const plainPath = (path: TypedPath): Path =>
  path.map(({ hash, isRightSibling }) => `${bytesToHex(hash)}${isRightSibling ? '01' : '00'}`);

const plainSummary = (fixtureId: number, stats: OddsProof['summary']['updateStats'], root: Uint8Array): Summary => ({
  fixtureId: String(fixtureId),
  updateCount: stats.updateCount,
  minTimestamp: String(stats.minTimestamp),
  maxTimestamp: String(stats.maxTimestamp),
  subTreeRoot: bytesToHex(root),
});

const plainHead = (proof: StatProofV2 | StatProofV3) => ({
  ts: String(proof.ts),
  summary: plainSummary(proof.summary.fixtureId, proof.summary.updateStats, proof.summary.eventsSubTreeRoot),
  fixturePath: plainPath(proof.fixtureProof),
  mainPath: plainPath(proof.mainTreeProof),
});

const plainLeaves = (proof: StatProofV2 | StatProofV3) =>
  proof.leaves.map(({ stat, statProof }) => ({ stat: { ...stat }, path: plainPath(statProof) }));

/** Several stats with their own paths. */
export const plainV2 = (proof: StatProofV2): ProofOf['validate_stat_v2'] => ({
  ...plainHead(proof),
  eventStatRoot: bytesToHex(proof.eventStatRoot),
  leaves: plainLeaves(proof),
});

/** One or two stats. */
export function plainV1(proof: StatProofV2): ProofOf['validate_stat'] {
  const [statA, statB] = plainLeaves(proof).map((leaf) => ({
    ...leaf,
    eventStatRoot: bytesToHex(proof.eventStatRoot),
  }));
  if (!statA) throw new Error('version 1 proves at least one stat');
  return { ...plainHead(proof), statA, statB: statB ?? null };
}

export const plainV3 = (proof: StatProofV3): ProofOf['validate_stat_v3'] => ({
  ...plainHead(proof),
  eventStatRoot: bytesToHex(proof.eventStatRoot),
  leaves: plainLeaves(proof),
  multiproofHashes: plainPath(proof.multiproofHashes),
  leafIndices: [...proof.leafIndices],
});

export const plainOdds = (proof: OddsProof): ProofOf['validate_odds'] => ({
  ts: String(proof.ts),
  odds: {
    ...proof.odds,
    fixtureId: String(proof.odds.fixtureId),
    ts: String(proof.odds.ts),
    priceNames: [...proof.odds.priceNames],
    prices: [...proof.odds.prices],
  },
  summary: plainSummary(proof.summary.fixtureId, proof.summary.updateStats, proof.summary.oddsSubTreeRoot),
  subTreePath: plainPath(proof.subTreeProof),
  mainPath: plainPath(proof.mainTreeProof),
});

export const plainFixture = ({ snapshot, summary, ...proof }: FixtureProof): ProofOf['validate_fixture'] => ({
  snapshot: {
    ...snapshot,
    ts: String(snapshot.ts),
    startTime: String(snapshot.startTime),
    fixtureId: String(snapshot.fixtureId),
  },
  summary: {
    ...plainSummary(summary.fixtureId, summary.updateStats, summary.updateSubTreeRoot),
    competitionId: summary.competitionId,
    competition: summary.competition,
  },
  subTreePath: plainPath(proof.subTreeProof),
  mainPath: plainPath(proof.mainTreeProof),
});

export const plainFixtureBatch = (index: number, proof: FixtureBatchProof): ProofOf['validate_fixture_batch'] => ({
  index,
  metadata: {
    ...proof.metadata,
    overallBatchStartTs: String(proof.metadata.overallBatchStartTs),
    overallBatchEndTs: String(proof.metadata.overallBatchEndTs),
  },
  path: plainPath(proof.mainTreeProof),
});

/** The account in which one root is published, under our oracle program. */
export function publishedRoot(kind: RootsKind, day: number, slot: number, root: Uint8Array): Roots {
  const { epochDay, data } = rootsAccount(kind, day, new Map(), DEFAULT_ORACLE_PROGRAM_ID);
  const bump = data.at(-6) ?? 0;
  return { kind, day: epochDay, bump, slots: { [slot]: bytesToHex(root) }, tamper: null };
}

// Strategies.

export const predicate = (comparison: Comparison, threshold: number) => ({ threshold, comparison });
export const single = (index: number, comparison: Comparison, threshold: number): DiscretePredicate => ({
  single: { index, predicate: predicate(comparison, threshold) },
});
export const binary = (
  indexA: number,
  op: Operation,
  indexB: number,
  comparison: Comparison,
  threshold: number,
): DiscretePredicate => ({ binary: { indexA, indexB, op, predicate: predicate(comparison, threshold) } });
export const allOf = (...discretePredicates: DiscretePredicate[]): Strategy => ({
  geometricTargets: [],
  distancePredicate: null,
  discretePredicates,
});

/** True for these values, one predicate each. */
export const exactly = (values: readonly number[]): Strategy =>
  allOf(...values.map((value, i) => single(i, 'EqualTo', value)));

/** The same for version 1: of one stat, or of the sum of two. */
export const exactlyV1 = (values: readonly number[]): StrategyV1 => ({
  predicate: predicate(
    'EqualTo',
    values.reduce((sum, value) => sum + value, 0),
  ),
  op: values.length > 1 ? 'Add' : null,
});

// Scores.

export const FORMS = {
  v1: 'validate_stat',
  v2: 'validate_stat_v2',
  v3: 'validate_stat_v3',
  v4: 'validate_stat_v4',
} as const;
export type Form = keyof typeof FORMS;

/** The location of a record, and the request for it. */
export interface Asked {
  batch: ScoreBatch;
  fixtureId: number;
  seq: number;
  keys: readonly number[];
}

/** A valid draft of any form; its strategy is true. */
export function scoresDraft(form: Form, sport: Sport, asked: Asked): Draft<ScoresInstruction> {
  const { batch, ...stats } = asked;
  const apart = proveStats(batch, stats);
  const values = apart.leaves.map(({ stat }) => stat.value);
  const { epochDay, slot } = batch.time;
  const common = {
    instruction: FORMS[form],
    sport: layoutByteOf(sport) as LayoutByte,
    tree: 'current' as const,
    roots: publishedRoot('scores', epochDay, slot, batch.tree.root),
  };
  if (form === 'v1') return { ...common, proof: plainV1(apart), strategy: exactlyV1(values) };
  if (form === 'v2') return { ...common, proof: plainV2(apart), strategy: exactly(values) };
  return { ...common, proof: plainV3(proveStatsTogether(batch, stats)), strategy: exactly(values) };
}

/** All keys of a sport with these values, the others zero. */
export const statsOf = (sport: Sport, values: Readonly<Record<number, number>>): Stats => ({
  ...Object.fromEntries(keysOfSport(sport).map((key) => [key, 0])),
  ...values,
});

/**
 * One update of a simulated fixture: its stats, and the status that becomes the period. Times are given for all updates
 * or for none.
 */
export interface Update {
  stats: Stats;
  status?: number;
  ts?: number;
}

/** A batch of one slot from the updates of each fixture. `Seq` counts from 0; times are spread over the slot. */
export function batchOf(
  sport: Sport,
  fixtures: Readonly<Record<number, readonly Update[]>>,
  start = SLOT_START,
): ScoreBatch {
  const records = Object.entries(fixtures).flatMap(([fixtureId, updates]) =>
    updates.map(
      ({ stats, status, ts }, i): ScorelineRecord => ({
        FixtureId: Number(fixtureId),
        Seq: i,
        Ts: ts ?? start + 1_000 + Math.floor((i * 240_000) / updates.length),
        Action: 'status',
        Id: i,
        ...(status === undefined ? {} : { StatusId: status }),
        Confirmed: true,
        Stats: stats,
      }),
    ),
  );
  const [batch, more] = scoreBatches([{ sport, records }]);
  if (!batch || more) throw new Error('the updates are not of one slot');
  return batch;
}

/**
 * The match for most faults: three fixtures in the slot (main depth 2), four updates (sub depth 3) with the third one
 * proven, and eight non-zero stats (stat depth 3). No layer has a duplicate, so every edit changes something.
 */
export const MATCH = 12_000_002;
export const MATCH_SEQ = 2;
const soccer = (values: Readonly<Record<number, number>>) => statsOf('soccer', values);
export const MATCH_STATS = { 1: 2, 7: 15, 8: 3, 1001: 1, 1007: 2, 3001: 1, 3007: 3, 3008: 3 };
export const matchBatch = batchOf('soccer', {
  12000001: [{ stats: soccer({ 1: 1 }), status: 4 }],
  [MATCH]: [
    { stats: soccer({ 1: 1, 7: 2, 1001: 1, 1007: 2 }), status: 3 },
    { stats: soccer({ 1: 2, 7: 4, 8: 3, 1001: 1, 1007: 2, 3001: 1, 3007: 2, 3008: 3 }), status: 4 },
    { stats: soccer(MATCH_STATS), status: 100 },
    { stats: soccer(MATCH_STATS) },
  ],
  12000003: [{ stats: {} }, { stats: soccer({}), status: 2 }],
});

/** A valid draft for that match. Default stats: one with value 2, one zero, and the corners of both sides. */
export function matchDraft(form: Form, keys?: readonly number[], seq = MATCH_SEQ): Draft<ScoresInstruction> {
  const asked = keys ?? (form === 'v1' ? [1, 7] : [1, 7, 2, 8]);
  return scoresDraft(form, 'soccer', { batch: matchBatch, fixtureId: MATCH, seq, keys: asked });
}
