import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeScores } from '../../ts/records/record/scores/scoresRecord.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { Random } from '../../ts/season/random.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import type { Fields } from '../../ts/service/data/ingest/fields.js';
import { Ingest, type IngestDecision } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import type { StoredRecord } from '../../ts/service/data/store/recordStore.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { leftOut } from '../helpers/leftOut.js';
import { postgresServer } from '../helpers/postgresServer.js';
import { statements, testDatabase } from '../helpers/service/database.js';
import { matchFeed, oddsOnWire, START } from '../helpers/service/feed.js';
import { MemoryDatabase, memoryStore } from '../simulator/store/memoryStore.js';

const ID = 12_000_001;
const server = await postgresServer();
if (!server) leftOut('records that PostgreSQL refuses: PostgreSQL is not installed.');
const inProcess = await testDatabase();
const onServer = server && postgresPool(await server.database('storable'));
afterAll(async () => {
  await inProcess.end();
  await onServer?.end();
  await server?.remove();
});

const databases: readonly (readonly [string, SqlPool])[] = [
  ['PGlite', inProcess.pool],
  ...(onServer ? [['PostgreSQL', { connect: () => onServer.connect(), end: async () => {} }] as const] : []),
];
const { wire, odds } = matchFeed('soccer', ID, 'storable');
const fixture = { ...wire[0], Ts: START };
const score = (more: Fields = {}) => ({
  FixtureId: ID,
  Seq: 0,
  Ts: START,
  Action: 'status',
  Id: 1,
  Stats: {},
  ...more,
});
const oddsOf = (more: Fields = {}) => ({ ...oddsOnWire(odds[0] as (typeof odds)[0]), Ts: START, ...more });
/** This many incompressible characters. */
const noise = (length: number, random = new Random('noise')): string =>
  Array.from({ length }, () => String.fromCharCode(random.between(0x4e00, 0x9fff))).join('');

async function opened(pool: SqlPool): Promise<Store> {
  await statements(pool, 'drop schema public cascade', 'create schema public');
  return Store.over(pool);
}

