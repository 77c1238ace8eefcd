import { describe, expect, test } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type { EpochDay } from '../../ts/sdk/format/slotTime.js';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import type { StatKey } from '../../ts/sdk/format/statKey.js';
import { keysOfSport, zeroMarker } from '../../ts/sdk/format/zeroMap.js';
import { proveCompact } from '../../ts/sdk/proof/compact.js';
import { compactForm } from '../../ts/sdk/proof/compactForm.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import type { StatProof } from '../../ts/sdk/proof/proof.js';
import { verify } from '../../ts/sdk/proof/verify.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { Intake, type IntakeRules } from '../../ts/service/data/ingest/intake.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { rulesIn, rulesLine } from '../../ts/service/data/intake/answerLine.js';
import { databaseOver } from '../../ts/service/data/store/databaseOver.js';
import { migrate, readMigrations } from '../../ts/service/data/store/migrate.js';
import { pglitePool } from '../../ts/service/data/store/pglitePool.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { exportDay } from '../../ts/service/roots/archive/exportDay.js';
import { importDay } from '../../ts/service/roots/archive/importDay.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { linesman } from '../helpers/cli.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { statements } from '../helpers/service/database.js';
import { matchWire } from '../helpers/service/matchWire.js';
import { DAY, MINUTE, SLOT, START } from '../helpers/service/sentRecords.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';
import { StoredService } from '../helpers/service/storedService.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { thrown } from '../helpers/thrown.js';

/** A made-up provider that knows 12 stats of a match: some by part, one only as a total, and no others. */

type Fields = Readonly<Record<string, unknown>>;
type Stats = Readonly<Record<string, number>>;

const SEED = 'stated';
const ID = 12_700_001;
const CORNERS = 7;
const TWELVE: { readonly [S in Sport]: readonly number[] } = {
  soccer: [1, 2, 3, 4, 7, 8, 1001, 1002, 3001, 3002, 7001, 7002],
  basketball: [1, 2, 3, 4, 7, 8, 1001, 1002, 2001, 2002, 10001, 10002],
  'us-football': [1, 2, 3, 4, 7, 8, 1001, 1002, 2001, 2002, 10001, 10002],
};
/** One goal or point of the first participant in the first part, and ten of what key 7 counts. */
const VALUES: Stats = { 1: 1, 1001: 1, 10001: 1, 7: 10 };
const statsOf = (keys: readonly number[], values: Stats = VALUES): Stats =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? 0]));

/** The fixture record, and score records with these stats, a second apart; the last one is final. */
function provider(sport: Sport, stats: readonly Stats[], declared?: readonly number[]): [Fields, ...Fields[]] {
  const all = matchWire(SEED, sport, ID, START).map(({ wire }) => wire);
  const fixture = all.find((wire) => 'Sport' in wire) as Fields;
  const final = all.findLast(({ StatusId }) => StatusId === 100) as Fields;
  return [
    { ...fixture, ...(declared && { StatKeys: declared }) },
    ...stats.map((Stats, Seq) => ({ ...final, Seq, Stats, Ts: START + 1_000 * Seq })),
  ];
}

const databases = await storeDatabases('PGlite', 'memory');

