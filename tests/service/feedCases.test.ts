import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { STATUS_STATES } from '../../ts/records/record/matchState.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { periodName } from '../../ts/sdk/format/period.js';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import type { Acceptance } from '../../ts/service/data/ingest/decideAppend.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { Store } from '../../ts/service/data/store/store.js';
import { storeMatches } from '../../ts/service/edge/answer/storeMatches.js';
import { itemsOf } from '../helpers/pagesOf.js';

/** Made by hand after what public feeds contain: the first line is the fixture, the others are its score records. */
const linesOf = (name: string): string[] =>
  readFileSync(new URL(`feeds/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

type Fields = Readonly<Record<string, unknown>>;
const changed = (line: string | undefined, change: Fields): string =>
  JSON.stringify({ ...JSON.parse(line ?? ''), ...change });

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

async function filled(lines: readonly string[]): Promise<{ store: Store; results: (Acceptance | LinesmanError)[] }> {
  const store = await Store.open('memory');
  stores.push(store);
  const ingest = new Ingest({ store, clock: new ManualClock(1_900_000_000_000), validate: validateRecord });
  const results = await ingest.acceptAll(lines);
  return { store, results };
}
const refusals = (results: readonly (Acceptance | LinesmanError)[]): string[] =>
  results.flatMap((result) => (result instanceof LinesmanError ? [`${result.number} ${result.message}`] : []));

/** The match as lists show it. */
async function matchOf(lines: readonly string[]) {
  const { store, results } = await filled(lines);
  expect(refusals(results)).toEqual([]);
  const [match] = await storeMatches(store).page({ order: 'earliest', limit: 2 }, () => true);
  return match;
}

describe('feeds as they come', () => {
  test('lists, empty ones and members nobody has described are stored as they came', async () => {
    const [odds = ''] = linesOf('odds-suspended.ndjson');
    const lines = linesOf('feed-conditions.ndjson');
    const { store, results } = await filled([...lines, odds]);
    expect(refusals(results)).toEqual([]);
    const stored = await itemsOf(store.records.pagesOfFixture('scores', 12_400_001));
    expect(stored.map(({ json }) => json)).toEqual(lines.slice(1));
    expect((await itemsOf(store.records.pagesOfFixture('odds', 12_400_001))).map(({ json }) => json)).toEqual([odds]);
  });

  test('clock and state are shown, although the fixture never moves, in either case of the clock', async () => {
    const lines = linesOf('feed-state-and-clock.ndjson');
    const last = JSON.parse(lines.at(-1) ?? '');
    const expected = { running: last.Clock.Running, seconds: last.Clock.Seconds };
    expect(await matchOf(lines)).toMatchObject({ state: 'live', statusId: 2, clock: expected, movedFrom: null });
    const next = { Seq: last.Seq + 1, Ts: last.Ts + 1, Id: last.Id + 1 };
    const upper = { Clock: { Running: false, Seconds: 5_400 }, StatusId: 100 };
    const finished = [...lines, changed(lines.at(-1), { ...next, ...upper })];
    expect(await matchOf(finished)).toMatchObject({ state: 'finished', clock: { running: false, seconds: 5_400 } });
    // A whole clock of an earlier record stands, where the latest has none.
    for (const Clock of [null, {}, { Running: null, Seconds: null }, { Running: true }])
      expect(await matchOf([...lines, changed(lines.at(-1), { ...next, Clock, StatusId: null })])).toMatchObject({
        state: 'live',
        statusId: 2,
        clock: expected,
      });
  });

  test('the kick-off is that of the latest record, and is said to have moved', async () => {
    const lines = linesOf('feed-state-and-clock.ndjson');
    const { StartTime, FixtureId, ...fixture } = JSON.parse(lines[0] ?? '');
    const moved = StartTime + 900_000;
    const late = lines.map((line, i) => (i < 3 ? line : changed(line, { StartTime: moved })));
    expect(await matchOf(lines)).toMatchObject({ startTime: StartTime, movedFrom: null });
    expect(await matchOf(late)).toMatchObject({ startTime: moved, movedFrom: StartTime });
    // A later fixture record may move it as well, and back.
    const again = (to: number) => JSON.stringify({ StartTime: to, FixtureId, ...fixture, Ts: fixture.Ts + 10 ** 9 });
    expect(await matchOf([...late, again(moved + 1)])).toMatchObject({ startTime: moved + 1, movedFrom: StartTime });
    expect(await matchOf([...late, again(StartTime)])).toMatchObject({ startTime: StartTime, movedFrom: null });
  });
});

test('every status of every sport says a state, but for suspended coverage', () => {
  for (const sport of SPORTS)
    for (let statusId = 1; statusId <= 100; statusId++) {
      const name = periodName(sport, statusId);
      const found = STATUS_STATES.find((one) => one.sport === sport && one.statusId === statusId);
      expect([sport, statusId, found !== undefined]).toEqual([sport, statusId, name !== undefined && name !== 'TXCS']);
    }
});
