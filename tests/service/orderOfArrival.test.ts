import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { ingestLines, type LineResult } from '../../ts/service/data/ingest/ingestLines.js';
import { Intake, type IntakeRules } from '../../ts/service/data/ingest/intake.js';
import { Patience } from '../../ts/service/data/ingest/patience.js';
import type { RecordTaker } from '../../ts/service/data/ingest/recordTaker.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { ServiceMetrics } from '../../ts/service/metrics/serviceMetrics.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';

/** Order of arrival is not absence: in a real history `Ts` falls by a few ms while `Seq` rises. */

const SEED = 52;
const LINES = readFileSync(new URL('feeds/scores-by-time.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const { FixtureId: ID, Ts } = JSON.parse(LINES.at(-1) ?? '');
const MODES: readonly IntakeRules[] = [
  {},
  { onRefusal: 'stop' },
  { onRefusal: 'skip' },
  { onRefusal: 'hold' },
  { gaps: true },
  { fromSeq: 3 },
];
const seqOf = (line: string): number | undefined => JSON.parse(line).Seq;
const broken = (line: string): string => line.replace('"Ts": ', '"Tx": ');

const databases = await storeDatabases('memory');

describe.each(databases)('%s', (_, database) => {
  /** What a call of `ingest` leaves behind, and reports. `line` is replaced by the text. */
  async function taken(lines: readonly string[], rules: IntakeRules, inGroupsOf = 200) {
    const store = await database.fresh();
    const metrics = new ServiceMetrics({ defaults: false });
    const clock = new ManualClock(Ts + 60_000);
    const ingest = new Ingest({
      store,
      clock,
      validate: validateRecord,
      intake: new Intake(rules),
      onDecided: metrics.onDecided,
    });
    const results: LineResult[] = [];
    const { lastLine, ...counts } = await ingestLines(ingest, lines, {
      patience: {},
      batch: inGroupsOf,
      onResults: (some) => void results.push(...some),
    });
    const { missing, held, runs } = await store.records.missingScores(99);
    const decided = results.map(({ line, result }) => [
      lines[line - 1],
      'status' in result ? [result.status, 'missing' in result && result.missing] : [result.number, result.message],
    ]);
    const { values } = await metrics.records.get();
    return {
      stored: (await itemsOf(store.records.pagesOfFixture('scores', ID))).map(({ seq, ts, json }) => [seq, ts, json]),
      store: { missing, held, runs: runs.map(({ first, last }) => [first, last]).sort() },
      reported: { counts, lastLine, decided: decided.map((one) => JSON.stringify(one)).sort() },
      counted: values
        .filter(({ labels, value }) => value > 0 && labels.status !== 'early')
        .map(({ labels, value }) => `${labels.kind} ${labels.status} ${value}`)
        .sort(),
    };
  }

  test.each(MODES)('a history by time is stored whole: %j', async (rules) => {
    const { stored, store, reported, counted } = await taken(LINES, rules);
    expect(stored.map(([seq]) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(store).toEqual({ missing: 0, held: 0, runs: [] });
    expect(reported.counts).toEqual({ accepted: 8, repeated: 0, refused: 0 });
    expect(counted).toEqual(['fixtures accepted 1', 'scores accepted 7']);
  });

  /** Also with records that are broken or missing, and a match that begins late: each is its own truth. */
  test.each(MODES)('every order of arrival stores and reports the same: %j', async (rules) => {
    const [fixture = '', ...scores] = LINES;
    const input = fc.record({
      left: fc.subarray(
        scores.map((_, seq) => seq),
        { minLength: 3 },
      ),
      bad: fc.option(fc.nat({ max: 6 }), { nil: -1 }),
      inGroupsOf: fc.constantFrom(1, 2, 5, 200),
      keys: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(input, async ({ left, bad, inGroupsOf, keys }) => {
        const straight = [fixture, ...scores.filter((line) => left.includes(seqOf(line) ?? -1))]
          .sort((a, b) => (seqOf(a) ?? -1) - (seqOf(b) ?? -1))
          .map((line) => (seqOf(line) === bad ? broken(line) : line));
        const shuffled = straight
          .map((line, i) => [keys[i] ?? 0, line] as const)
          .sort(([a], [b]) => a - b)
          .map(([, line]) => line);
        expect(await taken(shuffled, rules, inGroupsOf)).toEqual(await taken(straight, rules));
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  test('a torn line is counted for the gap that it leaves, wherever it stands', async () => {
    const torn = LINES.filter((line) => seqOf(line) !== 3);
    for (const at of [1, 4, torn.length]) {
      const { stored, store } = await taken(torn.toSpliced(at, 0, '{"FixtureId": 1690'), { onRefusal: 'skip' });
      expect([stored.map(([seq]) => seq), store.runs]).toEqual([[0, 1, 2, 4, 5, 6], [[3, 3]]]);
    }
  });
});

describe('a record that is early', () => {
  /** Knows the numbers that it has stored, and stores the next one, or any if it need not be patient. */
  function memory(rules: 'stop' | 'gaps') {
    let next = 0;
    const calls: [number, boolean][] = [];
    const taker: RecordTaker = {
      acceptAll: async (records, _, isPatient = false) => {
        const { LinesmanError } = await import('../../ts/sdk/error/linesmanError.js');
        return records.map((text) => {
          const { Seq: seq, FixtureId: fixtureId } = JSON.parse(text);
          calls.push([seq, isPatient]);
          if (seq > next && (isPatient || rules === 'stop'))
            return new LinesmanError(7043, { path: '$.Seq', seq, fixtureId, nextSeq: next });
          next = Math.max(next, seq + 1);
          return { status: 'accepted', record: { fixtureId, seq, ts: 1 } };
        });
      },
    };
    return { taker, calls };
  }
  const item = (Seq: number) => ({ text: JSON.stringify({ FixtureId: 1, Seq }) });
  const seqs = (decided: readonly { readonly of: { readonly text: string } }[]) =>
    decided.map(({ of }) => seqOf(of.text));

  test('of a stream waits for a time, and no longer', async () => {
    let now = 1_000;
    const waiting: number[] = [];
    const patience = new Patience(memory('gaps').taker, {
      wait: 100,
      now: () => now,
      onWaiting: (n) => waiting.push(n),
    });
    expect(patience.due).toBeUndefined();
    expect(seqs(await patience.take([item(0), item(2)]))).toEqual([0]);
    now += 60;
    expect(seqs(await patience.take([item(4)]))).toEqual([]);
    expect([patience.due, await patience.judge()]).toEqual([1_100, []]);
    now += 40;
    // The number before 4 may still come in its time.
    expect(seqs(await patience.judge())).toEqual([2]);
    expect(patience.due).toBe(1_160);
    expect(seqs(await patience.take([item(3)]))).toEqual([3, 4]);
    expect([patience.due, waiting]).toEqual([undefined, [1, 2, 2, 1, 0]]);
  });

  test('waits with no more others than are allowed; then the half that came first is decided', async () => {
    const { taker } = memory('stop');
    const patience = new Patience(taker, { most: 10 });
    for (let seq = 1; seq <= 10; seq++) expect(await patience.take([item(seq)])).toEqual([]);
    expect(seqs(await patience.take([item(11)]))).toEqual([1, 2, 3, 4, 5, 6]);
    // A refusal is final, and those that still wait follow what they waited for.
    expect(seqs(await patience.take([item(0)]))).toEqual([0]);
    expect(seqs(await patience.judge(Infinity))).toEqual([7, 8, 9, 10, 11]);
  });

  test('is tried once for itself, once when it may be next, and decided once, in whatever order', async () => {
    const { taker, calls } = memory('stop');
    const patience = new Patience(taker);
    const reversed = Array.from({ length: 500 }, (_, i) => item(499 - i));
    for (let i = 0; i < 500; i += 50) await patience.take(reversed.slice(i, i + 50));
    expect([[...patience.items()], calls.length]).toEqual([[], 999]);
  });

  test('costs the store nothing while one before it waits', async () => {
    const { taker, calls } = memory('stop');
    const patience = new Patience(taker);
    for (let seq = 1; seq <= 500; seq++) expect(await patience.take([item(seq)])).toEqual([]);
    expect(calls).toEqual([[1, true]]);
    // Those that are due are decided at once, and each in the end once.
    expect(seqs(await patience.take([item(0)])).length).toBe(501);
    expect(calls.length).toBe(502);
  });

  test('is kept when the store fails, and decided when the call is repeated', async () => {
    let isDown = false;
    const { taker } = memory('stop');
    const failing: RecordTaker = {
      acceptAll: (...given) => (isDown ? Promise.reject(new Error('gone')) : taker.acceptAll(...given)),
    };
    const patience = new Patience(failing);
    await patience.take([item(1)]);
    isDown = true;
    const first = item(0);
    await expect(patience.take([first])).rejects.toThrow('gone');
    await expect(patience.judge(Infinity)).rejects.toThrow('gone');
    isDown = false;
    expect(seqs(await patience.take([first]))).toEqual([0, 1]);
    // In each of the calls that one makes, nothing that was decided is lost or sent as new.
    for (const failsAt of [1, 2, 3, 4]) {
      const { taker: fresh, calls } = memory('gaps');
      let call = 0;
      const once: RecordTaker = {
        acceptAll: (...given) => (++call === failsAt ? Promise.reject(new Error('gone')) : fresh.acceptAll(...given)),
      };
      const again = new Patience(once, { most: 2 });
      const [zero, ...early] = [0, 1, 2, 4, 6, 7].map(item);
      const both = async () => seqs(await again.take([...early, ...(zero ? [zero] : [])]));
      await expect(both()).rejects.toThrow('gone');
      expect([failsAt, (await both()).concat(seqs(await again.judge(Infinity)))]).toEqual([
        failsAt,
        [0, 1, 2, 4, 6, 7],
      ]);
      expect(calls.filter(([seq]) => seq === 0).length).toBe(1);
    }
  });
});
