import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type { EpochDay } from '../../ts/sdk/format/slotTime.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { Intake, type IntakeRules } from '../../ts/service/data/ingest/intake.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { slotLength } from '../../ts/service/data/store/recordKind.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { runChecks } from '../../ts/service/health/check.js';
import { missingCheck } from '../../ts/service/health/checks.js';
import { ServiceMetrics } from '../../ts/service/metrics/serviceMetrics.js';
import { exportDay } from '../../ts/service/roots/archive/exportDay.js';
import { importDay } from '../../ts/service/roots/archive/importDay.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { expectFires } from '../helpers/deploy/firing.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** Matches with refused and missing records, by the rules of the one who sends them. */

const ID = 12_400_001;
const [fixture = '', ...scores] = readFileSync(new URL('feeds/feed-conditions.ndjson', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '');
const all = scores.map((_, seq) => seq);
const NOW = Date.parse('2027-01-15T09:00:00Z');

const databases = await storeDatabases('PGlite', 'memory');

describe.each(databases)('%s', (_, database) => {
  let store: Store;

  async function service() {
    store = await database.fresh();
    const clock = new ManualClock(NOW);
    const metrics = new ServiceMetrics({ defaults: false });
    metrics.watchMissing(() => store.records.missingScores());
    const streamed: number[] = [];
    const ingest = new Ingest({
      store,
      clock,
      validate: validateRecord,
      onDecided: metrics.onDecided,
      onAccepted: (records) => streamed.push(...records.filter(({ kind }) => kind === 'scores').map(({ seq }) => seq)),
    });
    await ingest.acceptAll([fixture]);
    const send = async (
      seqs: readonly number[],
      rules?: IntakeRules,
      change?: (line: string, seq: number) => string,
    ) => {
      const lines = seqs.map((seq) => change?.(scores[seq] ?? '', seq) ?? scores[seq] ?? '');
      const results = await ingest.acceptAll(lines, undefined, false, rules && new Intake(rules));
      return results.map((result) => (result instanceof LinesmanError ? result.number : result.status));
    };
    const stored = async () => (await itemsOf(store.records.pagesOfFixture('scores', ID))).map(({ seq }) => seq);
    const ready = async () => (await runChecks([missingCheck(() => store.records.missingScores())])).checks[0];
    return { clock, metrics, send, stored, ready, streamed };
  }

  const broken = (at: number) => (line: string, seq: number) => (seq === at ? line.replace('"Ts":', '"Tx":') : line);
  const torn = (at: number) => (line: string, seq: number) => (seq === at ? line.slice(0, 40) : line);

  describe('a refused record', () => {
    test('stops its match, until it is given', async () => {
      const { send, stored, ready } = await service();
      for (const rules of [undefined, { onRefusal: 'stop' }] as const)
        expect(await send(all, rules, broken(3))).toEqual([
          ...all.slice(0, 3).map(() => (rules ? 'repeated' : 'accepted')),
          7031,
          ...all.slice(4).map(() => 7043),
        ]);
      expect([await stored(), (await ready())?.ok]).toEqual([[0, 1, 2], true]);
      expect(await send(all.slice(3))).toEqual(all.slice(3).map(() => 'accepted'));
    });

    test.each([
      ['that can be told', broken(3)],
      ['that is torn', torn(3)],
    ])('%s is skipped if the sender wants it so, is said to be missing, and can be given later', async (_, change) => {
      const { send, stored, ready, metrics, streamed } = await service();
      const [refused] = (await send([3], {}, change)) as number[];
      const statuses = all.map((seq) => (seq === 3 ? refused : 'accepted'));
      expect(await send(all, { onRefusal: 'skip' }, change)).toEqual(statuses);
      expect(await stored()).toEqual(all.filter((seq) => seq !== 3));
      expect(await ready()).toMatchObject({ ok: true, reason: expect.stringContaining(`3 to 3 of fixture ${ID}`) });
      expect(await metrics.text()).toContain('\nlinesman_missing_scores 1\n');
      expectFires('LinesmanScoresMissing', await metrics.text());
      // Rules are not needed to give it, and nothing else changes.
      expect(await send([3, 3, 4])).toEqual(['accepted', 'repeated', 'repeated']);
      expect([await stored(), streamed.at(-1), await ready()]).toEqual([all, 3, { name: 'records', ok: true }]);
      const times = (await itemsOf(store.records.pagesOfFixture('scores', ID))).map(({ ts }) => ts);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    });

    test('that is skipped does not let other records be missing', async () => {
      const { send, stored } = await service();
      const sent = all.filter((seq) => seq !== 5);
      const expected = [...[0, 1, 2].map(() => 'accepted'), 7031, 'accepted', ...all.slice(6).map(() => 7043)];
      expect(await send(sent, { onRefusal: 'skip' }, broken(3))).toEqual(expected);
      expect(await stored()).toEqual([0, 1, 2, 4]);
    });

    test('holds the rest of its match, which follows by itself', async () => {
      const { send, stored, ready, metrics, streamed } = await service();
      const expected = [...[0, 1, 2].map(() => 'accepted'), 7031, ...all.slice(4).map(() => 'held')];
      expect(await send(all, { onRefusal: 'hold' }, broken(3))).toEqual(expected);
      // Sent again in another call.
      expect(await send(all.slice(5), { onRefusal: 'hold' })).toEqual(all.slice(5).map(() => 'held'));
      expect(await stored()).toEqual([0, 1, 2]);
      expect(await ready()).toMatchObject({ ok: true, reason: expect.stringContaining(`fixture ${ID} for 3`) });
      expect(await metrics.text()).toContain(`\nlinesman_held_scores ${all.length - 4}\n`);
      expectFires('LinesmanScoresHeld', await metrics.text());
      expect(await send([3])).toEqual(['accepted']);
      expect([await stored(), streamed]).toEqual([all, all]);
      const json = (await itemsOf(store.records.pagesOfFixture('scores', ID))).map((one) => one.json);
      expect(json).toEqual(scores);
      expect(await send(all)).toEqual(all.map(() => 'repeated'));
      expect(await ready()).toEqual({ name: 'records', ok: true });
    });
  });

  describe('a match with missing records', () => {
    test('may begin late, up to the number that is named', async () => {
      const { send, stored, ready } = await service();
      expect(await send([2, 3])).toEqual([7043, 7043]);
      expect(await send([2, 3], { fromSeq: 1 })).toEqual([7043, 7043]);
      expect(await send([2, 3, 5], { fromSeq: 2 })).toEqual(['accepted', 'accepted', 7043]);
      expect(await stored()).toEqual([2, 3]);
      expect((await ready())?.reason).toContain(`2 score records are missing and cannot be proven: 0 to 1`);
    });

    test('may have gaps anywhere, and each record is found where it is in its batch', async () => {
      const { send, stored, ready, clock } = await service();
      expect(await send([1, 2, 5, 7], { gaps: true })).toEqual(Array(4).fill('accepted'));
      expect(await stored()).toEqual([1, 2, 5, 7]);
      expect((await ready())?.reason).toContain('4 score records are missing');
      const competitionIds = await store.matches.competitions();
      expect(await store.matches.page({ competitionIds, order: 'latest', limit: 9 })).toMatchObject([{ updates: 4 }]);
      // What is between others goes there, also the middle of a run, and in any order.
      expect(await send([4, 3, 0])).toEqual(Array(3).fill('accepted'));
      expect(await stored()).toEqual([0, 1, 2, 3, 4, 5, 7]);
      clock.set(NOW + 3_600_000);
      await new Sealer({ store, clock }).sealDue();
      expect(await send([6])).toEqual([7400]);
      for (const { ts } of await itemsOf(store.records.pagesOfFixture('scores', ID))) {
        const from = ts - (ts % slotLength('scores'));
        const own = await itemsOf(
          store.records.pagesInRange('scores', { from, to: from + slotLength('scores') }, { fixtureId: ID }),
        );
        own.sort((a, b) => a.seq - b.seq);
        const [seqs, texts] = [own.map(({ seq }) => seq), own.map(({ json }) => json)];
        const parts = await store.batches.scoreParts(from, { fixtureIds: [ID], after: ID, more: 1 });
        expect(parts.map((part) => [part.seqs, part.texts])).toEqual([[seqs, texts]]);
      }
      expect((await ready())?.reason).toContain('1 score records are missing and cannot be proven: 6 to 6');
    });

    test('are the same in a store that imports its days, in any order', async () => {
      const DAY_MS = 86_400_000;
      const { send, clock } = await service();
      const days = [Math.floor(NOW / DAY_MS), Math.floor(NOW / DAY_MS) + 1] as EpochDay[];
      expect(await send([1, 2, 4], { gaps: true })).toEqual(Array(3).fill('accepted'));
      clock.set(NOW + DAY_MS);
      const later = (line: string) => line.replace(/"Ts": ?\d+/, `"Ts": ${NOW + DAY_MS - 60_000}`);
      expect(await send([7], { gaps: true }, later)).toEqual(['accepted']);
      clock.set(NOW + 2 * DAY_MS);
      await new Sealer({ store, clock }).sealDue();
      const { runs: expected } = await store.records.missingScores(9);
      expect(expected.map(({ first, last }) => [first, last]).sort()).toEqual([
        [0, 0],
        [3, 3],
        [5, 6],
      ]);
      const folder = temporaryFolder('missing');
      const paths: string[] = [];
      for (const day of days) paths.push((await exportDay({ store, day, folder })).path);
      for (const order of [paths, paths.toReversed(), [...paths, ...paths]]) {
        const importing = await database.fresh();
        for (const path of order) await importDay({ store: importing, path });
        const { missing, runs } = await importing.records.missingScores(9);
        expect([missing, new Set(runs.map(({ first, last }) => `${first}-${last}`))]).toEqual([
          4,
          new Set(['0-0', '3-3', '5-6']),
        ]);
      }
    });
  });
});