describe.each(databases)('%s', (name, database) => {
  async function intake(store?: Store, now = START + MINUTE) {
    const into = store ?? (await database.fresh());
    const refused: number[] = [];
    const ingest = new Ingest({
      store: into,
      clock: new ManualClock(now),
      validate: validateRecord,
      onDecided: (decisions) => refused.push(...decisions.flatMap(({ error }) => error?.number ?? [])),
    });
    const send = async (records: readonly Fields[], rules?: IntakeRules) => {
      const results = await ingest.acceptAll(records, undefined, false, rules && new Intake(rules));
      return results.map((result) => (result instanceof LinesmanError ? result.number : result.status));
    };
    return { store: into, send, refused };
  }

  describe.each(SPORTS)('a provider of 12 stats of %s', (sport) => {
    const keys = TWELVE[sport];

    test('has these proven, and no other in any form', async () => {
      const service = await StoredService.start(await database.fresh());
      await service.accept(provider(sport, [{}, statsOf(keys), statsOf(keys)]));
      service.clock.set(START + SLOT + MINUTE);
      await service.sealAndPublish();
      const headers = {
        authorization: `Bearer ${await service.sessions.start()}`,
        'x-api-token': await service.subscribed('w', 0),
      };
      const get = async (path: string, accept = 'application/problem+json') =>
        service.app.inject({ method: 'GET', url: `/api/${path}`, headers: { ...headers, accept } });
      const asked = (key: number, seq = 2) => ({
        v1: `scores/stat-validation?fixtureId=${ID}&seq=${seq}&statKey=${key}`,
        v2: `scores/stat-validation?fixtureId=${ID}&seq=${seq}&statKeys=1,${key}`,
        v3: `scores/stat-validation-v3?fixtureId=${ID}&seq=${seq}&statKeys=${key}`,
        v4: `scores/stat-validation-v4?fixtureId=${ID}&seq=${seq}&statKeys=${key}`,
        public: `public/scores/${ID}/proof?statKeys=${key}`,
      });
      // The first of the two kinds for each form; every key where it costs little.
      const every =
        name === 'memory' ? keysOfSport(sport) : [1, 2, CORNERS, 5, 2001, 3007, 10003].map((key) => key as StatKey);
      for (const key of every.filter((one) => keysOfSport(sport).includes(one)))
        for (const [form, path] of Object.entries(asked(key))) {
          const answer = await get(path);
          if (keys.includes(key)) expect([form, key, answer.statusCode]).toEqual([form, key, 200]);
          else expect([form, key, answer.statusCode, answer.json().code]).toEqual([form, key, 404, 7413]);
        }
      const unstated = keysOfSport(sport).find((key) => !keys.includes(key)) as StatKey;
      const said = await get(asked(unstated).v4, 'text/plain');
      expect([said.statusCode, said.body]).toEqual([404, expect.stringContaining(`does not report stat ${unstated}`)]);
      // A record without stats, a key of no sport: as before.
      expect((await get(asked(1, 0).v4)).json().code).not.toBe(7413);
      expect((await get(asked(9_999).v4)).json().code).not.toBe(7413);

      // No forged zero passes either, whatever form it takes.
      for (const path of Object.values(asked(2))) {
        const proof = parseProof((await get(path)).json()) as StatProof;
        const judged = (one: StatProof) => verify(one, { sport });
        expect(judged(proof)).toMatchObject({ kind: 'stat' });
        const last = proof.leaves.length - 1;
        for (const key of keysOfSport(sport).filter((one) => !keys.includes(one))) {
          const leaves = proof.leaves.map((leaf, i) => (i === last ? { ...leaf, stat: { ...leaf.stat, key } } : leaf));
          expect(thrown(() => judged({ ...proof, leaves }))).toMatchObject({ number: 6074 });
        }
        expect(proof.leaves[last]?.statProof[0]?.hash).toEqual(zeroMarker(sport));
      }
      // Keys are part of the question, not of the compact form: the same bytes for another key.
      const compact = compactForm(parseProof((await get(asked(2).v3)).json()) as StatProof);
      const question = (key: number) => ({ fixtureId: ID, keys: [key], sport });
      expect(proveCompact(compact, question(2)).facts).toMatchObject([{ key: 2, kind: 'absent', value: 0 }]);
      for (const key of keysOfSport(sport).filter((one) => !keys.includes(one)))
        expect(thrown(() => proveCompact(compact, question(key)))).toMatchObject({ number: 6074 });

      // A saved refusal is no proof, and gets no verdict.
      const refusal = await linesman(['verify', '-', '--sport', sport], (await get(asked(unstated).v4)).body);
      expect([refusal.code, refusal.stdout]).toEqual([2, '']);
      await service.close();
    });

    test('is shown as such, from its declaration or its first stats on', async () => {
      const whole = keysOfSport(sport);
      for (const [declared, stats, before, after] of [
        [undefined, keys, null, keys],
        [keys, keys, keys, keys],
        [undefined, whole, null, 'all'],
        [whole, whole, 'all', 'all'],
      ] as const) {
        const service = await StoredService.start(await database.fresh());
        const [fixture, ...scores] = provider(sport, [{}, statsOf(stats, {})], declared);
        const headers = {
          authorization: `Bearer ${await service.sessions.start()}`,
          'x-api-token': await service.subscribed('w', 0),
        };
        const shown = async (path: string) => {
          const { matches } = (await service.app.inject({ method: 'GET', url: path, headers })).json();
          return [matches[0].statKeys, matches[0].sumsDiffer];
        };
        await service.accept([fixture]);
        expect(await shown('/api/matches')).toEqual([before, false]);
        await service.accept(scores);
        expect(await shown('/api/matches')).toEqual([after, false]);
        // Visitors do not learn from it that there was an event.
        expect(await shown('/api/public/matches')).toEqual([before, false]);
        const [snapshot] = (await service.app.inject({ method: 'GET', url: '/api/fixtures/snapshot', headers })).json();
        expect(snapshot.StatKeys).toEqual(after === 'all' ? (declared ? whole : undefined) : after);
        await service.close();
      }
    });
  });

  const TWELVE_OF_SOCCER = statsOf(TWELVE.soccer);
  const { 8: _, ...eleven } = TWELVE_OF_SOCCER;
  const thirteen = { ...TWELVE_OF_SOCCER, 5: 0 };

  test.each([
    [undefined, 7043],
    [{ onRefusal: 'stop' }, 7043],
    [{ onRefusal: 'skip' }, 'accepted'],
    [{ onRefusal: 'hold' }, 'held'],
    [{ gaps: true }, 'accepted'],
    [{ acceptSums: true }, 7043],
  ] as const)('fewer keys or more are refused, with %j', async (rules, later) => {
    for (const other of [eleven, thirteen, { ...eleven, 5: 0 }, statsOf(keysOfSport('soccer'))]) {
      const { store, send } = await intake();
      const sent = provider('soccer', [{}, TWELVE_OF_SOCCER, other, {}, TWELVE_OF_SOCCER]);
      expect(await send(sent, rules)).toEqual(['accepted', 'accepted', 'accepted', 7410, later, later]);
      expect(await send(sent.slice(0, 3), rules)).toEqual(['repeated', 'repeated', 'repeated']);
      expect((await store.records.fixture(ID))?.stated).toMatchObject({ keys: TWELVE.soccer.join(), isFixed: true });
    }
  });

  test('a held record that its match no longer allows is refused by number when its turn comes', async () => {
    const { send, refused, store } = await intake();
    const [fixture, first, second] = provider('soccer', [TWELVE_OF_SOCCER, thirteen]) as [Fields, Fields, Fields];
    expect(await send([fixture, second], { onRefusal: 'hold' })).toEqual(['accepted', 'held']);
    expect([await send([first], { onRefusal: 'hold' }), refused]).toEqual([['accepted'], [7410]]);
    expect((await itemsOf(store.records.pagesOfFixture('scores', ID))).map(({ seq }) => seq)).toEqual([0]);
    expect(await send([{ ...second, Stats: TWELVE_OF_SOCCER }])).toEqual(['accepted']);
  });

  test('a declared set may lose keys before the first stats, and never changes otherwise', async () => {
    const { send } = await intake();
    const declaring = (keys: readonly number[], Ts: number) => ({ ...provider('soccer', [], keys)[0], Ts });
    const [plain, score, next] = provider('soccer', [TWELVE_OF_SOCCER, TWELVE_OF_SOCCER]) as [Fields, Fields, Fields];
    const more = [...TWELVE.soccer, 5];
    expect(await send([declaring(more, START - 9), declaring(TWELVE.soccer, START - 8)])).toEqual([
      'accepted',
      'accepted',
    ]);
    expect(await send([declaring(more, START - 7), declaring([5], START - 6)])).toEqual([7411, 7411]);
    expect(await send([{ ...score, Stats: thirteen }, score, { ...plain, Ts: START - 5 }, next])).toEqual([
      7410,
      'accepted',
      'accepted',
      'accepted',
    ]);
    expect(await send([declaring([1, 2], START - 4), declaring(TWELVE.soccer, START - 3)])).toEqual([7411, 'accepted']);
    for (const wrong of [[], [1, 1], [9], ['1'], 1, [1.5]])
      expect([wrong, typeof (await send([declaring(wrong as number[], START - 2)]))[0]]).toEqual([wrong, 'number']);
  });

  test('a total that its parts do not add up to is refused, or marks the fixture', async () => {
    const values = { 1: 2, 1001: 1, 3001: 0, 7001: 0 };
    const wrong = statsOf(TWELVE.soccer, values);
    const { store, send } = await intake();
    const sent = provider('soccer', [TWELVE_OF_SOCCER, wrong, TWELVE_OF_SOCCER]);
    expect(await send(sent)).toEqual(['accepted', 'accepted', 7412, 7043]);
    expect((await store.records.fixture(ID))?.stated?.sumsDiffer).toBe(false);
    expect(await send(sent.slice(2), { acceptSums: true })).toEqual(['accepted', 'accepted']);
    expect((await store.records.fixture(ID))?.stated?.sumsDiffer).toBe(true);
    // A part that is not stated may be anything.
    const { 7001: _extra, 7002: _time, ...ten } = wrong;
    const other = await intake();
    expect(await other.send(provider('soccer', [ten]))).toEqual(['accepted', 'accepted']);
    // Halves of US football; its total has overtime, which no key holds.
    const football = [1, 1001, 10001, 20001];
    const third = await intake();
    expect(await third.send(provider('us-football', [statsOf(football, { 1: 9, 1001: 7, 10001: 7 })]))).toEqual([
      'accepted',
      'accepted',
    ]);
    expect(
      (await third.send([{ ...provider('us-football', [statsOf(football, { 1001: 7, 10001: 3 })])[1], Seq: 1 }]))[0],
    ).toBe(7412);
  });

  test('an import keeps the set, and refuses an archive with another one', async () => {
    const folder = temporaryFolder('stated');
    const day = Math.floor(START / DAY) as EpochDay;
    // Another store took the match of the next day with other stats.
    const other = await intake(undefined, START + DAY + MINUTE);
    const [fixture, late] = provider('soccer', [thirteen]);
    const sent = [fixture, { ...late, Seq: 5, Ts: START + DAY }];
    expect(await other.send(sent, { gaps: true })).toEqual(['accepted', 'accepted']);
    await new Sealer({ store: other.store, clock: new ManualClock(START + 2 * DAY + SLOT) }).sealDue();
    const next = await exportDay({ store: other.store, day: (day + 1) as EpochDay, folder });
    const wrong = statsOf(TWELVE.soccer, { 1: 2 });
    const { store, send } = await intake();
    const all = provider('soccer', [{}, TWELVE_OF_SOCCER, wrong]);
    expect(await send(all, { acceptSums: true })).toEqual(all.map(() => 'accepted'));
    await new Sealer({ store, clock: new ManualClock(START + DAY + SLOT) }).sealDue();
    const { path } = await exportDay({ store, day, folder });
    const importing = await database.fresh();
    await importDay({ store: importing, path });
    expect((await importing.records.fixture(ID))?.stated).toEqual({
      keys: TWELVE.soccer.join(),
      isFixed: true,
      sumsDiffer: true,
    });
    const [, score] = all as [Fields, Fields];
    const again = await intake(importing);
    expect(await again.send([{ ...score, Seq: 3, Stats: thirteen }])).toEqual([7410]);
    await expect(importDay({ store: importing, path: next.path })).rejects.toMatchObject({ number: 7410 });
  });
});

