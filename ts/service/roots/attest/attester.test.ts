import type { Root } from '@linesman/sdk/format';
import { MS_PER_SLOT, slotTimeOf } from '@linesman/sdk/format';
import { expect, test } from 'vitest';
import { type BatchRecord, buildBatch } from '../seal/buildBatch.js';
import { Attester, type JudgedSlot, LARGE, MOST } from './attester.js';
import { rebuild, summarise } from './rebuilt.js';
import type { RecordSource } from './slotRecords.js';

const START = 1_800_000_000_000;
const PAGE = 100;
const LARGE_HERE = 500;
const KEY = { kind: 'scores', slotStart: START } as const;
const SPORT = () => 'soccer' as const;

/** A score record of one of 100 fixtures. */
const recordOf = (n: number, Stats: object = {}): BatchRecord => ({
  ...{ fixtureId: 1_000 + (n % 100), seq: Math.floor(n / 100), ts: START + (n % MS_PER_SLOT) },
  json: JSON.stringify({ StatusId: null, Stats, Ts: START + (n % MS_PER_SLOT) }),
});
const records = (count: number): BatchRecord[] => Array.from({ length: count }, (_, n) => recordOf(n));

class PagedSource implements RecordSource {
  /** Records of each time that it was read. */
  readonly given: number[] = [];

  constructor(
    readonly name: string,
    private readonly all: readonly BatchRecord[],
  ) {}

  async check(): Promise<void> {}
  async close(): Promise<void> {}
  async *pagesOf() {
    const at = this.given.push(0) - 1;
    for (let i = 0; i < this.all.length; i += PAGE) {
      const page = this.all.slice(i, i + PAGE);
      this.given[at] = (this.given[at] ?? 0) + page.length;
      yield { records: page, sportOf: SPORT };
    }
  }
}

async function attest(root: Root, ...sources: [RecordSource, ...RecordSource[]]) {
  const { epochDay: period, slot } = slotTimeOf(START);
  const judged: JudgedSlot[] = [];
  const failures: unknown[] = [];
  const attester = new Attester({
    sources,
    chain: {
      now: async () => START + 2 * MS_PER_SLOT,
      read: async () => [
        {
          ...KEY,
          period,
          roots: Array.from({ length: 288 }, (_, i) => (i === slot ? root : null)),
          isAttested: () => false,
        },
      ],
      attest: async () => {},
    },
    ...{ kinds: ['scores'], days: 0, grace: 0, large: LARGE_HERE },
    onSlot: (one) => judged.push(one),
    onFailure: (_, error) => failures.push(error),
  });
  await attester.round(true);
  return { judged, failures };
}

test('a slot has the same root and problems whether its records are kept or not', async () => {
  const all = records(250);
  const [first = recordOf(0)] = all;
  for (const [given, problem] of [
    [all, null],
    [[...all].reverse(), null],
    [[], 'no records'],
    [[...all, { ...first, ts: START - 1 }], 'outside the slot'],
    [[...all, { ...first, ts: START + MS_PER_SLOT }], 'outside the slot'],
    [[...all, first], 'is there twice'],
    [[...all, { ...first, seq: 99, json: '{' }], 'JSON'],
  ] as const) {
    const whole = rebuild(KEY, 'feed', { records: given, sportOf: SPORT });
    const slot = await summarise(KEY, new PagedSource('feed', given), 1_000);
    expect(slot?.built?.tree.root).toEqual(whole.built?.tree.root);
    expect(slot?.built?.fixtures.map(({ summary }) => summary)).toEqual(
      whole.built?.fixtures.map((one) => one.summary),
    );
    for (const one of [slot, whole])
      if (problem === null) expect(one?.problem).toBeNull();
      else expect(one?.problem).toContain(problem);
  }
});

test('a message of odds that is there twice is a problem, in whichever pages', async () => {
  const odds = (n: number): BatchRecord => {
    const fields = { FixtureId: n % 7, MessageId: `m${n}`, Ts: START, Bookmaker: 'b', BookmakerId: 1 };
    const line = {
      SuperOddsType: '1X2',
      InRunning: false,
      GameState: null,
      MarketParameters: null,
      MarketPeriod: null,
    };
    const json = JSON.stringify({ ...fields, ...line, PriceNames: [], Prices: [], Pct: [] });
    return { fixtureId: n % 7, seq: n, ts: START, json };
  };
  const key = { kind: 'odds', slotStart: START } as const;
  const all = Array.from({ length: 1_500 }, (_, n) => odds(n));
  expect(await summarise(key, new PagedSource('feed', all), 1_500)).toMatchObject({ problem: null, count: 1_500 });
  const twice = [...all, { ...odds(3), seq: 1_500 }];
  expect(await summarise(key, new PagedSource('feed', twice), 2_000)).toMatchObject({ built: null, count: 1_501 });
  // As many as it may have, and one more.
  expect(await summarise(key, new PagedSource('feed', all), 1_499)).toBeNull();
});

test('a slot is large beyond 50,000 records, and too large beyond a million', async () => {
  expect([LARGE, MOST]).toEqual([50_000, 1_000_000]);
  const source = new PagedSource('feed', []);
  source.pagesOf = async function* () {
    for (let i = 0; i <= MOST / PAGE; i++)
      yield { records: { length: PAGE, find: () => recordOf(0) } as never, sportOf: SPORT };
  };
  const { judged, failures } = await attest(new Uint8Array(32) as Root, source);
  expect(judged).toMatchObject([{ outcome: 'failed' }]);
  expect(failures).toMatchObject([{ context: { problem: 'too large', most: MOST } }]);
});

test('a large slot is attested alone', async () => {
  const all = records(LARGE_HERE + 1);
  const { root } = buildBatch('scores', all, SPORT).tree;
  const source = new PagedSource('feed', all);
  const { judged, failures } = await attest(root, source);
  expect(failures).toEqual([]);
  expect(judged).toMatchObject([{ outcome: 'attested' }]);
  // Read until it turned out to be large, then whole.
  expect(source.given).toEqual([LARGE_HERE + 1, LARGE_HERE + 1]);
});

test('the evidence of a large slot has the records of the fixtures that differ', async () => {
  const all = records(LARGE_HERE + 100);
  const other = all.with(342, recordOf(342, { 1: 1 }));
  const { root } = buildBatch('scores', all, SPORT).tree;
  const { judged } = await attest(root, new PagedSource('feed', all), new PagedSource('other', other));
  const own = (LARGE_HERE + 100) / 100;
  expect(judged).toMatchObject([
    {
      outcome: 'mismatch',
      evidence: {
        reason: 'sources differ',
        against: ['other'],
        differing: { fixtures: [{ fixtureId: 1_042 }], records: [{ fixtureId: 1_042, record: 'Seq 3' }] },
      },
    },
  ]);
  const [evidence] = judged.flatMap((one) => one.evidence ?? []);
  for (const one of evidence?.sources ?? []) {
    expect([one.records.length, one.leftOut]).toEqual([own, LARGE_HERE + 100 - own]);
    expect(one.leaves).toHaveLength(101);
    expect(one.fixtures.find(({ fixtureId }) => fixtureId === 1_042)?.records).toHaveLength(own);
  }
});
