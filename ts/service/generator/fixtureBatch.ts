import {
  type Fixture,
  type FixtureBatchSummary,
  type FixturesTime,
  fixtureLeafHash,
  fixtureSummaryLeafHash,
  fixturesTimeOf,
  MS_PER_HOUR,
  plainFixtureId,
} from '../../format/index.js';
import { buildTree, type Tree } from '../../merkle/index.js';
import { grouped } from './grouped.js';
import { type MainBatch, mainBatch } from './mainBatch.js';
import { updateStatsOf } from './updateStats.js';

/** The records of one fixture in one hour. */
export interface FixtureUpdatesTree {
  readonly summary: FixtureBatchSummary;
  readonly records: readonly Fixture[];
  readonly tree: Tree;
}

/** All fixture records of one hour. */
export interface FixtureBatch extends MainBatch {
  readonly time: FixturesTime;
  /** By ascending fixture id; fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly FixtureUpdatesTree[];
}

/** The hourly batches that the records fall into, by ascending time. */
export function fixtureBatches(records: readonly Fixture[]): FixtureBatch[] {
  return grouped(records, ({ ts }) => Math.floor(ts / MS_PER_HOUR)).map(([hour, items]) => {
    const fixtures = grouped(items, ({ fixtureId }) => plainFixtureId(fixtureId)).map(([fixtureId, of]) => {
      const tree = buildTree(of.map(fixtureLeafHash));
      const { competitionId = 0, competition = '' } = of.at(-1) ?? {};
      const updateStats = updateStatsOf(of.map(({ ts }) => ts));
      const summary = { fixtureId, competitionId, competition, updateStats, updateSubTreeRoot: tree.root };
      return { summary, records: of, tree };
    });
    const main = mainBatch(
      fixtures.map(({ summary }) => summary.updateStats),
      fixtures.map(({ summary }) => fixtureSummaryLeafHash(summary)),
    );
    return { time: fixturesTimeOf(hour * MS_PER_HOUR), fixtures, ...main };
  });
}
