import fc from 'fast-check';
import type { MatchFilter } from '../../../../ts/service/data/store/matchStore.js';
import { type RecordKind, slotLength } from '../../../../ts/service/data/store/recordKind.js';
import type { TimeRange } from '../../../../ts/service/data/store/recordStore.js';
import type { Store } from '../../../../ts/service/data/store/store.js';
import { itemsOf, pagesOf } from '../../../helpers/pagesOf.js';
import {
  anyFixtureIds,
  batchKeys,
  competitions,
  END,
  FIXTURE_IDS,
  hashes,
  kinds,
  MINUTE,
  moments,
  ranges,
  START,
  seqs,
  sports,
  TOKENS,
  TRANSACTIONS,
  times,
  tokens,
  transactions,
  UNKNOWN,
  WALLETS,
  wallets,
} from './drawn.js';
import { inOrder, type Step, step } from './step.js';

const KINDS = ['scores', 'odds', 'fixtures'] as const;

/** Runs of missing scores with the same time are in no order, so a part of them is known by their times only. */
async function missingScores({ records }: Store, most?: number) {
  const { runs, ...rest } = await records.missingScores(most);
  return { ...rest, runs: (most ?? 0) > 100 ? inOrder(runs) : runs.map(({ since }) => since) };
}

const ids = fc.array(anyFixtureIds, { maxLength: 4 });
const record = fc.record({ kind: kinds, fixtureId: anyFixtureIds, seq: seqs });
const limits = fc.constantFrom(0, 1, 2, 3, 100);

/** Records of a time range, in pages of every order. */
const inRange = async ({ records, keptRecords }: Store, kind: RecordKind, range: TimeRange, fixtureId?: number) => [
  await itemsOf(records.pagesByFixture(kind, range, 2)),
  ...(await Promise.all(
    [records, keptRecords].flatMap((one) =>
      [false, true].map((latestFirst) => itemsOf(one.pagesInRange(kind, range, { fixtureId, latestFirst, limit: 2 }))),
    ),
  )),
];

const ofRecords = [
  step('find', record, ({ records }, { kind, fixtureId, seq }) => records.find(kind, fixtureId, seq)),
  step('find beyond', record, ({ records }, { kind, fixtureId }) => records.find(kind, fixtureId, 2 ** 31)),
  // All that are there, each with its own time and that of the next one.
  step('find message', ranges, async ({ records }, range) => {
    const odds = (await itemsOf(records.pagesInRange('odds', range))).filter(({ messageId }) => messageId !== null);
    const times = odds.map(({ ts }, i) => [ts, odds[i + 1]?.ts ?? ts]);
    return Promise.all(
      odds.flatMap(({ messageId }, i) => times[i]?.map((ts) => records.findMessage(`${messageId}`, ts))),
    );
  }),
  step('fixture', anyFixtureIds, ({ records }, id) => records.fixture(id)),
  step('fixtures of', ids, async ({ records }, some) => inOrder(await records.fixturesOf(some))),
  step(
    'fixtures',
    fc.record({ start: ranges, competitionId: competitions }, { requiredKeys: [] }),
    // Not those that are kept, which rely on the progress that ingest writes with each fixture.
    async ({ records }, filter) => [await records.fixtures(filter), await pagesOf(records.fixturePages(filter, 2))],
  ),
  step('in range', fc.tuple(kinds, ranges), async (store, [kind, range]) => [
    await inRange(store, kind, range),
    await store.records.latestTime(kind),
  ]),
  step('in range of one', fc.tuple(kinds, ranges, anyFixtureIds), (store, given) => inRange(store, ...given)),
  step('of fixture', fc.tuple(kinds, anyFixtureIds), ({ records }, given) =>
    pagesOf(records.pagesOfFixture(...given, 2)),
  ),
  step('latest of each', fc.tuple(kinds, anyFixtureIds, ranges), ({ records }, given) =>
    records.latestOfEach(...given),
  ),
  step('around', fc.tuple(record, times, times), ({ keptRecords, records }, [{ kind, fixtureId }, slot, to]) =>
    Promise.all([records, keptRecords].map((one) => one.around(kind, fixtureId, slot - (slot % (5 * MINUTE)), to))),
  ),
  step(
    'stream after',
    fc.tuple(kinds, fc.record({ slot: times, index: fc.integer({ min: -1, max: 5 }) }), limits),
    ({ records }, [kind, { slot, index }, limit]) =>
      records.streamAfter(kind, { slot: slot - (slot % (5 * MINUTE)), index }, limit),
  ),
  step('missing scores', fc.constantFrom(undefined, 0, 1, 2, 1_000), missingScores),
  step('kept range', fc.tuple(kinds, ranges), ({ keptRecords }, [kind, range]) =>
    itemsOf(keptRecords.pagesByFixture(kind, range, 2)),
  ),
];

const lists = {
  competitionIds: fc.subarray([1, 2, 3], { minLength: 1 }),
  order: fc.constantFrom<'earliest' | 'latest'>('earliest', 'latest'),
  limit: fc.constantFrom(1, 2, 100),
};
const filters = {
  states: fc.subarray(['scheduled', 'live', 'finished', 'cancelled', '5'], { minLength: 1 }),
  sport: sports,
  fixtureId: anyFixtureIds,
  start: ranges,
  after: fc.record({ startTime: times, fixtureId: anyFixtureIds }),
};
const page = fc.tuple(
  fc.record(lists),
  fc.oneof(...Object.entries(filters).map(([name, filter]) => fc.record<Partial<MatchFilter>>({ [name]: filter }))),
);

