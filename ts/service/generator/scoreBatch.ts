import {
  MS_PER_SLOT,
  type ScoresBatchSummary,
  type SlotTime,
  type Sport,
  scoresSummaryLeafHash,
  sha256,
  slotTimeOf,
} from '../../format/index.js';
import { buildTree, type Tree } from '../../merkle/index.js';
import { type EventTree, eventTree } from './eventTree.js';
import { grouped } from './grouped.js';
import { type MainBatch, mainBatch } from './mainBatch.js';
import type { ScoreRecord } from './record.js';
import { updateStatsOf } from './updateStats.js';

/** Score records of one sport; only the sport says which stat has which bit. A fixture is in one source only. */
export interface ScoreSource {
  readonly sport: Sport;
  readonly records: readonly ScoreRecord[];
}

/** One fixture in one slot: its summary, and the tree whose leaves are zero map hash and event stat root of each update in turn. */
export interface FixtureTree {
  readonly sport: Sport;
  readonly summary: ScoresBatchSummary;
  /** In `Seq` order. */
  readonly events: readonly EventTree[];
  readonly tree: Tree;
}

/** One sealed slot of scores. */
export interface ScoreBatch extends MainBatch {
  readonly time: SlotTime;
  /** By ascending fixture id; fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly FixtureTree[];
}

/** The batches that the records fall into, one a slot, by ascending time. */
export function scoreBatches(sources: readonly ScoreSource[]): ScoreBatch[] {
  const rows = sources.flatMap(({ sport, records }) => records.map((record) => ({ sport, record })));
  return grouped(rows, ({ record }) => Math.floor(record.Ts / MS_PER_SLOT)).map(([slot, ofSlot]) => {
    const fixtures = grouped(ofSlot, ({ record }) => record.FixtureId).map(([fixtureId, of]) =>
      fixtureTree(
        fixtureId,
        of[0]?.sport ?? 'soccer',
        of.map(({ record }) => record),
      ),
    );
    const main = mainBatch(
      fixtures.map(({ summary }) => summary.updateStats),
      fixtures.map(({ summary }) => scoresSummaryLeafHash(summary)),
    );
    return { time: slotTimeOf(slot * MS_PER_SLOT), fixtures, ...main };
  });
}

function fixtureTree(fixtureId: number, sport: Sport, records: readonly ScoreRecord[]): FixtureTree {
  const events = [...records].sort((a, b) => a.Seq - b.Seq).map((record) => eventTree(sport, record));
  const tree = buildTree(events.flatMap((event) => [sha256(event.zeroMap), event.tree.root]));
  const updateStats = updateStatsOf(records.map(({ Ts }) => Ts));
  return { sport, summary: { fixtureId, updateStats, eventsSubTreeRoot: tree.root }, events, tree };
}
