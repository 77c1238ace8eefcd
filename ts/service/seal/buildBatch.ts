import { fail } from '../../error/index.js';
import {
  fixtureLeafHash,
  fixtureSummaryLeafHash,
  type Hash,
  metadataLeafHash,
  oddsLeafHash,
  oddsSummaryLeafHash,
  rootOf,
  type Sport,
  scoresSummaryLeafHash,
  type UpdateStats,
} from '../../format/index.js';
import type { ScoreRecord } from '../generator/record.js';
import { updateStatsOf } from '../generator/updateStats.js';
import { type Fields, fixtureOfWire, oddsOfWire } from '../ingest/index.js';
import type { BatchFixture, BatchTree, RecordKind, StoredRecord } from '../store/index.js';
import { eventLeaves } from './eventLeaves.js';
import { FlatTree, flatLeaves } from './flatTree.js';
import { fixtureSummary, oddsSummary, scoresSummary, summaryText } from './storedSummary.js';

/** What a slot is sealed with. */
export interface BuiltBatch {
  readonly tree: BatchTree;
  /** By ascending id: fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly BatchFixture[];
}

/** What `buildBatch` reads of a stored record. */
export type BatchRecord = Pick<StoredRecord, 'fixtureId' | 'seq' | 'ts' | 'json'>;

/**
 * The trees over all records of a slot, of which there is at least one (7050). The same records give the same trees, whatever their order.
 * `sportOf` says the sport of a fixture; it is asked for scores only.
 */
export function buildBatch(
  kind: RecordKind,
  records: readonly BatchRecord[],
  sportOf: (fixtureId: number) => Sport,
): BuiltBatch {
  if (records.length === 0) return fail(7050, { message: `There is no record of ${kind} to build a batch of.` });
  const groups = new Map<number, BatchRecord[]>();
  for (const record of records) {
    const group = groups.get(record.fixtureId);
    if (group) group.push(record);
    else groups.set(record.fixtureId, [record]);
  }
  const stats: UpdateStats[] = [];
  const fixtures = [...groups]
    .sort(([a], [b]) => a - b)
    .map(([fixtureId, group], i): BatchFixture => {
      group.sort((a, b) => a.seq - b.seq);
      const { leaves, competition } = subTreeOf(kind, group, () => sportOf(fixtureId));
      const updateStats = updateStatsOf(group.map(({ ts }) => ts));
      stats.push(updateStats);
      const summary = summaryText({ fixtureId, updateStats, root: new FlatTree(leaves).root, ...competition });
      return { fixtureId, place: i + 1, firstSeq: group[0]?.seq ?? 0, summary, leaves };
    });
  const metadata = {
    totalUpdateCount: records.length,
    numUniqueFixtures: fixtures.length,
    overallBatchStartTs: least(stats.map(({ minTimestamp }) => minTimestamp)),
    overallBatchEndTs: greatest(stats.map(({ maxTimestamp }) => maxTimestamp)),
  };
  const leaves = flatLeaves([metadataLeafHash(metadata), ...fixtures.map(({ summary }) => summaryLeaf(kind, summary))]);
  return { tree: { root: rootOf(new FlatTree(leaves).root), metadata, leaves }, fixtures };
}

/** At least one value. A spread into Math.min ends at some ten thousand arguments. */
const least = <T extends number>(values: readonly T[]): T => values.reduce((a, b) => (b < a ? b : a));
const greatest = <T extends number>(values: readonly T[]): T => values.reduce((a, b) => (b > a ? b : a));

interface SubTree {
  readonly leaves: Uint8Array;
  readonly competition?: { readonly competitionId: number; readonly competition: string };
}

function subTreeOf(kind: RecordKind, records: readonly BatchRecord[], sport: () => Sport): SubTree {
  if (kind === 'odds')
    return { leaves: flatLeaves(records.map(({ json }) => oddsLeafHash(oddsOfWire(fieldsOf(json))))) };
  if (kind === 'fixtures') {
    const fixtures = records.map(({ json }) => fixtureOfWire(fieldsOf(json)));
    const { competitionId = 0, competition = '' } = fixtures.at(-1) ?? {};
    return { leaves: flatLeaves(fixtures.map(fixtureLeafHash)), competition: { competitionId, competition } };
  }
  const of = sport();
  const leaves = new Uint8Array(64 * records.length);
  for (const [i, { json }] of records.entries()) {
    const { zeroMapLeaf, eventStatRoot } = eventLeaves(of, fieldsOf(json) as unknown as ScoreRecord);
    leaves.set(zeroMapLeaf, 64 * i);
    leaves.set(eventStatRoot, 64 * i + 32);
  }
  return { leaves };
}

/** The leaf of the main tree for a fixture, by its summary as it is stored. */
export function summaryLeaf(kind: RecordKind, summary: string): Hash {
  if (kind === 'scores') return scoresSummaryLeafHash(scoresSummary(summary));
  if (kind === 'odds') return oddsSummaryLeafHash(oddsSummary(summary));
  return fixtureSummaryLeafHash(fixtureSummary(summary));
}

const fieldsOf = (json: string): Fields => JSON.parse(json) as Fields;