describe.each(databases)('%s', (_, pool) => {
  let store: Store;
  let ingest: Ingest;
  let stored: StoredRecord[];
  let decided: IngestDecision[];
  beforeEach(async () => {
    store = await opened(pool);
    stored = [];
    decided = [];
    ingest = new Ingest({
      store,
      clock: new ManualClock(START),
      onAccepted: (records) => stored.push(...records),
      onDecided: (decisions) => decided.push(...decisions),
    });
  });
  const outcomes = async (records: readonly (string | object)[]) =>
    (await ingest.acceptAll(records)).map((result) =>
      result instanceof LinesmanError ? [result.number, result.context.path] : result.status,
    );

  test('indexed texts have up to 200 characters of any kind', async () => {
    const longest = noise(200);
    expect(
      await outcomes([
        fixture,
        score({ Action: longest }),
        score({ Seq: 1, Action: `${longest}.` }),
        score({ Seq: 1 }),
      ]),
    ).toEqual(['accepted', 'accepted', [7040, '$.Action'], 'accepted']);
    const line = { SuperOddsType: longest, MarketPeriod: longest, MarketParameters: longest };
    expect(await outcomes([oddsOf({ ...line, MessageId: longest })])).toEqual(['accepted']);
    for (const name of ['SuperOddsType', 'MarketPeriod', 'MarketParameters', 'MessageId'])
      expect(await outcomes([oddsOf({ MessageId: 'm', [name]: `${longest}.` })])).toEqual([[7040, `$.${name}`]]);
    await expect(ingest.accept(score({ Seq: 2, Action: `${longest}.` }))).rejects.toThrow(
      '$.Action has 201 characters; the limit is 200.',
    );
  });

  test('NUL and unpaired surrogates are refused everywhere', async () => {
    const cases: [string, string][] = [
      ['"Action":"a\\u0000"', '$.Action'],
      ['"Action":"\\uD83D"', '$.Action'],
      ['"Action":"a","More":{"Deep":["b","\\udc00\\ud83d"]}', '$.More.Deep[1]'],
      ['"Action":"a","More":"\\u0000"', '$.More'],
      ['"Action":"a","More":{"\\u0000":1}', '$.More'],
    ];
    expect(await outcomes([fixture])).toEqual(['accepted']);
    const text = (more: string) => `{"FixtureId":${ID},"Seq":0,"Ts":${START},"Id":1,"Stats":{},${more}}`;
    for (const [more, path] of cases) expect([more, await outcomes([text(more)])]).toEqual([more, [[7040, path]]]);
    expect(await outcomes([{ ...fixture, Ts: START + 1, Competition: 'a\0' }])).toEqual([[7040, '$.Competition']]);
    // A surrogate pair is valid, and an escaped backslash starts no escape.
    expect(await outcomes([text('"Action":"\\ud83d\\ude00","More":"\\\\u0000"')])).toEqual(['accepted']);
    expect((await store.records.find('scores', ID, 0))?.label).toBe('😀');
  });

  test('nesting too deep for the stack does not hold back other records', async () => {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const deep = `{"FixtureId":${ID},"Seq":0,"Ts":${START},"Action":"a","Id":1,"Stats":{},"More":${nested}}`;
    expect(await outcomes([fixture, deep, score()])).toEqual(['accepted', [7040, '$'], 'accepted']);
  });

  test.each([
    ['54000', 'create index on record (json)'],
    ['22012', `alter table record add check (1 / (case when json like '%poison%' then 0 else 1 end) = 1)`],
    ['23514', `alter table record add check (json not like '%poison%')`],
  ])('a record that the database refuses with %s does not hold back the others', async (state, statement) => {
    expect(await outcomes([fixture])).toEqual(['accepted']);
    await statements(pool, statement);
    const poison = { Poison: `poison ${noise(5_000)}` };
    const records = [
      ...Array.from({ length: 9 }, (_, Seq) => score({ Seq })),
      score({ Seq: 9, ...poison }),
      oddsOf(),
      score({ Seq: 10 }),
      score({ Seq: 9 }),
      oddsOf({ MessageId: 'm', ...poison }),
    ];
    const expected = [...Array(9).fill('accepted'), [7148, '$'], 'accepted', [7043, '$.Seq'], 'accepted', [7148, '$']];
    expect(await outcomes(records)).toEqual(expected);
    expect(stored.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual([
      'fixtures 0',
      ...Array.from({ length: 9 }, (_, seq) => `scores ${seq}`),
      'odds 0',
      'scores 9',
    ]);
    expect(decided.slice(1).map(({ status, error }) => error?.number ?? status)).toEqual(
      expected.map((one) => (typeof one === 'string' ? one : one[0])),
    );
    await expect(ingest.accept(score({ Seq: 10, ...poison }))).rejects.toMatchObject({
      number: 7148,
      message: expect.stringContaining(`SQLSTATE ${state}`),
    });
    // Sent again, stored records are repeats, and the stream has no gap.
    expect(await outcomes(records.slice(0, 9))).toEqual(Array(9).fill('repeated'));
    expect(
      (await store.records.streamAfter('scores', { slot: 0, index: -1 }, 100)).map(({ streamIndex }) => streamIndex),
    ).toEqual(Array.from({ length: 10 }, (_, i) => i));
  });

  test('while the database is unreachable, nothing is refused', async () => {
    const failing = (code: string) =>
      new Ingest({
        store: {
          records: { append: async () => Promise.reject(Object.assign(new Error('no'), { code })) },
        } as unknown as Store,
        clock: new ManualClock(START),
      });
    for (const code of ['ECONNRESET', '57P01', '53300', '40P01', '25006'])
      await expect(failing(code).acceptAll([fixture, score()])).rejects.toMatchObject({ code });
  });
});

/** Paths of texts in a record. */
function textPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textPaths(inner, [...path, name]));
}