const ofMatches = [
  step('competitions', fc.constant(null), async ({ matches }) => inOrder(await matches.competitions())),
  step('all matches', fc.constantFrom<'earliest' | 'latest'>('earliest', 'latest'), ({ matches }, order) =>
    matches.page({ competitionIds: [1, 2, 3], order, limit: 100 }),
  ),
  step('page', page, ({ matches }, [list, filter]) => matches.page({ ...list, ...filter })),
  step('latest', fc.tuple(ids, fc.constantFrom(0, 1, 2, 100)), ({ matches }, given) => matches.latest(...given)),
];

const ofBatches = [
  step('batch', batchKeys, ({ batches }, key) => batches.find(key)),
  step('part', fc.tuple(batchKeys, anyFixtureIds), ({ batches }, given) => batches.findFixture(...given)),
  step(
    'score parts',
    fc.tuple(times, ids, fc.constantFrom(0, ...FIXTURE_IDS), fc.constantFrom(0, 1, 2, 100)),
    ({ batches }, [time, fixtureIds, after, more]) =>
      batches.scoreParts(time - (time % (5 * MINUTE)), { fixtureIds, after, more }),
  ),
  step('delays', fc.tuple(kinds, ranges), ({ batches }, [kind, { from, to }]) => batches.delays(kind, from, to)),
  step('between', fc.tuple(kinds, ranges), ({ batches }, [kind, { from, to }]) => batches.between(kind, from, to)),
  step('open', fc.tuple(kinds, ranges), ({ batches }, [kind, { from, to }]) => batches.open(kind, from, to)),
  step('progress', fc.constant(null), ({ batches }) => batches.progress()),
  step('unproven', fc.constant(null), async ({ batches }) => inOrder(await batches.unproven())),
  step('published lately', fc.tuple(fc.constantFrom(0, MINUTE, 30 * MINUTE), times), ({ batches }, given) =>
    batches.publishedLately(...given),
  ),
  step('latest published', fc.tuple(kinds, anyFixtureIds), ({ batches }, given) => batches.latestPublished(...given)),
  step('days', fc.tuple(kinds, ranges), ({ days }, given) => days.batches(...given)),
  step('trees', batchKeys, ({ days }, key) => days.trees(key)),
  step('slots', fc.tuple(kinds, ranges), ({ days }, given) => days.slotsWithRecords(...given)),
];

const ofAccess = [
  step('token', fc.tuple(tokens, moments), ({ subscriptions }, given) => subscriptions.token(...given)),
  step('no token', fc.tuple(hashes, moments), ({ subscriptions }, [hash, now]) =>
    subscriptions.token(hash.subarray(1), now),
  ),
  step('periods', fc.tuple(wallets, moments), ({ subscriptions }, given) => subscriptions.periods(...given)),
  step('wallet', fc.tuple(wallets, moments), ({ subscriptions }, given) => subscriptions.wallet(...given)),
  step('activation', transactions, ({ subscriptions }, txSig) => subscriptions.activation(txSig)),
  step('versions', fc.array(wallets), async ({ subscriptions }, some) => inOrder(await subscriptions.versions(some))),
];

export const readSteps = [...ofRecords, ...ofMatches, ...ofBatches, ...ofAccess].map((arbitrary) => {
  return { weight: 1, arbitrary };
}) as fc.WeightedArbitrary<Step<unknown>>[];

/** All that a store can tell. */
export async function everything(store: Store): Promise<unknown> {
  const { records, matches, batches, days, leases: _, subscriptions } = store;
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const answers: unknown[] = [
    await records.fixtures(),
    await records.fixturesVersion(),
    [...(await records.sealedUntil())],
    await missingScores(store, 1_000),
    inOrder(await matches.competitions()),
    await matches.page({ competitionIds: [1, 2, 3], order: 'latest', limit: 100 }),
    await matches.latest([...FIXTURE_IDS, UNKNOWN], 100),
    await batches.frozen(),
    await batches.unpublished(),
    await batches.withdrawn(),
    await batches.publishedLately(120 * MINUTE, END),
    inOrder(await batches.unproven()),
    await batches.hasPublished(),
    await batches.progress(),
  ];
  for (const kind of KINDS) {
    answers.push(await records.kindState(kind), await itemsOf(records.pagesInRange(kind, all)));
    answers.push(await records.streamAfter(kind, { slot: 0, index: -1 }, 1_000));
    answers.push(await days.slotsWithRecords(kind, all), await batches.open(kind, 0, END + slotLength(kind)));
    const stored = await days.batches(kind, all);
    answers.push(stored, await batches.between(kind, 0, all.to));
    for (const key of stored) answers.push(await days.trees(key), await batches.find(key));
  }
  for (const wallet of WALLETS)
    answers.push(await subscriptions.wallet(wallet, START), await subscriptions.periods(wallet, START));
  for (const txSig of TRANSACTIONS) answers.push(await subscriptions.activation(txSig));
  for (const hash of TOKENS) answers.push(await subscriptions.token(hash, START));
  return answers;
}
