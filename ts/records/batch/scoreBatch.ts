import {
  type Hash,
  MS_PER_SLOT,
  type ScoresBatchSummary,
  type SlotTime,
  type Sport,
  scoresSummaryLeafHash,
  slotTimeOf,
} from '@linesman/sdk/format';
import { type EventTree, eventLeaves, eventTree } from './event.js';
import { FlatTree } from './flatTree.js';
import { grouped } from './grouped.js';
import { type FixturePart, type MainBatch, mainBatch } from './mainBatch.js';
import type { ScoreRecord } from './record.js';
import { updateStatsOf } from './updateStats.js';

/**
 * Score records of one sport. The sport decides the zero-map bit of each stat. A fixture belongs to exactly one source.
 */
export interface ScoreSource {
  readonly sport: Sport;
  readonly records: readonly ScoreRecord[];
}

/** The score records of one fixture in one slot. */
export interface ScoresOfFixture extends FixturePart<ScoresBatchSummary> {
  readonly sport: Sport;
  /** In `Seq` order. */
  readonly events: readonly EventTree[];
}

/** All score records of one slot. */
export interface ScoreBatch extends MainBatch {
  readonly time: SlotTime;
  /** By ascending fixture id; fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly ScoresOfFixture[];
}

/**
 * A fixture's part of a slot of scores. Each record adds two leaves: its zero-map hash, then its event stat root.
 * `records` must be non-empty and in `Seq` order.
 */
export function scoresPart(
  sport: Sport,
  fixtureId: number,
  records: readonly Pick<ScoreRecord, 'Ts' | 'StatusId' | 'Stats'>[],
): FixturePart<ScoresBatchSummary> {
  const leaves = new Uint8Array(64 * records.length);
  for (const [i, record] of records.entries()) {
    const { zeroMapLeaf, eventStatRoot } = eventLeaves(sport, record);
    leaves.set(zeroMapLeaf, 64 * i);
    leaves.set(eventStatRoot, 64 * i + 32);
  }
  const tree = new FlatTree(leaves);
  const updateStats = updateStatsOf(records.map(({ Ts }) => Ts));
  return { summary: { fixtureId, updateStats, eventsSubTreeRoot: tree.root }, tree };
}

/** Groups the records into one batch per slot, by ascending slot. */
export function scoreBatches(sources: readonly ScoreSource[]): ScoreBatch[] {
  const rows = sources.flatMap(({ sport, records }) => records.map((record) => ({ sport, record })));
  return grouped(rows, ({ record }) => Math.floor(record.Ts / MS_PER_SLOT)).map(([slot, ofSlot]) => {
    const fixtures = grouped(ofSlot, ({ record }) => record.FixtureId).flatMap(([fixtureId, of]): ScoresOfFixture[] => {
      const [first] = of;
      if (!first) return [];
      const { sport } = first;
      const records = of.map(({ record }) => record).sort((a, b) => a.Seq - b.Seq);
      const events = records.map((record) => eventTree(sport, record));
      return [{ sport, events, ...scoresPart(sport, fixtureId, records) }];
    });
    return { time: slotTimeOf(slot * MS_PER_SLOT), fixtures, ...mainBatch(fixtures, leafOf) };
  });
}

const leafOf = ({ summary }: { readonly summary: ScoresBatchSummary }): Hash => scoresSummaryLeafHash(summary);
