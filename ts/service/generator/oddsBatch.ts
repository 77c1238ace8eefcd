import {
  MS_PER_SLOT,
  type Odds,
  type OddsBatchSummary,
  oddsLeafHash,
  oddsSummaryLeafHash,
  type SlotTime,
  slotTimeOf,
} from '../../format/index.js';
import { buildTree, type Tree } from '../../merkle/index.js';
import { grouped } from './grouped.js';
import { type MainBatch, mainBatch } from './mainBatch.js';
import { updateStatsOf } from './updateStats.js';

/** The odds records of one fixture in one slot. */
export interface OddsTree {
  readonly summary: OddsBatchSummary;
  readonly records: readonly Odds[];
  readonly tree: Tree;
}

/** All odds records of one 5-minute slot. */
export interface OddsBatch extends MainBatch {
  readonly time: SlotTime;
  /** By ascending fixture id; fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly OddsTree[];
}

/** The batches that the records fall into, by ascending time; within a fixture the records keep their order. */
export function oddsBatches(records: readonly Odds[]): OddsBatch[] {
  return grouped(records, ({ ts }) => Math.floor(ts / MS_PER_SLOT)).map(([slot, items]) => {
    const fixtures = grouped(items, ({ fixtureId }) => fixtureId).map(([fixtureId, of]) => {
      const tree = buildTree(of.map(oddsLeafHash));
      const updateStats = updateStatsOf(of.map(({ ts }) => ts));
      return { summary: { fixtureId, updateStats, oddsSubTreeRoot: tree.root }, records: of, tree };
    });
    const main = mainBatch(
      fixtures.map(({ summary }) => summary.updateStats),
      fixtures.map(({ summary }) => oddsSummaryLeafHash(summary)),
    );
    return { time: slotTimeOf(slot * MS_PER_SLOT), fixtures, ...main };
  });
}
