import { expect, test } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import type { BatchKey } from '../../ts/service/data/store/batchStore.js';
import { KeptAnswers } from '../../ts/service/edge/answer/keptAnswers.js';
import { keptFixtures } from '../../ts/service/edge/answer/keptFixtures.js';
import type { FixtureEntry, OddsEntry, RecordsOfStore } from '../../ts/service/edge/answer/records.js';
import { storeProofs } from '../../ts/service/edge/answer/storeProofs.js';
import type { Proofs } from '../../ts/service/roots/proofs/proofs.js';

const SLOT = 1_800_000_000_000;
const BATCH: BatchKey = { kind: 'scores', slotStart: SLOT };

function scene(most?: number) {
  const gone = new Set<number>();
  const made: string[] = [];
  const answers = new KeptAnswers(async ({ slotStart }) => !gone.has(slotStart), most);
  const ask = (name: string, batch = BATCH) =>
    answers.text(name, async () => {
      made.push(name);
      if (gone.has(batch.slotStart)) throw new LinesmanError(7065);
      return { answer: { name, made: made.length }, batch };
    });
  return { gone, made, ask };
}

test('an answer is built once and returned as the same text', async () => {
  const { made, ask } = scene();
  expect(await ask('a')).toBe('{"name":"a","made":1}');
  expect(await ask('a')).toBe('{"name":"a","made":1}');
  expect(await ask('b')).toBe('{"name":"b","made":2}');
  expect(made).toEqual(['a', 'b']);
});

test('an answer whose root is gone is refused, others are not, and it is rebuilt once the root is back', async () => {
  const { gone, made, ask } = scene();
  const other: BatchKey = { kind: 'scores', slotStart: SLOT + 300_000 };
  await ask('a');
  await ask('b', other);
  gone.add(SLOT);
  await expect(ask('a')).rejects.toMatchObject({ number: 7065 });
  await expect(ask('a')).rejects.toMatchObject({ number: 7065 });
  expect(await ask('b', other)).toBe('{"name":"b","made":2}');
  gone.clear();
  expect(await ask('a')).toBe('{"name":"a","made":5}');
  expect(made).toEqual(['a', 'b', 'a', 'a', 'a']);
});

test('the cache holds a limited number of characters, names included, and drops the least recently used', async () => {
  const { made, ask } = scene(1_000);
  const names = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(50));
  const [first = '', second = ''] = names;
  for (const name of names.slice(0, 3)) await ask(name);
  await ask(first);
  expect(made.length).toBe(3);
  await ask(names[3] ?? '');
  await ask(first);
  expect(made.length).toBe(4);
  await ask(second);
  expect(made.length).toBe(5);
  // Larger than the whole cache: returned all the same.
  const long = 'x'.repeat(5_000);
  expect(await ask(long)).toContain(long);
});

test('versions, wires, keys and signers have separate answers', async () => {
  const names: string[] = [];
  const kept = {
    text: async (name: string) => {
      names.push(name);
      return name;
    },
  };
  const by = (seed: number) =>
    storeProofs({} as Proofs, { current: new OracleKey(new Uint8Array(32).fill(seed)) }, kept);
  const [answers, other] = [by(1), by(2)];
  for (const wire of ['described', 'observed'] as const) {
    for (const version of [1, 2, 3, 4] as const)
      for (const keys of [[1], [1, 2], [2, 1], [12]]) await answers.stat(version, { fixtureId: 1, seq: 1, keys }, wire);
    await answers.stat(3, { fixtureId: 11, seq: 1, keys: [1] }, wire);
    await answers.stat(3, { fixtureId: 1, seq: 11, keys: [1] }, wire);
    await other.stat(4, { fixtureId: 1, seq: 1, keys: [1] }, wire);
    for (const [id, ts] of [
      ['1', 1],
      ['1/1', 1],
      ['1', 11],
    ] as const) {
      await answers.odds(id, ts, wire);
      await answers.oddsV4(id, ts, wire);
      await other.oddsV4(id, ts, wire);
    }
    await answers.fixtureBatch(1, 2, wire);
    await answers.fixtureBatch(12, 1, wire);
  }
  expect(names.length).toBe(60);
  expect(new Set(names).size).toBe(names.length);
});

/** Fixtures and odds messages, all cached, with a count of the queries. */
function keptScene() {
  const asked: string[] = [];
  const state = { time: 0, version: '0:1', league: 1 };
  const records = {
    fixturesOf: async (fixtureIds: readonly number[]) => {
      const { league } = state;
      asked.push(fixtureIds.join('+'));
      const known = fixtureIds.filter((fixtureId) => fixtureId !== 404);
      return known.map((fixtureId) => ({ fixtureId, leagueId: league }) as FixtureEntry);
    },
    oddsMessage: async (id: string, ts: number) => {
      const { league } = state;
      asked.push(`${id}@${ts}`);
      return id === 'known' ? ({ fixtureId: 1, leagueId: league } as OddsEntry) : undefined;
    },
  } as unknown as RecordsOfStore;
  const version = async () => {
    const { version } = state;
    asked.push('version');
    return version;
  };
  return { asked, state, records, kept: keptFixtures(records, version, { machineTime: () => state.time }) };
}