test('the rules of a sender arrive at a running service', () => {
  expect(rulesIn(rulesLine({ acceptSums: true }))).toEqual({ acceptSums: true, gaps: false });
});

test('the migration takes the set of each fixture from its first record with stats', async () => {
  const pool = await pglitePool(undefined, true);
  try {
    const migrations = readMigrations();
    const database = databaseOver(pool);
    await statements(pool, 'drop schema public cascade', 'create schema public');
    await migrate(
      database,
      migrations.filter(({ version }) => version < 10),
    );
    const [fixture] = provider('soccer', []);
    const record = (seq: number, json: string, id = 1) =>
      `insert into record values ('scores', ${id}, ${seq}, 0, 0, 0, ${10 * id + seq}, '', null, '', '${json}')`;
    await statements(
      pool,
      ...[1, 2, 3].map(
        (id) =>
          `insert into fixture values (${id}, 'soccer', 1, 0, '${JSON.stringify(fixture).replaceAll("'", "''")}')`,
      ),
      record(0, '{"Stats":{}}'),
      record(1, '{"Stats":{"1001":0,"2":0,"1":3}}'),
      record(2, '{"Stats":{"1":3}}'),
      record(0, '{"Stats":{}}', 2),
    );
    await migrate(database, migrations);
    const rows = await database
      .selectFrom('fixture')
      .select(['fixture_id', 'stat_keys', 'stats_fixed'])
      .orderBy('fixture_id')
      .execute();
    expect(rows.map(({ stat_keys, stats_fixed }) => [stat_keys, stats_fixed])).toEqual([
      ['1,2,1001', true],
      [null, false],
      [null, false],
    ]);
  } finally {
    await pool.end();
  }
});
