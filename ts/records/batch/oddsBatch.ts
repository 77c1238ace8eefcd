import {
  type Hash,
  MS_PER_SLOT,
  type Odds,
  type OddsBatchSummary,
  oddsLeafHash,
  oddsSummaryLeafHash,
  type SlotTime,
  slotTimeOf,
} from '@linesman/sdk/format';
import { FlatTree, flatLeaves } from './flatTree.js';
import { grouped } from './grouped.js';
import { type FixturePart, type MainBatch, mainBatch } from './mainBatch.js';
import { updateStatsOf } from './updateStats.js';

/** The odds records of one fixture in one slot. */
export interface OddsOfFixture extends FixturePart<OddsBatchSummary> {
  readonly records: readonly Odds[];
}

/** All odds records of one 5-minute slot. */
export interface OddsBatch extends MainBatch {
  readonly time: SlotTime;
  /** By ascending fixture id; fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly OddsOfFixture[];
}

/** A fixture's part of a slot of odds: one leaf per record. `records` must be non-empty and in leaf order. */
export function oddsPart(fixtureId: number, records: readonly Odds[]): FixturePart<OddsBatchSummary> {
  const tree = new FlatTree(flatLeaves(records.map(oddsLeafHash)));
  const updateStats = updateStatsOf(records.map(({ ts }) => ts));
  return { summary: { fixtureId, updateStats, oddsSubTreeRoot: tree.root }, tree };
}

/** Groups the records into batches, by ascending slot. Records of a fixture keep their order. */
export function oddsBatches(records: readonly Odds[]): OddsBatch[] {
  return grouped(records, ({ ts }) => Math.floor(ts / MS_PER_SLOT)).map(([slot, items]) => {
    const fixtures = grouped(items, ({ fixtureId }) => fixtureId).map(
      ([fixtureId, of]): OddsOfFixture => ({ records: of, ...oddsPart(fixtureId, of) }),
    );
    return { time: slotTimeOf(slot * MS_PER_SLOT), fixtures, ...mainBatch(fixtures, leafOf) };
  });
}

const leafOf = ({ summary }: { readonly summary: OddsBatchSummary }): Hash => oddsSummaryLeafHash(summary);