test('fixtures and odds messages are read once while no fixture changes, checked with one query a second', async () => {
  const { asked, state, kept } = keptScene();
  for (const time of [0, 999, 1_000, 1_999]) {
    state.time = time;
    for (const id of [1, 2]) expect(await kept.fixture(id)).toEqual({ fixtureId: id, leagueId: 1 });
    for (const ts of [5, 6]) expect(await kept.oddsMessage('known', ts)).toEqual({ fixtureId: 1, leagueId: 1 });
  }
  expect(asked).toEqual(['version', '1', '2', 'known@5', 'known@6', 'version']);
});

test('unknown entries are looked up each time', async () => {
  const { asked, kept } = keptScene();
  for (const _ of [1, 2]) {
    expect(await kept.fixture(404)).toBeUndefined();
    expect(await kept.oddsMessage('unknown', 5)).toBeUndefined();
  }
  expect(asked).toEqual(['version', '404', 'unknown@5', '404', 'unknown@5']);
});

test('expected fixtures are read with the next one, once; a fixture that is being read is not read twice', async () => {
  const { asked, state, kept } = keptScene();
  await kept.fixture(1);
  kept.expect([1, 2, 3, 404]);
  asked.length = 0;
  expect((await Promise.all([5, 3, 5, 404].map((id) => kept.fixture(id)))).map((one) => one?.fixtureId)).toEqual([
    5,
    3,
    5,
    undefined,
  ]);
  expect((await kept.fixture(2))?.leagueId).toBe(1);
  expect(asked).toEqual(['5+2+3+404']);
  // Of a changed version nothing is known, expected or not.
  kept.expect([2]);
  Object.assign(state, { league: 2, version: '0:2', time: 1_000 });
  expect([(await kept.fixture(3))?.leagueId, (await kept.fixture(2))?.leagueId]).toEqual([2, 2]);
  expect(asked.slice(1)).toEqual(['version', '3+2']);
});

test('a failed query of fixtures is that of those who wait for it only', async () => {
  const { records, kept } = keptScene();
  const { fixturesOf } = records;
  Object.assign(records, { fixturesOf: () => Promise.reject(new Error('away')) });
  kept.expect([2]);
  const failed = await Promise.allSettled([1, 2].map((id) => kept.fixture(id)));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  Object.assign(records, { fixturesOf });
  expect(await kept.fixture(2)).toMatchObject({ fixtureId: 2 });
});

test('a changed fixture is seen within a second, at once with an announcement; so are its odds messages', async () => {
  const { asked, state, kept } = keptScene();
  const league = async () => [(await kept.fixture(1))?.leagueId, (await kept.oddsMessage('known', 5))?.leagueId];
  expect(await league()).toEqual([1, 1]);
  Object.assign(state, { league: 2, version: '0:2' });
  expect(await league()).toEqual([1, 1]);
  kept.forget();
  expect(await league()).toEqual([2, 2]);
  Object.assign(state, { league: 3, version: '0:3', time: 1_000 });
  expect(await league()).toEqual([3, 3]);
  // Records of another fixture: only the version is queried.
  asked.length = 0;
  kept.forget();
  expect(await league()).toEqual([3, 3]);
  expect(asked).toEqual(['version']);
});

test('a fixture that was read before a change and arrives after it is not cached', async () => {
  const { state, records, kept } = keptScene();
  let release: (entries: readonly FixtureEntry[]) => void = () => {};
  const { fixturesOf } = records;
  const late = { ...records, fixturesOf: () => new Promise<readonly FixtureEntry[]>((resolve) => (release = resolve)) };
  Object.assign(records, late);
  const slow = keptFixtures(records, async () => state.version, { machineTime: () => state.time });
  const before = slow.fixture(1);
  await new Promise((resolve) => setImmediate(resolve));
  Object.assign(records, { fixturesOf });
  Object.assign(state, { league: 2, version: '0:2', time: 1_000 });
  // Another reader has seen the change meanwhile.
  expect((await slow.fixture(2))?.leagueId).toBe(2);
  release([{ fixtureId: 1, leagueId: 1 } as FixtureEntry]);
  expect((await before)?.leagueId).toBe(1);
  expect((await slow.fixture(1))?.leagueId).toBe(2);
  expect((await kept.fixture(1))?.leagueId).toBe(2);
});

test('when the version cannot be read, nothing cached is returned, and the next caller asks again', async () => {
  const { state, records } = keptScene();
  let isAway = false;
  const version = async () => {
    if (isAway) throw new Error('away');
    return state.version;
  };
  const kept = keptFixtures(records, version, { machineTime: () => state.time });
  await kept.fixture(1);
  isAway = true;
  state.time = 1_000;
  await expect(kept.fixture(1)).rejects.toThrow('away');
  isAway = false;
  expect(await kept.fixture(1)).toMatchObject({ fixtureId: 1 });
});
