import {
  fail,
  NO_SUCH_LEAF,
  STAT_NOT_IN_RECORD,
  UNKNOWN_FIXTURE,
  UNKNOWN_MESSAGE,
  UNKNOWN_SEQUENCE,
} from '@linesman/sdk/error';
import {
  type BatchMetadata,
  type Fixture,
  type FixtureBatchSummary,
  fixtureLeafHash,
  type Hash,
  hashOf,
  type Milliseconds,
  type Odds,
  type OddsBatchSummary,
  oddsLeafHash,
  type ProofNode,
  type ScoresBatchSummary,
  type Sport,
  type StatKey,
  type StatLeaf,
  zeroMapBit,
  zeroMarker,
} from '@linesman/sdk/format';
import { multiproofOf, pathOf } from '@linesman/sdk/merkle';
import type { FixtureBatchProof, FixtureProof, OddsProof, StatProofV2, StatProofV3 } from '@linesman/sdk/proof';
import { type EventTree, leavesOfTree } from './event.js';
import type { FixtureBatch } from './fixtureBatch.js';
import type { FlatTree } from './flatTree.js';
import type { OddsBatch } from './oddsBatch.js';
import type { ScoreBatch } from './scoreBatch.js';

/** A fixture's part of a batch, and its position. Its summary is leaf `place` of the main tree. */
export interface PlacedPart<Summary> {
  readonly summary: Summary;
  readonly subTree: FlatTree;
  readonly place: number;
  readonly tree: FlatTree;
}

/** A record of a batch, with all parts of a stat proof above the stats. */
export interface ProvableEvent {
  readonly event: EventTree;
  readonly sport: Sport;
  readonly kind: 'stat';
  readonly ts: Milliseconds;
  readonly recordTs: Milliseconds;
  readonly summary: ScoresBatchSummary;
  readonly fixtureProof: readonly ProofNode[];
  readonly mainTreeProof: readonly ProofNode[];
  readonly eventStatRoot: Hash;
}

/**
 * Proves the record at position `at` of its fixture's part, from the event stat root up to the main root. If several
 * records have equal leaves, the proof points at the last of them. Returns `undefined` if a different record is at that
 * position.
 */
export function provableEvent(
  part: PlacedPart<ScoresBatchSummary>,
  at: number,
  sport: Sport,
  event: EventTree,
): ProvableEvent | undefined {
  const { summary, subTree, tree, place } = part;
  const { zeroMapLeaf, eventStatRoot } = leavesOfTree(event);
  const isAt = (update: number): boolean =>
    subTree.has(2 * update, zeroMapLeaf) && subTree.has(2 * update + 1, eventStatRoot);
  if (!isAt(at)) return undefined;
  let last = subTree.leafCount / 2 - 1;
  while (last > at && !isAt(last)) last--;
  return {
    event,
    sport,
    kind: 'stat',
    ts: summary.updateStats.minTimestamp,
    recordTs: event.record.Ts as Milliseconds,
    summary,
    fixtureProof: subTree.path(2 * last + 1),
    mainTreeProof: tree.path(place),
    eventStatRoot: hashOf(eventStatRoot),
  };
}

/** Proves each stat by its own path; keys may repeat. Errors: STAT_NOT_IN_RECORD. */
export function statsByPath({ event, sport, ...common }: ProvableEvent, keys: readonly number[]): StatProofV2 {
  const leaves = keys.map((key): StatLeaf => {
    const index = event.present.findIndex((stat) => stat.key === key);
    const stat = event.present[index];
    return stat ? { stat, statProof: pathOf(event.tree, index) } : zeroLeaf(event, sport, key);
  });
  return { ...common, version: 2, leaves };
}

/**
 * Proves all non-zero stats with one multiproof. Errors: STAT_NOT_IN_RECORD; INVALID_MULTIPROOF when a non-zero key
 * repeats.
 */
export function statsTogether({ event, sport, ...common }: ProvableEvent, keys: readonly number[]): StatProofV3 {
  const indices: number[] = [];
  const leaves = keys.map((key): StatLeaf => {
    const index = event.present.findIndex((stat) => stat.key === key);
    const stat = event.present[index];
    if (!stat) return zeroLeaf(event, sport, key);
    indices.push(index);
    return { stat, statProof: [] };
  });
  const { hashes, leafIndices } = multiproofOf(event.tree, indices);
  return { ...common, version: 3, leaves, multiproofHashes: hashes, leafIndices };
}

/** The zero-map marker and the zero map. No hash commits to the period that the answer shows for a zero stat. */
function zeroLeaf({ record, zeroMap }: EventTree, sport: Sport, key: number): StatLeaf {
  const { FixtureId: fixtureId, Seq: seq } = record;
  if (!Object.hasOwn(record.Stats, String(key))) return fail(STAT_NOT_IN_RECORD, { fixtureId, seq, key });
  if (zeroMapBit(sport, key) === undefined) return fail(STAT_NOT_IN_RECORD, { sport, key });
  return {
    stat: { key: key as StatKey, value: 0, period: record.StatusId ?? 0 },
    statProof: [
      { hash: zeroMarker(sport), isRightSibling: false },
      { hash: zeroMap, isRightSibling: false },
    ],
  };
}

