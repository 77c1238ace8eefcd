import type { ErrorNumber } from '../../ts/sdk/error/errors.js';
import { relayed } from '../../ts/sdk/error/linesmanError.js';
import { type BatchMetadata, metadataLeafHash } from '../../ts/sdk/format/batchMetadata.js';
import { type Hash, ZERO_HASH } from '../../ts/sdk/format/hash.js';
import { type ScoreStat, statLeafHash } from '../../ts/sdk/format/scoreStat.js';
import { type ScoresBatchSummary, scoresSummaryLeafHash } from '../../ts/sdk/format/scoresBatchSummary.js';
import { sha256 } from '../../ts/sdk/format/sha256.js';
import { type SlotTime, slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { StatKey } from '../../ts/sdk/format/statKey.js';
import type { UpdateStats } from '../../ts/sdk/format/updateStats.js';
import { zeroMapOf } from '../../ts/sdk/format/zeroMap.js';
import { buildTree, type Tree } from '../../ts/sdk/merkle/tree.js';

function refuse(number: ErrorNumber, sentence: string, context: object = {}): never {
  throw relayed(number, { sentence }, context);
}

/** What the trees need from a score record. */
export interface ScoresUpdate {
  /** The record's `Ts`, ms. */
  readonly ts: number;
  /** The record's `StatusId`; null when it has none. */
  readonly statusId: number | null;
  /** The record's `Stats` as key and value, zeros included, in any order; empty before the first confirmed score. */
  readonly stats: Iterable<readonly [key: number, value: number]>;
}

/** The records of one fixture in one 5-minute slot, in `Seq` order. */
export interface FixtureUpdates {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly updates: readonly ScoresUpdate[];
}

/** One update: its zero map, and the stat tree of its non-zero stats in ascending key order. */
export interface EventTree {
  /** The record's `StatusId`, 0 when it has none. */
  readonly period: number;
  readonly zeroMap: Hash;
  readonly stats: readonly ScoreStat[];
  readonly tree: Tree;
}

/** One fixture: its summary, and a tree with two leaves per update, the zero map hash and the event stat root. */
export interface FixtureTree {
  readonly summary: ScoresBatchSummary;
  readonly events: readonly EventTree[];
  readonly tree: Tree;
}

/** One slot. Leaf 0 of the main tree is the metadata; leaf *i* + 1 is the summary of `fixtures[i]`. */
export interface ScoresBatch {
  readonly time: SlotTime;
  readonly metadata: BatchMetadata;
  /** In ascending order of fixture id. */
  readonly fixtures: readonly FixtureTree[];
  readonly tree: Tree;
}

/** The stat tree of one update. Fails with 7015 for a repeated key. */
function buildEventTree(sport: Sport, update: ScoresUpdate): EventTree {
  const stats = [...update.stats].sort(([a], [b]) => a - b);
  for (const [i, [key]] of stats.entries()) {
    if (stats[i + 1]?.[0] === key) refuse(7015, `Stat key ${key} is in the record twice.`, { key });
  }
  const period = update.statusId ?? 0;
  const present = stats
    .filter(([, value]) => value !== 0)
    .map(([key, value]): ScoreStat => ({ key: key as StatKey, value, period }));
  return {
    period,
    zeroMap: stats.length === 0 ? ZERO_HASH : zeroMapOf(sport, stats),
    stats: present,
    tree: buildTree(present.map(statLeafHash)),
  };
}

/**
 * The subtree of one fixture: `sha256(zero map)` and event stat root of each update, side by side. Fails with 7015
 * without updates.
 */
function buildFixtureTree({ fixtureId, sport, updates }: FixtureUpdates): FixtureTree {
  if (updates.length === 0) return refuse(7015, `Fixture ${fixtureId} has no update in the slot.`, { fixtureId });
  const events = updates.map((update) => buildEventTree(sport, update));
  const tree = buildTree(events.flatMap((event) => [sha256(event.zeroMap), event.tree.root]));
  const times = updates.map(({ ts }) => ts);
  const updateStats = {
    updateCount: updates.length,
    minTimestamp: Math.min(...times),
    maxTimestamp: Math.max(...times),
  } as UpdateStats;
  return { summary: { fixtureId, updateStats, eventsSubTreeRoot: tree.root }, events, tree };
}

/**
 * The batch of one slot. Fails with 6005 when its records are of several slots, with 7015 for a repeated fixture or
 * none.
 */
export function buildScoresBatch(batch: readonly FixtureUpdates[]): ScoresBatch {
  const fixtures = batch.map(buildFixtureTree).sort((a, b) => a.summary.fixtureId - b.summary.fixtureId);
  const ids = new Set(fixtures.map(({ summary }) => summary.fixtureId));
  if (ids.size !== fixtures.length || ids.size === 0) {
    return refuse(7015, `A batch needs distinct fixtures; ${fixtures.length} were given, ${ids.size} distinct.`);
  }
  const stats = fixtures.map(({ summary }) => summary.updateStats);
  const start = Math.min(...stats.map(({ minTimestamp }) => minTimestamp));
  const end = Math.max(...stats.map(({ maxTimestamp }) => maxTimestamp));
  const time = slotTimeOf(start);
  const last = slotTimeOf(end);
  if (last.epochDay !== time.epochDay || last.slot !== time.slot) {
    return refuse(6005, `The records from ${start} to ${end} ms are not of one slot.`, { start, end });
  }
  const metadata = {
    totalUpdateCount: stats.reduce((sum, { updateCount }) => sum + updateCount, 0),
    numUniqueFixtures: fixtures.length,
    overallBatchStartTs: start,
    overallBatchEndTs: end,
  } as BatchMetadata;
  const leaves = fixtures.map(({ summary }) => scoresSummaryLeafHash(summary));
  return { time, metadata, fixtures, tree: buildTree([metadataLeafHash(metadata), ...leaves]) };
}
