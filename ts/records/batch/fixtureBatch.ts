import {
  type Fixture,
  type FixtureBatchSummary,
  type FixturesTime,
  fixtureLeafHash,
  fixtureSummaryLeafHash,
  fixturesTimeOf,
  type Hash,
  MS_PER_HOUR,
  plainFixtureId,
} from '@linesman/sdk/format';
import { FlatTree, flatLeaves } from './flatTree.js';
import { grouped } from './grouped.js';
import { type FixturePart, type MainBatch, mainBatch } from './mainBatch.js';
import { updateStatsOf } from './updateStats.js';

/** The records of one fixture in one hour. */
export interface UpdatesOfFixture extends FixturePart<FixtureBatchSummary> {
  readonly records: readonly Fixture[];
}

/** All fixture records of one hour. */
export interface FixtureBatch extends MainBatch {
  readonly time: FixturesTime;
  /** By ascending fixture id; fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly UpdatesOfFixture[];
}

/**
 * A fixture's part of an hourly batch: one leaf per record. The last record decides the competition. `records` must be
 * non-empty and in leaf order.
 */
export function fixturePart(fixtureId: number, records: readonly Fixture[]): FixturePart<FixtureBatchSummary> {
  const tree = new FlatTree(flatLeaves(records.map(fixtureLeafHash)));
  const { competitionId = 0, competition = '' } = records.at(-1) ?? {};
  const updateStats = updateStatsOf(records.map(({ ts }) => ts));
  return { summary: { fixtureId, competitionId, competition, updateStats, updateSubTreeRoot: tree.root }, tree };
}

/** Groups the records into hourly batches, by ascending hour. */
export function fixtureBatches(records: readonly Fixture[]): FixtureBatch[] {
  return grouped(records, ({ ts }) => Math.floor(ts / MS_PER_HOUR)).map(([hour, items]) => {
    const fixtures = grouped(items, ({ fixtureId }) => plainFixtureId(fixtureId)).map(
      ([fixtureId, of]): UpdatesOfFixture => ({ records: of, ...fixturePart(fixtureId, of) }),
    );
    return { time: fixturesTimeOf(hour * MS_PER_HOUR), fixtures, ...mainBatch(fixtures, leafOf) };
  });
}

const leafOf = ({ summary }: { readonly summary: FixtureBatchSummary }): Hash => fixtureSummaryLeafHash(summary);