function changed(value: unknown, [name, ...rest]: readonly string[], to: string): unknown {
  if (name === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = changed(copy[name], rest, to);
  return copy;
}

const ALPHABETS: readonly ((random: Random) => number)[] = [
  (random) => random.between(0x20, 0x7e),
  (random) => random.between(0x80, 0xd7ff),
  (random) => random.between(0x1_0000, 0x10_ffff),
  (random) => random.between(0xe000, 0xffff),
  (random) => random.between(0, 0x1f),
  (random) => random.pick([0x22, 0x27, 0x5c, 0x2f, 0x7b, 0x7d, 0x2c, 0x24, 0x3a]),
  (random) => random.pick([0x300, 0x200d, 0x2028, 0x202e, 0xfeff, 0xfffd, 0xffff]),
];
const LENGTHS = [0, 1, 2, 7, 64, 200, 201, 1_000, 4_000];

function anyText(random: Random): string {
  const alphabet = random.pick(ALPHABETS);
  const points = Array.from({ length: random.pick(LENGTHS) }, () =>
    (random.onceIn(5) ? random.pick(ALPHABETS) : alphabet)(random),
  );
  if (random.onceIn(6))
    points.splice(random.below(points.length + 1), 0, random.pick([0, 0xd800, 0xdbff, 0xdc00, 0xdfff]));
  return String.fromCodePoint(...points);
}

/** Records that together show every path of a text, with the paths new in each. */
function covering(
  records: readonly Fields[],
): { readonly record: Fields; readonly paths: readonly (readonly string[])[] }[] {
  const seen = new Set<string>();
  return records.flatMap((record) => {
    const paths = textPaths(record).filter((path) => {
      const place = path.map((name) => (/^\d+$/.test(name) ? '0' : name)).join('.');
      if (seen.has(place)) return false;
      seen.add(place);
      return true;
    });
    return paths.length > 0 ? [{ record, paths }] : [];
  });
}

const scoresOf = (sport: 'soccer' | 'basketball' | 'us-football') =>
  matchRecords({ seed: 'storable', sport, fixtureId: ID, startTime: START }).scores.map(
    (record) => encodeScores(record as Parameters<typeof encodeScores>[0], 'snapshot') as Fields,
  );

describe.each([
  ['as they are served', validateRecord],
  ['without a validation', undefined],
])('random texts at every path of a record, %s', (_, validate) => {
  const run = async (store: Store) => {
    const random = new Random('any text');
    const outcomes: (string | number)[] = [];
    const ingest = new Ingest({ store, clock: new ManualClock(START + 1_000_000), ...(validate && { validate }) });
    const take = async (record: Fields): Promise<boolean> => {
      const text = JSON.stringify(record);
      const [result] = await ingest.acceptAll([text]);
      outcomes.push(result instanceof LinesmanError ? result.number : (result?.status ?? 'nothing'));
      if (result === undefined || result instanceof LinesmanError) return false;
      const { kind, fixtureId, seq } = result.record;
      const stored = await store.records.find(kind, fixtureId, seq);
      expect(JSON.parse(stored?.json ?? '')).toEqual({ ...record, Ts: stored?.ts });
      if (kind === 'scores') expect(stored?.label).toBe(record.Action);
      return true;
    };
    for (const { record, paths } of covering([wire[0] as Fields]))
      for (const path of paths)
        for (let i = 0; i < 9; i++) await take(changed(record, path, anyText(random)) as Fields);
    for (const [i, sport] of (['soccer', 'basketball', 'us-football'] as const).entries()) {
      const FixtureId = ID + 1 + i;
      await take({ ...wire[0], FixtureId, Sport: sport, Ts: START });
      let Seq = 0;
      for (const { record, paths } of covering(scoresOf(sport)))
        for (const path of paths)
          for (let n = 0; n < 9; n++)
            if (await take(changed({ ...record, FixtureId, Seq, Ts: START }, path, anyText(random)) as Fields)) Seq++;
    }
    const base: Fields = oddsOf({ FixtureId: ID + 1 });
    let message = 0;
    for (const path of textPaths(base))
      for (let n = 0; n < 9; n++) {
        const MessageId = String(base.MessageId).replace(/^\d{10}/, `${++message}`.padStart(10, '0'));
        await take(changed({ ...base, MessageId }, path, anyText(random)) as Fields);
      }
    return outcomes;
  };

  test('are accepted or refused with a number, the same on every database', async () => {
    const all: (readonly (string | number)[])[] = [];
    for (const [, pool] of databases) all.push(await run(await opened(pool)));
    all.push(await run(memoryStore(new MemoryDatabase())));
    const [first = []] = all;
    for (const other of all) expect(other).toEqual(first);
    const kinds = new Set(first);
    expect(kinds).toContain('accepted');
    expect(kinds).toContain(7040);
    // What the database would refuse is refused earlier.
    expect(kinds).not.toContain(7148);
    expect(first.filter((one) => one === 'accepted').length).toBeGreaterThan(100);
  });
});
