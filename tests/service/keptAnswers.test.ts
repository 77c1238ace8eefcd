import { expect, test } from 'vitest';
import { LinesmanError } from '../../ts/error/index.js';
import { keptFixtures, storeProofs } from '../../ts/service/adapter/index.js';
import { KeptAnswers } from '../../ts/service/adapter/keptAnswers.js';
import { OracleKey } from '../../ts/service/generator/oracleKey.js';
import type { OddsEntry, Records } from '../../ts/service/http/port/records.js';
import type { Proofs } from '../../ts/service/proofs/index.js';
import type { BatchKey } from '../../ts/service/store/index.js';

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

test('an answer is made once and given as the same text', async () => {
  const { made, ask } = scene();
  expect(await ask('a')).toBe('{"name":"a","made":1}');
  expect(await ask('a')).toBe('{"name":"a","made":1}');
  expect(await ask('b')).toBe('{"name":"b","made":2}');
  expect(made).toEqual(['a', 'b']);
});

test('one whose root is gone is refused, others are not, and it is made anew once the root is back', async () => {
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

test('no more characters are kept than may be, names and all; the one that was asked for longest ago goes first', async () => {
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
  // Heavier than all that may be kept: given all the same.
  const long = 'x'.repeat(5_000);
  expect(await ask(long)).toContain(long);
});

test('versions, wires, keys and signers are answers of their own', async () => {
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

test('an odds message is asked for once a second at most, by id and time, and again when records were stored', async () => {
  let time = 0;
  const asked: string[] = [];
  const entry = { fixtureId: 1 } as OddsEntry;
  const records = {
    oddsMessage: async (id: string, ts: number) => {
      asked.push(`${id}@${ts}`);
      return id === 'known' ? entry : undefined;
    },
  } as unknown as Records;
  const kept = keptFixtures(records, { machineTime: () => time });
  expect(await kept.oddsMessage('known', 5)).toBe(entry);
  time = 999;
  expect(await kept.oddsMessage('known', 5)).toBe(entry);
  await kept.oddsMessage('known', 6);
  await kept.oddsMessage('unknown', 5);
  await kept.oddsMessage('unknown', 5);
  expect(asked).toEqual(['known@5', 'known@6', 'unknown@5', 'unknown@5']);
  kept.forget();
  await kept.oddsMessage('known', 5);
  time = 2_000;
  await kept.oddsMessage('known', 5);
  expect(asked.slice(4)).toEqual(['known@5', 'known@5']);
});