/** Proves the odds record at position `index`. Returns `undefined` if a different record is at that position. */
export function oddsAt(part: PlacedPart<OddsBatchSummary>, index: number, odds: Odds): OddsProof | undefined {
  const { summary, subTree, tree, place } = part;
  if (!subTree.has(index, oddsLeafHash(odds))) return undefined;
  const subTreeProof = subTree.path(index);
  return { kind: 'odds', version: 1, ts: odds.ts, odds, summary, subTreeProof, mainTreeProof: tree.path(place) };
}

/** Proves the fixture record at position `index`. Returns `undefined` if a different record is at that position. */
export function fixtureAt(
  part: PlacedPart<FixtureBatchSummary>,
  index: number,
  snapshot: Fixture,
): FixtureProof | undefined {
  const { summary, subTree, tree, place } = part;
  if (!subTree.has(index, fixtureLeafHash(snapshot))) return undefined;
  return { kind: 'fixture', snapshot, summary, subTreeProof: subTree.path(index), mainTreeProof: tree.path(place) };
}

/** Proves the metadata leaf of an hourly batch. */
export const proveFixtureBatch = ({ metadata, tree }: MetadataTree): FixtureBatchProof => ({
  kind: 'fixture-batch',
  metadata,
  mainTreeProof: tree.path(0),
});

interface MetadataTree {
  readonly metadata: BatchMetadata;
  readonly tree: FlatTree;
}

/** A record and the keys of the stats to prove. */
export interface StatsQuestion {
  readonly fixtureId: number;
  readonly seq: number;
  readonly keys: readonly number[];
}

/** Proves stats of a record, each by its own path. Errors: UNKNOWN_FIXTURE, UNKNOWN_SEQUENCE, STAT_NOT_IN_RECORD. */
export const proveStats = (batch: ScoreBatch, question: StatsQuestion): StatProofV2 =>
  statsByPath(eventOf(batch, question), question.keys);

/** Like `proveStats`, but with one multiproof for all non-zero stats. */
export const proveStatsTogether = (batch: ScoreBatch, question: StatsQuestion): StatProofV3 =>
  statsTogether(eventOf(batch, question), question.keys);

function eventOf(batch: ScoreBatch, { fixtureId, seq }: StatsQuestion): ProvableEvent {
  const { of, part } = partOf(batch, fixtureId);
  const at = of.events.findIndex(({ record }) => record.Seq === seq);
  const event = of.events[at];
  const found = event && provableEvent(part, at, of.sport, event);
  return found ?? fail(UNKNOWN_SEQUENCE, { fixtureId, seq });
}

/**
 * Proves an odds record up to the main root: the one of `ts` (ms), by default the last with this message id. Errors:
 * UNKNOWN_FIXTURE; UNKNOWN_MESSAGE when the batch does not contain the record.
 */
export function proveOdds(batch: OddsBatch, fixtureId: number, messageId: string, ts?: number): OddsProof {
  const { of, part } = partOf(batch, fixtureId);
  const index = of.records.findLastIndex((one) => one.messageId === messageId && (ts ?? one.ts) === one.ts);
  const odds = of.records[index];
  const found = odds && oddsAt(part, index, odds);
  return found ?? fail(UNKNOWN_MESSAGE, { messageId, ...(ts !== undefined && { ts }) });
}

/**
 * Proves a fixture record up to the main root: the one at `index`, by default the last. Errors: UNKNOWN_FIXTURE;
 * NO_SUCH_LEAF when `index` is out of range.
 */
export function proveFixture(batch: FixtureBatch, fixtureId: number, index?: number): FixtureProof {
  const { of, part } = partOf(batch, fixtureId);
  const at = index ?? of.records.length - 1;
  const snapshot = of.records[at];
  const found = snapshot && fixtureAt(part, at, snapshot);
  return found ?? fail(NO_SUCH_LEAF, { index: at, leaves: of.records.length });
}

/** Errors: UNKNOWN_FIXTURE when the batch has no record of the fixture. */
function partOf<Part extends { readonly summary: { readonly fixtureId: number }; readonly tree: FlatTree }>(
  { fixtures, tree }: { readonly fixtures: readonly Part[]; readonly tree: FlatTree },
  fixtureId: number,
): { readonly of: Part; readonly part: PlacedPart<Part['summary']> } {
  const place = fixtures.findIndex(({ summary }) => summary.fixtureId === fixtureId);
  const of = fixtures[place] ?? fail(UNKNOWN_FIXTURE, { fixtureId });
  return { of, part: { summary: of.summary, subTree: of.tree, place: place + 1, tree } };
}
