import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { type EpochDay, slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { dailyRoot } from '../../ts/sdk/proof/rootsAccount.js';
import { verify } from '../../ts/sdk/proof/verify.js';
import { Random } from '../../ts/season/random.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { pglitePool } from '../../ts/service/data/store/pglitePool.js';
import type { RecordKind } from '../../ts/service/data/store/recordKind.js';
import type { NewRecord } from '../../ts/service/data/store/recordStore.js';
import type { SqlPool } from '../../ts/service/data/store/sqlPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { type AuditedDay, auditDay } from '../../ts/service/roots/archive/auditDay.js';
import { DayArchive } from '../../ts/service/roots/archive/dayArchive.js';
import { exportDay } from '../../ts/service/roots/archive/exportDay.js';
import { importDay } from '../../ts/service/roots/archive/importDay.js';
import { Proofs } from '../../ts/service/roots/proofs/proofs.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import type { RootsReader } from '../../ts/service/roots/publish/rootsChain.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';
import { Crash, Mortal } from '../helpers/service/crash.js';
import { rowsOf, sharedDatabase, statements } from '../helpers/service/database.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { MemoryChain } from '../helpers/service/memoryChain.js';
import { noted, withPagesOf } from '../helpers/service/pageSizes.js';
import { until } from '../helpers/service/until.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const SEED = 'archive';
const DAY_MS = 86_400_000;
const MINUTE = 60_000;
/** The feeds end here, so that the suite takes seconds. */
const UNTIL = START + 45 * MINUTE;
const DAY = Math.floor(START / DAY_MS) as EpochDay;
const KEY = new OracleKey(new Uint8Array(32).fill(78));
const FILES = ['batches.ndjson.gz', 'fixtures.ndjson.gz', 'manifest.json', 'records.ndjson.gz'];

const feeds = (['soccer', 'basketball', 'us-football'] as const).map((sport, i) => ({
  sport: sport as Sport,
  ...matchFeed(sport, [9_000_001, 12_000_002, 100_000_003][i] ?? 0, `${SEED}/${i}`, START + (10 + 7 * i) * MINUTE),
}));
const WIRE = feeds
  .flatMap((feed) => feed.wire)
  .filter(({ Ts }) => Number(Ts) < UNTIL)
  .sort((a, b) => Number(a.Ts) - Number(b.Ts));

/** Always in memory: the server that the tests may be given is the target. */
let source: { readonly pool: SqlPool; readonly end: () => Promise<void> };
const target = sharedDatabase();
let store: Store;
let chain: MemoryChain;
const folder = temporaryFolder('archive');
/** A complete archive of the day, copied before it is damaged. */
let archive: string;

/** The file of an open descriptor; empty if it has been closed. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

beforeAll(async () => {
  const inner = await pglitePool();
  source = { pool: { connect: () => inner.connect(), end: async () => {} }, end: () => inner.end() };
  store = await Store.over(source.pool);
  const clock = new ManualClock(START + DAY_MS);
  // In parts at different times, so that stream positions differ from record times.
  const ingest = new Ingest({ store, clock });
  for (let i = 0; i < WIRE.length; i += 400) {
    for (const result of await ingest.acceptAll(WIRE.slice(i, i + 400)))
      expect(result).toMatchObject({ status: 'accepted' });
    clock.advance(MINUTE);
  }
  await new Sealer({ store, clock }).sealDue();
  chain = new MemoryChain();
  await new Publisher({ store, clock, chain, holder: 'a' }).publishBuilt();
  archive = (await exportDay({ store, day: DAY, folder })).path;
});
afterAll(() => source.end());

const errorOf = async (promise: Promise<unknown>): Promise<LinesmanError> => {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LinesmanError)) throw error;
  return error;
};
const temporary = (name: string): string => mkdtempSync(join(folder, `${name}-`));
const copyOf = (path: string): string => {
  const copy = join(temporary('copy'), `${DAY}`);
  cpSync(path, copy, { recursive: true });
  return copy;
};
const bytesOf = (path: string): Record<string, string> =>
  Object.fromEntries(readdirSync(path).map((file) => [file, readFileSync(join(path, file)).toString('base64')]));
/** Everything that an import must restore. */
const tables = async (pool: SqlPool): Promise<unknown> => {
  const rows: unknown[] = [];
  for (const [table, key] of [
    ['record_kind', 'kind'],
    ['fixture', 'fixture_id'],
    ['fixture_progress', 'kind, fixture_id'],
    ['record', 'kind, fixture_id, seq'],
    ['slot_batch', 'kind, slot_start'],
    ['batch_fixture', 'kind, slot_start, fixture_id'],
  ])
    rows.push([table, await rowsOf(pool, `select * from ${table} order by ${key}`)]);
  return rows;
};
const count = async (pool: SqlPool, table: string): Promise<number> =>
  (await rowsOf(pool, `select count(*)::integer as n from ${table}`))[0].n;

describe('an exported day', () => {
  test('consists of plain compressed lines and a manifest that describes them', () => {
    expect(readdirSync(archive).sort()).toEqual(FILES);
    const manifest = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ format: 'linesman-day', version: 1, epochDay: DAY, date: '2027-01-15' });
    for (const [file, { bytes, lines, sha256 }] of Object.entries<{ bytes: number; lines: number; sha256: string }>(
      manifest.files,
    )) {
      const content = readFileSync(join(archive, file));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
      // The gzip header has neither time nor operating system.
      expect([...content.subarray(4, 8), content[9]]).toEqual([0, 0, 0, 0, 255]);
      const text = gunzipSync(content).toString().trimEnd().split('\n');
      expect(text.length).toBe(lines);
      for (const line of text) expect(JSON.parse(line)).toHaveProperty('check');
    }
    const records = gunzipSync(readFileSync(join(archive, 'records.ndjson.gz')))
      .toString()
      .trimEnd()
      .split('\n');
    expect(records.length).toBe(WIRE.length);
    const kinds: RecordKind[] = ['scores', 'odds', 'fixtures'];
    for (const kind of kinds) {
      expect(manifest.counts[kind].records).toBe(records.filter((line) => JSON.parse(line).kind === kind).length);
      for (const [slot, root] of Object.entries(manifest.roots[kind])) {
        const length = kind === 'fixtures' ? 60 * MINUTE : 5 * MINUTE;
        expect(chain.roots.get(`${kind}/${DAY * DAY_MS + Number(slot) * length}`)).toBe(root);
      }
    }
    expect(kinds.reduce((sum, kind) => sum + Object.keys(manifest.roots[kind]).length, 0)).toBe(chain.roots.size);
  });

  test('is imported unchanged into an empty store, and exported again to the same bytes', async () => {
    const empty = await target.fresh();
    const seen: string[] = [];
    const imported = await importDay({
      store: empty,
      path: archive,
      chain,
      onProgress: ({ phase, done, of }) => seen.push(`${phase} ${done}/${of}`),
    });
    expect(imported).toMatchObject({ added: WIRE.length, records: WIRE.length, batches: chain.roots.size });
    expect([seen[0], seen.at(-1)]).toEqual([
      `check 1/${chain.roots.size}`,
      `import ${chain.roots.size}/${chain.roots.size}`,
    ]);
    const [now, before] = [await tables(target.pool), await tables(source.pool)];
    // The source's clock had advanced.
    const sealed = [
      { sealed_until: (DAY + 1) * DAY_MS },
      { sealed_until: (DAY + 1) * DAY_MS },
      { sealed_until: (DAY + 1) * DAY_MS },
    ];
    expect((now as [string, unknown][])[0]?.[1]).toMatchObject(sealed);
    const plain = (all: unknown) =>
      JSON.parse(JSON.stringify(all, (name, value) => (name === 'sealed_until' ? 0 : value)));
    expect(plain(now)).toEqual(plain(before));
    const again = await exportDay({ store: empty, day: DAY, folder: temporary('again') });
    expect(bytesOf(again.path)).toEqual(bytesOf(archive));
    expect((await auditDay({ store: empty, chain, day: DAY })).ok).toBe(true);
    // A second import changes nothing.
    const second = await importDay({ store: empty, path: archive });
    expect(second).toMatchObject({ added: 0, records: WIRE.length });
    expect(await tables(target.pool)).toEqual(now);
    // A service continues from there: nothing is sealed twice, and numbers continue.
    const clock = new ManualClock(START + 3 * DAY_MS);
    expect(await new Sealer({ store: empty, clock }).sealDue()).toEqual([]);
    const next = feeds[0]?.match.records.find(({ Ts }) => Ts >= UNTIL);
    if (!next) throw new Error('the match is too short');
    const { record } = (await new Ingest({ store: empty, clock }).accept({ ...next })) as { record: NewRecord };
    expect(record.ts).toBeGreaterThanOrEqual((DAY + 1) * DAY_MS);
  });

  test.each([1, 7, 60, 1_000])('is the same in pages of %i, of which its export and audit hold one', async (limit) => {
    let [most, transactions] = [0, 0];
    const pool = noted(source.pool, (sql, rows) => {
      if (sql.includes('"record"."kind"') || sql.includes('"record".*')) most = Math.max(most, rows);
      if (/^begin/i.test(sql)) transactions++;
    });
    const paged = await Store.over(pool, { migrate: false });
    withPagesOf(limit, paged);
    try {
      const { path } = await exportDay({ store: paged, day: DAY, folder: temporary('paged') });
      expect(bytesOf(path)).toEqual(bytesOf(archive));
      expect(await auditDay({ store: paged, chain, day: DAY })).toEqual(await auditDay({ store, chain, day: DAY }));
    } finally {
      vi.restoreAllMocks();
    }
    expect(transactions).toBe(0);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(limit);
  });

  test('gives a proof for every record that verifies against the roots', async () => {
    const empty = await target.fresh();
    await importDay({ store: empty, path: archive });
    const proofs = new Proofs({
      store: empty,
      clock: new ManualClock(START + DAY_MS),
      sign: (digest) => KEY.sign(digest),
    });
    const random = new Random(SEED);
    const isOnChain = (kind: RecordKind, ts: number, mainRoot: Uint8Array) => {
      const length = kind === 'fixtures' ? 60 * MINUTE : 5 * MINUTE;
      expect([kind, ts, bytesToHex(mainRoot)]).toEqual([kind, ts, chain.roots.get(`${kind}/${ts - (ts % length)}`)]);
    };
    let proven = 0;
    for (const { sport, match, odds, fixtures } of feeds) {
      for (const { Seq, Ts, Stats } of match.records) {
        if (Ts >= UNTIL || Object.keys(Stats).length === 0) continue;
        const keys = [
          random.pick(keysOfSport(sport)),
          ...keysOfSport(sport)
            .filter((key) => Stats[key] !== 0)
            .slice(0, 2),
        ];
        const question = { fixtureId: match.fixtureId, seq: Seq, keys: [...new Set(keys)] };
        const result = verify(await proofs.statsV3(question), { sport });
        isOnChain('scores', Ts, result.mainRoot);
        proven++;
      }
      for (const { messageId, ts } of odds.filter((one) => one.ts < UNTIL))
        isOnChain('odds', ts, verify(await proofs.odds(messageId, ts), { sport }).mainRoot);
      const last = fixtures.findLast(({ ts }) => ts < UNTIL);
      if (last) isOnChain('fixtures', last.ts, verify(await proofs.fixture(match.fixtureId), { sport }).mainRoot);
    }
    expect(proven).toBeGreaterThan(50);
  });

  test('is refused for an unfinished, empty or existing day', async () => {
    const of = (day: number, at: string) => errorOf(exportDay({ store, day: day as EpochDay, folder: at }));
    expect(await of(DAY + 1, temporary('no'))).toMatchObject({ number: 7120 });
    expect(await of(DAY - 1, temporary('no'))).toMatchObject({ number: 7122 });
    expect(await of(DAY, folder)).toMatchObject({ number: 7123 });
    const file = join(temporary('no'), 'file');
    writeFileSync(file, '');
    expect(await of(DAY, file)).toMatchObject({ number: 7129, message: expect.stringContaining('ENOTDIR') });
    const frozen = await target.fresh();
    const clock = new ManualClock(START + 2 * DAY_MS);
    await new Ingest({ store: frozen, clock }).acceptAll(WIRE.slice(0, 30));
    for (const kind of ['scores', 'odds', 'fixtures'] as const)
      await frozen.batches.freeze(kind, START + DAY_MS, clock.now());
    const error = await errorOf(exportDay({ store: frozen, day: DAY, folder: temporary('no') }));
    expect(error).toMatchObject({ number: 7120 });
  });
});

describe('an interruption', () => {
  test('of an export never leaves something that looks complete or blocks the next one', async () => {
    const at = temporary('broken');
    const kept = temporary('kept');
    const size = chain.roots.size;
    for (const stopAt of [0, 1, Math.floor(size / 2), size - 1]) {
      const stop = new AbortController();
      const error = await errorOf(
        exportDay({
          store,
          day: DAY,
          folder: at,
          signal: stop.signal,
          onProgress: ({ done }) => {
            if (done !== stopAt) return;
            // As it is after a power failure.
            cpSync(join(at, `${DAY}.partial`), join(kept, `${stopAt}`), { recursive: true });
            stop.abort();
          },
        }),
      );
      expect(error).toMatchObject({ number: 7090 });
      expect(readdirSync(at)).toEqual([]);
      const empty = await target.fresh();
      const refused = await errorOf(importDay({ store: empty, path: join(kept, `${stopAt}`) }));
      expect([refused.number, refused.context.file]).toEqual([7121, 'manifest.json']);
      // Remains of a killed process do not block it.
      cpSync(join(kept, `${stopAt}`), join(at, `${DAY}.partial`), { recursive: true });
    }
    const { path } = await exportDay({ store, day: DAY, folder: at });
    expect(bytesOf(path)).toEqual(bytesOf(archive));
    expect(readdirSync(at)).toEqual([`${DAY}`]);
  });

  test('of an export by a lost store also leaves nothing', async () => {
    const at = temporary('gone');
    const steps = new Mortal(Number.MAX_SAFE_INTEGER, 'before');
    await exportDay({ store: await Store.over(steps.pool(source.pool)), day: DAY, folder: temporary('whole') });
    for (const dieAt of [14, Math.floor(steps.stepsTaken / 2), steps.stepsTaken]) {
      const dying = await Store.over(new Mortal(dieAt, 'before').pool(source.pool));
      await expect(exportDay({ store: dying, day: DAY, folder: at })).rejects.toThrow(Crash);
      expect(readdirSync(at)).toEqual([]);
    }
  });

  test('of an import leaves a consistent store, and the import can be resumed', async () => {
    await target.fresh();
    const steps = new Mortal(Number.MAX_SAFE_INTEGER, 'before');
    await importDay({ store: await Store.over(steps.pool(target.pool)), path: archive });
    const whole = await tables(target.pool);
    const random = new Random(`${SEED}/import`);
    const all = steps.stepsTaken;
    expect(all).toBeGreaterThan(150);
    for (const when of ['before', 'after'] as const) {
      for (let round = 0; round < 8; round++) {
        await target.fresh();
        const dieAt = random.between(12, all);
        const why = `${SEED}/import: step ${dieAt} ${when}`;
        const dying = await Store.over(new Mortal(dieAt, when).pool(target.pool));
        await expect(importDay({ store: dying, path: archive }), why).rejects.toThrow(Crash);
        const left = await Store.over(target.pool);
        const audited = await auditDay({ store: left, chain, day: DAY });
        // What is not imported yet is only on chain; nothing is partly there.
        expect(audited.counts.ok + audited.counts['only on chain'], why).toBe(chain.roots.size);
        await importDay({ store: left, path: archive });
        expect(await tables(target.pool), why).toEqual(whole);
      }
    }
  });

  test('by a signal takes effect between two slots', async () => {
    for (const [phase, stopAt] of Object.entries({ check: 3, import: 3 })) {
      const empty = await target.fresh();
      const stop = new AbortController();
      const error = await errorOf(
        importDay({
          store: empty,
          path: archive,
          signal: stop.signal,
          onProgress: (progress) => {
            if (progress.phase === phase && progress.done === stopAt) stop.abort();
          },
        }),
      );
      expect([error.number, error.context.day]).toEqual([7090, DAY]);
      expect(await count(target.pool, 'slot_batch')).toBe(phase === 'check' ? 0 : stopAt);
    }
  });
});

describe('a damaged archive', () => {
  let empty: Store;
  beforeEach(async () => {
    empty = await target.fresh();
  });
  const refused = async (path: string): Promise<LinesmanError> => {
    const error = await errorOf(importDay({ store: empty, path }));
    for (const table of ['record', 'fixture', 'slot_batch'])
      expect([table, await count(target.pool, table)]).toEqual([table, 0]);
    return error;
  };
  /** Changes a line. `repair`: also adjusts its checksum and the manifest, like a deliberate forger. */
  const change = (file: string, edit: (lines: string[]) => void, { repair = true } = {}): string => {
    const path = copyOf(archive);
    const lines = gunzipSync(readFileSync(join(path, file)))
      .toString()
      .trimEnd()
      .split('\n');
    edit(lines);
    const content = gzipSync(`${lines.map((line) => (repair ? checked(line) : line)).join('\n')}\n`);
    writeFileSync(join(path, file), content);
    if (!repair) return path;
    return edited(path, (manifest) => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      manifest.files[file] = { lines: lines.length, bytes: content.length, sha256 };
    });
  };
  const checked = (line: string): string => {
    const text = line.slice(0, -20);
    return `${text},"check":"${crc32(text).toString(16).padStart(8, '0')}"}`;
  };
  // biome-ignore lint/suspicious/noExplicitAny: a manifest that may become anything
  const edited = (path: string, edit: (manifest: any) => void): string => {
    const at = join(path, 'manifest.json');
    const manifest = JSON.parse(readFileSync(at, 'utf8'));
    edit(manifest);
    writeFileSync(at, `${JSON.stringify(manifest, null, 2)}\n`);
    return path;
  };
  const edit = (line: string | undefined, fields: object): string =>
    JSON.stringify({ ...JSON.parse(line ?? ''), ...fields });
  const linesOf = (file: string): string[] =>
    gunzipSync(readFileSync(join(archive, file)))
      .toString()
      .trimEnd()
      .split('\n');

  test('leaves no file open when it is not read to its end', async () => {
    const random = new Random(`${SEED}/open`);
    const texts = Array.from({ length: 40_000 }, () => random.between(2 ** 32, 2 ** 33).toString(36));
    const path = change('batches.ndjson.gz', (lines) => lines.push(...texts.map((text) => text + ' '.repeat(20))));
    const open = () =>
      readdirSync('/proc/self/fd')
        .map(linkOf)
        .filter((file) => file.startsWith(path));
    for await (const _ of (await DayArchive.open(path)).batches()) {
      expect(
        open()
          .map((file) => basename(file))
          .sort(),
      ).toEqual(['batches.ndjson.gz', 'records.ndjson.gz']);
      break;
    }
    await until(() => open().length === 0);
  });

  test('with any changed byte is refused before anything is stored', async () => {
    const random = new Random(`${SEED}/bytes`);
    for (const file of FILES) {
      const whole = readFileSync(join(archive, file));
      const places = [
        0,
        4,
        9,
        whole.length - 1,
        ...Array.from({ length: 12 }, () => random.between(0, whole.length - 1)),
      ];
      for (const place of places) {
        const path = copyOf(archive);
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ (1 << random.between(0, 7));
        writeFileSync(join(path, file), bytes);
        const error = await errorOf(importDay({ store: empty, path }));
        const why = `${SEED}/bytes: ${file} ${place}`;
        expect([7121, 7125], why).toContain(error.number);
        if (file !== 'manifest.json') expect(error.context.file, why).toBe(file);
        rmSync(dirname(path), { recursive: true });
      }
    }
    expect(await count(target.pool, 'record')).toBe(0);
  });

  test('names file, line and slot of each change inside', async () => {
    const lines = linesOf('records.ndjson.gz');
    const random = new Random(`${SEED}/lines`);
    for (let round = 0; round < 15; round++) {
      const at = random.between(0, lines.length - 1);
      const { kind, ts } = JSON.parse(lines[at] ?? '');
      const length = kind === 'fixtures' ? 60 * MINUTE : 5 * MINUTE;
      const place = random.between(1, (lines[at] ?? '').length - 1);
      const path = change(
        'records.ndjson.gz',
        (all) => {
          const line = Buffer.from(all[at] ?? '');
          line[place] = (line[place] ?? 0) ^ 1;
          all[at] = line.toString('utf8');
        },
        { repair: false },
      );
      const error = await refused(path);
      const { file, line, kind: named, slotStart } = error.context;
      expect([error.number, file, line, named, slotStart], `${SEED}/lines: line ${at + 1}, byte ${place}`).toEqual([
        7121,
        'records.ndjson.gz',
        at + 1,
        kind,
        ts - (ts % length),
      ]);
      expect(error.message).toContain(`records.ndjson.gz, line ${at + 1}, ${kind} slot `);
    }
  });

  test('with adjusted checksums is refused by its roots', async () => {
    const lines = linesOf('records.ndjson.gz');
    const at = lines.findIndex((line) => {
      const { kind, json } = JSON.parse(line);
      return kind === 'scores' && Object.values(JSON.parse(json).Stats).some((value) => value === 1);
    });
    const { slotStart } = {
      slotStart: JSON.parse(lines[at] ?? '').ts - (JSON.parse(lines[at] ?? '').ts % (5 * MINUTE)),
    };
    const path = change('records.ndjson.gz', (all) => {
      const { json } = JSON.parse(all[at] ?? '');
      all[at] = edit(all[at], { json: json.replace(/("Stats":\{[^}]*?):1([,}])/, '$1:2$2') });
      expect(all[at]).not.toBe(lines[at]);
    });
    const error = await refused(path);
    expect(error).toMatchObject({ number: 7121, context: { kind: 'scores', slotStart, file: 'records.ndjson.gz' } });
    expect(error.message).toMatch(/lines \d+ to \d+ of records\.ndjson\.gz.* its records hash to /);
    // A root that matches changed records is refused by the manifest, and finally by the chain.
    const batches = linesOf('batches.ndjson.gz');
    const other = change('batches.ndjson.gz', (all) => {
      all[0] = edit(all[0], { root: JSON.parse(batches[1] ?? '').root });
    });
    expect(await refused(other)).toMatchObject({ number: 7121, message: expect.stringContaining('line 1 of batches') });
  });

  test.each<[string, string, (line: string) => string, RegExp]>([
    [
      'a field of another type',
      'records.ndjson.gz',
      (line) => edit(line, { seq: '1' }),
      /"seq" is "1", not an integer/,
    ],
    ['a time of another slot', 'records.ndjson.gz', (line) => edit(line, { ts: 5 }), /does not match the fields/],
    ['an unknown kind', 'records.ndjson.gz', (line) => edit(line, { kind: 'bets' }), /"kind" is "bets"/],
    [
      'an invalid hash',
      'records.ndjson.gz',
      (line) => edit(line, { contentHash: 'aa' }),
      /"contentHash" is "aa", not a hash in hex/,
    ],
    [
      'a message id where none is',
      'records.ndjson.gz',
      (line) => edit(line, { messageId: 'm' }),
      /does not match the fields/,
    ],
    ['a batch that is frozen', 'batches.ndjson.gz', (line) => edit(line, { state: 'frozen' }), /"state" is "frozen"/],
    [
      'an invalid slot',
      'batches.ndjson.gz',
      (line) => edit(line, { slotStart: 7 }),
      /"slotStart" is 7, not the start of a slot/,
    ],
    ['a slot of another day', 'batches.ndjson.gz', (line) => edit(line, { slotStart: 0 }), /out of place/],
    ['other metadata', 'batches.ndjson.gz', (line) => edit(line, { metadata: '{}' }), /metadata that does not match/],
    [
      'more records',
      'batches.ndjson.gz',
      (line) => edit(line, { records: JSON.parse(line).records + 1 }),
      /out of place/,
    ],
    ['another sport', 'fixtures.ndjson.gz', (line) => edit(line, { sport: 'chess' }), /"sport" is "chess"/],
    ['another fixture', 'fixtures.ndjson.gz', (line) => edit(line, { fixtureId: 77 }), /is not in fixtures/],
  ])('with %s is refused', async (_, file, of, message) => {
    const path = change(file, (all) => {
      all[0] = of(all[0] ?? '');
    });
    const error = await refused(path);
    expect(error).toMatchObject({ number: 7121, message: expect.stringMatching(message) });
  });

  test('with missing, extra or reordered lines is refused', async () => {
    const edits: ((lines: string[]) => void)[] = [
      (lines) => lines.splice(3, 1),
      (lines) => lines.splice(3, 0, lines[2] ?? ''),
      (lines) => lines.pop(),
      (lines) => lines.push(lines.at(-1) ?? ''),
      (lines) => lines.splice(2, 2, lines[3] ?? '', lines[2] ?? ''),
    ];
    for (const file of ['records.ndjson.gz', 'batches.ndjson.gz'])
      for (const by of edits) expect(await refused(change(file, by))).toMatchObject({ number: 7121 });
    const twice = change('fixtures.ndjson.gz', (lines) => lines.push(lines[0] ?? ''));
    expect(await refused(twice)).toMatchObject({ number: 7121, message: expect.stringContaining('appears twice') });
  });

  test('with another manifest is refused', async () => {
    const manifests: [(manifest: Record<string, object>) => void, number][] = [
      [(manifest) => Object.assign(manifest, { version: 2 }), 7125],
      [(manifest) => Object.assign(manifest, { format: 'other' }), 7121],
      [(manifest) => Object.assign(manifest, { epochDay: DAY + 1 }), 7121],
      [(manifest) => Object.assign(manifest, { epochDay: -1 }), 7121],
      [(manifest) => Object.assign(manifest.counts ?? {}, { odds: { batches: 0, records: 0 } }), 7121],
      [(manifest) => Object.assign(manifest.roots ?? {}, { odds: {} }), 7121],
      [(manifest) => Object.assign(manifest, { files: {} }), 7121],
    ];
    for (const [by, number] of manifests) expect((await refused(edited(copyOf(archive), by))).number).toBe(number);
    const gone = copyOf(archive);
    rmSync(join(gone, 'fixtures.ndjson.gz'));
    expect(await refused(gone)).toMatchObject({ number: 7121, context: { file: 'fixtures.ndjson.gz' } });
    const wide = copyOf(archive);
    writeFileSync(
      join(wide, 'manifest.json'),
      readFileSync(join(archive, 'manifest.json'), 'utf8').replace('  ', '\t'),
    );
    expect(await refused(wide)).toMatchObject({ number: 7121, context: { file: 'manifest.json' } });
    expect(await refused(temporary('nothing'))).toMatchObject({ number: 7121 });
  });

  // Small on disk, endless when decompressed.
  describe('that is a bomb', () => {
    /** Replaces a file of the archive by a compressed one and adjusts the manifest. */
    const withFile = (file: string, content: Buffer, lines: number): string => {
      const path = copyOf(archive);
      const bytes = gzipSync(content, { level: 9 });
      writeFileSync(join(path, file), bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return edited(path, (manifest) => Object.assign(manifest.files[file], { lines, bytes: bytes.length, sha256 }));
    };

    test.each(FILES.filter((file) => file !== 'manifest.json'))('of one line in %s is refused', async (file) => {
      const error = await refused(withFile(file, Buffer.alloc(2 ** 25 + 2 ** 20, 'x'), 1));
      expect(error).toMatchObject({ number: 7121, message: expect.stringContaining('longer than') });
      expect(error.context).toMatchObject({ file, line: 1 });
    });

    test('with more lines than the manifest says is refused at the first of them', async () => {
      const lines = linesOf('fixtures.ndjson.gz');
      const many = Array.from({ length: 1_000 }, (_, i) => checked(edit(lines[0], { fixtureId: 10_000 + i })));
      const error = await refused(withFile('fixtures.ndjson.gz', Buffer.from(`${many.join('\n')}\n`), 7));
      expect(error).toMatchObject({ number: 7121, context: { file: 'fixtures.ndjson.gz', line: 8 } });
      expect(error.message).toContain('the manifest says 7 lines');
    });

    test('that exceeds the memory limit is refused', async () => {
      const most = 300_000;
      const read = async (path: string) => {
        for await (const _ of (await DayArchive.open(path, most)).batches());
      };
      const [fixture = ''] = linesOf('fixtures.ndjson.gz');
      const counts = linesOf('batches.ndjson.gz').map((line): number => JSON.parse(line).records);
      const batch = counts.findIndex((records) => records > 2);
      const at = counts.slice(0, batch).reduce((sum, records) => sum + records, 0);
      const record = linesOf('records.ndjson.gz')[at] ?? '';
      const padded = (line: string) => JSON.parse(line).json.replace('{', `{"Padding":"${'x'.repeat(most / 3)}",`);
      const fixtures = change('fixtures.ndjson.gz', (all) => {
        for (let i = 0; i < 3; i++) all[i] = edit(fixture, { fixtureId: i, json: padded(fixture) });
      });
      const records = change('records.ndjson.gz', (all) => {
        const { seq, streamIndex } = JSON.parse(record);
        const json = padded(record);
        for (let i = 0; i < 3; i++)
          all[at + i] = edit(record, {
            seq: seq + i,
            streamIndex: streamIndex + i,
            json: json.replace(/"Seq":\d+/, `"Seq":${seq + i}`),
          });
      });
      for (const [path, file, line] of [
        [fixtures, 'fixtures.ndjson.gz', 3],
        [records, 'records.ndjson.gz', at + 3],
      ] as const) {
        const error = await errorOf(read(path));
        expect(error).toMatchObject({ number: 7121, context: { file, line } });
        expect(error.message).toContain(`more than ${most} characters`);
      }
    });

    test('of a manifest is refused', async () => {
      const path = copyOf(archive);
      truncateSync(join(path, 'manifest.json'), 3 * 2 ** 30);
      expect(await refused(path)).toMatchObject({ number: 7121, context: { file: 'manifest.json' } });
    });

    test('of nested brackets is refused', async () => {
      const deep = '['.repeat(2 ** 20);
      const path = change('records.ndjson.gz', (all) => {
        all[0] = edit(all[0], { json: deep });
      });
      expect(await refused(path)).toMatchObject({ number: 7121, message: expect.stringContaining('it is not JSON') });
    });

    test('of a name is cut short in the error', async () => {
      const long = 'x'.repeat(2 ** 20);
      const edits: [file: string, fields: object][] = [
        ['records.ndjson.gz', { kind: long }],
        ['batches.ndjson.gz', { state: long }],
        ['fixtures.ndjson.gz', { sport: long }],
      ];
      for (const [file, fields] of edits) {
        const path = change(file, (all) => {
          all[0] = edit(all[0], fields);
        });
        const { number, message } = await refused(path);
        expect([number, message.length < 600]).toEqual([7121, true]);
      }
    });
  });

  test.each(['a folder', 'a pipe'])('with %s in place of a file is refused', async (what) => {
    for (const file of FILES) {
      const path = copyOf(archive);
      rmSync(join(path, file));
      if (what === 'a folder') mkdirSync(join(path, file));
      else execFileSync('mkfifo', [join(path, file)]);
      expect(await refused(path), file).toMatchObject({ number: 7121, context: { file } });
    }
  });

  // Roots bind what was recorded, not when it arrived or where it is in the stream.
  test.each<[string, (record: { acceptedAt: number; streamSlot: number; streamIndex: number }) => object]>([
    ['two records in one place of the stream', () => ({ streamIndex: 1 })],
    ['a place in the stream before it came', ({ streamSlot }) => ({ streamSlot: streamSlot - 5 * MINUTE })],
    ['a position in the stream that is not a slot', ({ streamSlot }) => ({ streamSlot: streamSlot + 1 })],
  ])('with %s is refused', async (_, fields) => {
    const at = linesOf('records.ndjson.gz').findIndex((line) => JSON.parse(line).streamIndex === 0);
    const path = change('records.ndjson.gz', (all) => {
      all[at] = edit(all[at], fields(JSON.parse(all[at] ?? '')));
    });
    const error = await refused(path);
    expect(error).toMatchObject({ number: 7121, context: { file: 'records.ndjson.gz' } });
    expect(error.message).toMatch(/stream/);
  });

  test('that contradicts the chain is refused when the chain is checked', async () => {
    const [name = ''] = chain.roots.keys();
    for (const root of [bytesToHex(new Uint8Array(32).fill(9)), null]) {
      const other = new MemoryChain();
      for (const [key, value] of chain.roots) other.roots.set(key, value);
      if (root === null) other.roots.delete(name);
      else other.roots.set(name, root);
      const error = await errorOf(importDay({ store: empty, path: archive, chain: other }));
      expect([error.number, `${error.context.kind}/${error.context.slotStart}`]).toEqual([7126, name]);
      expect(await count(target.pool, 'record')).toBe(0);
    }
  });
});

describe('a store with existing data', () => {
  let own: Store;
  beforeEach(async () => {
    own = await target.fresh();
  });

  test('takes a day next to another, and keeps the later version of a fixture', async () => {
    await importDay({ store: own, path: archive });
    const [fixture] = await own.records.fixtures();
    if (!fixture) throw new Error('no fixture');
    const clock = new ManualClock(START + 2 * DAY_MS);
    const later = { ...JSON.parse(fixture.json), Ts: START + 2 * DAY_MS, StartTime: fixture.startTime + 5 };
    await new Ingest({ store: own, clock }).accept(later);
    clock.advance(2 * DAY_MS);
    await new Sealer({ store: own, clock }).sealDue();
    const before = await tables(target.pool);
    await importDay({ store: own, path: archive });
    expect(await tables(target.pool)).toEqual(before);
    expect((await own.records.fixture(fixture.fixtureId))?.startTime).toBe(fixture.startTime + 5);
    // The later day first, then the earlier one.
    const next = (await exportDay({ store: own, day: (DAY + 2) as EpochDay, folder: temporary('next') })).path;
    const fresh = await target.fresh();
    for (const path of [next, archive]) await importDay({ store: fresh, path });
    expect((await fresh.records.fixture(fixture.fixtureId))?.startTime).toBe(fixture.startTime + 5);
    const plain = (all: unknown) =>
      JSON.parse(JSON.stringify(all, (name, value) => (name === 'sealed_until' ? 0 : value)));
    expect(plain(await tables(target.pool))).toEqual(plain(before));
  });

  test('only an import that changes a known fixture changes the version of the fixtures', async () => {
    await importDay({ store: own, path: archive });
    const [fixture] = await own.records.fixtures();
    if (!fixture) throw new Error('no fixture');
    const version = await own.records.fixturesVersion();
    await importDay({ store: own, path: archive });
    expect(await own.records.fixturesVersion()).toBe(version);
    const json = JSON.stringify({ ...JSON.parse(fixture.json), Ts: START + 2 * DAY_MS });
    await own.days.prepare(0, [{ ...fixture, json }]);
    expect(await own.records.fixturesVersion()).not.toBe(version);
  });

  test.each([
    [
      'another record with its number',
      `update record set json = replace(json, 'Ts', 'Tt') where kind = 'scores' and seq = 3`,
    ],
    [
      'another place in the stream',
      `update record set stream_index = 99999 where kind = 'scores' and seq = 3 and fixture_id = 9000001`,
    ],
    ['another label', `update record set label = 'x' where kind = 'odds' and seq = 0`],
    ['another content hash', `update record set content_hash = '\\x00' where kind = 'odds' and seq = 0`],
    ['another root', `update slot_batch set root = '\\x${'00'.repeat(32)}' where kind = 'fixtures'`],
    ['another sub-tree', `update batch_fixture set first_seq = first_seq + 1 where kind = 'odds'`],
    ['another sport', `update fixture set sport = 'chess' where fixture_id = 9000001`],
    ['another record of a fixture at the same time', `update fixture set json = json || ' '`],
    [
      'a record more in the slot',
      `insert into record
       select kind, fixture_id, 99999, ts, accepted_at, stream_slot, 99999, label, message_id, content_hash, json
       from record where kind = 'scores' and seq = 3 and fixture_id = 9000001`,
    ],
    [
      'a record in a slot of which it has no other',
      `delete from record where kind = 'scores' and (seq <> 3 or fixture_id <> 9000001) and ts / 300000 =
       (select ts / 300000 from record where kind = 'scores' and seq = 3 and fixture_id = 9000001);
       update record set seq = 99999, stream_index = 99999 where kind = 'scores' and seq = 3 and fixture_id = 9000001`,
    ],
    [
      'a record of another slot under its number',
      `update record set ts = ts + 86400000 where kind = 'scores' and seq = 3`,
    ],
  ])('refuses to import next to %s', async (_, sql) => {
    await importDay({ store: own, path: archive });
    await statements(target.pool, ...sql.split(';'));
    const before = await tables(target.pool);
    const error = await errorOf(importDay({ store: own, path: archive }));
    expect(error.number).toBe(7124);
    expect(await tables(target.pool)).toEqual(before);
  });

  test('refuses while it has unsealed records from before the end of the day', async () => {
    const clock = new ManualClock(START + MINUTE);
    await new Ingest({ store: own, clock }).acceptAll(WIRE.slice(0, 10));
    const error = await errorOf(importDay({ store: own, path: archive }));
    expect([error.number, await count(target.pool, 'slot_batch')]).toEqual([7127, 0]);
    // Once sealed, they must be the same records.
    clock.set(START + 2 * DAY_MS);
    await new Sealer({ store: own, clock }).sealDue();
    expect((await errorOf(importDay({ store: own, path: archive }))).number).toBe(7124);
  });
});

describe('an audit', () => {
  let own: Store;
  let roots: MemoryChain;
  beforeEach(async () => {
    own = await target.fresh();
    await importDay({ store: own, path: archive });
    roots = new MemoryChain();
    for (const [key, value] of chain.roots) roots.roots.set(key, value);
  });
  const audit = () => auditDay({ store: own, chain: roots, day: DAY });
  /** Slots that are not ok: verdict and differences. */
  const found = ({ slots }: AuditedDay) =>
    slots
      .filter(({ verdict }) => verdict !== 'ok')
      .map(({ kind, verdict, differing }) => [kind, verdict, differing.join(' ')].join(': '));

  test('of a complete day finds nothing, and reports progress', async () => {
    const seen: number[] = [];
    const audited = await auditDay({
      store: own,
      chain: roots,
      day: DAY,
      onProgress: ({ done, of }) => {
        seen.push(done);
        expect(of).toBe(2 * 288 + 24);
      },
    });
    expect(audited).toMatchObject({ day: DAY, ok: true, records: WIRE.length });
    expect(audited.counts.ok).toBe(roots.roots.size);
    expect(audited.slots.length).toBe(roots.roots.size);
    expect(seen).toEqual(Array.from({ length: 600 }, (_, i) => i + 1));
    for (const { kind, slotStart, roots: each } of audited.slots)
      expect(new Set(Object.values(each))).toEqual(new Set([roots.roots.get(`${kind}/${slotStart}`)]));
    expect(await auditDay({ store: own, chain: roots, day: (DAY + 1) as EpochDay })).toMatchObject({
      ok: true,
      slots: [],
    });
  });

  const ONE = `(select min(slot_start) from slot_batch where kind = 'scores')`;
  const SCORES = `kind = 'scores' and slot_start = ${ONE}`;
  test.each<[string, string, string]>([
    [
      'a record that was changed',
      `update record set json = replace(json, '"Stats":{}', '"Stats":{"1":7}')
       where kind = 'scores' and ts < ${ONE} + 300000`,
      'scores: differs: records',
    ],
    [
      'a record that is no JSON any more',
      `update record set json = 'x' where kind = 'scores' and seq = 0 and fixture_id = 9000001`,
      'scores: differs: records',
    ],
    ['a record that is gone', `delete from record where kind = 'odds' and seq = 0`, 'odds: differs: records'],
    ['another root', `update slot_batch set root = '\\x${'07'.repeat(32)}' where ${SCORES}`, 'scores: differs: stored'],
    ['an invalid root', `update slot_batch set root = '\\x07' where ${SCORES}`, 'scores: differs: stored'],
    [
      'a main leaf that was changed',
      `update slot_batch set leaves = set_byte(leaves, 40, 255 - get_byte(leaves, 40)) where ${SCORES}`,
      'scores: differs: leaves',
    ],
    [
      'a leaf of a sub-tree that was changed',
      `update batch_fixture set leaves = set_byte(leaves, 5, 255 - get_byte(leaves, 5))
       where ${SCORES} and fixture_id = 9000001`,
      'scores: differs: leaves',
    ],
    [
      'a summary that was changed',
      `update batch_fixture set summary = 'x' where ${SCORES} and fixture_id = 9000001`,
      'scores: differs: leaves',
    ],
    ['other metadata', `update slot_batch set metadata = '{}' where ${SCORES}`, 'scores: differs: leaves'],
    [
      'a sub-tree that is gone',
      `delete from batch_fixture where ${SCORES} and fixture_id = 9000001`,
      'scores: differs: leaves',
    ],
    [
      'a sub-tree that begins elsewhere',
      `update batch_fixture set first_seq = first_seq + 1 where ${SCORES} and fixture_id = 9000001`,
      'scores: differs: leaves',
    ],
    [
      'a batch that is gone',
      `delete from batch_fixture where ${SCORES}; delete from slot_batch where ${SCORES}`,
      'scores: records without batch: ',
    ],
    [
      'records that are gone',
      `delete from record where kind = 'scores' and ts - ts % 300000 = ${ONE}`,
      'scores: batch without records: records',
    ],
  ])('finds %s', async (_, sql, expected) => {
    await statements(target.pool, ...sql.split('; '));
    const audited = await audit();
    expect([audited.ok, found(audited)]).toEqual([false, [expected]]);
    // Inconsistent data is not exported.
    const error = await errorOf(exportDay({ store: own, day: DAY, folder: temporary('bad') }));
    expect(error.number).toBe(7055);
  });

  test('finds a different root on chain', async () => {
    const [name = ''] = roots.roots.keys();
    const [kind] = name.split('/');
    roots.roots.set(name, bytesToHex(new Uint8Array(32).fill(9)));
    expect(found(await audit())).toEqual([`${kind}: differs: chain`]);
    roots.roots.delete(name);
    expect(found(await audit())).toEqual([`${kind}: missing on chain: `]);
    roots.roots.set(`odds/${(DAY + 1) * DAY_MS - 5 * MINUTE}`, '09'.repeat(32));
    const audited = await audit();
    expect([audited.ok, found(audited)]).toEqual([false, ['odds: only on chain: ', `${kind}: missing on chain: `]]);
  });

  test('finds the same when two stand against two: the chain is right', async () => {
    // Records and stored root are made to agree with each other, as are leaves and chain.
    const [slot] = (await audit()).slots;
    if (!slot) throw new Error('no slot');
    await statements(
      target.pool,
      `update record set json = replace(json, '"Stats":{}', '"Stats":{"1":7}')
       where kind = 'scores' and ts < ${ONE} + 300000`,
    );
    const other = (await audit()).slots[0]?.roots.records;
    await statements(target.pool, `update slot_batch set root = '\\x${other}' where ${SCORES}`);
    const audited = await audit();
    expect(audited.slots[0]).toMatchObject({ verdict: 'differs', differing: ['records', 'stored'] });
  });

  test('lists slots that are not published or sealed yet as no fault', async () => {
    const fresh = await target.fresh();
    const clock = new ManualClock(START + 11 * MINUTE);
    const audited = () => auditDay({ store: fresh, chain: new MemoryChain(), day: DAY });
    await new Ingest({ store: fresh, clock }).acceptAll(WIRE.filter(({ Ts }) => Number(Ts) < clock.now()));
    const before = await audited();
    expect([before.ok, before.counts['not sealed yet'] > 3]).toEqual([true, true]);
    await fresh.batches.freeze('scores', START + 5 * MINUTE, clock.now());
    expect((await audited()).counts).toEqual(before.counts);
    await new Sealer({ store: fresh, clock }).sealDue();
    const after = await audited();
    expect([after.ok, after.counts['not published yet'] > 0, after.counts['not sealed yet'] > 0]).toEqual([
      true,
      true,
      true,
    ]);
    expect(after.slots.length).toBe(before.slots.length);
  });

  test('stops on request, and reports an unreachable chain', async () => {
    const stop = new AbortController();
    const stopped = auditDay({
      store: own,
      chain: roots,
      day: DAY,
      signal: stop.signal,
      onProgress: ({ done }) => done === 5 && stop.abort(),
    });
    expect((await errorOf(stopped)).number).toBe(7090);
    const down: RootsReader = {
      readRoot: async () => {
        throw new Error('node is down');
      },
    };
    await expect(auditDay({ store: own, chain: down, day: DAY })).rejects.toThrow('node is down');
  });
});

describe.skipIf(!hasRecordings)('a recorded match', () => {
  test.each(recordedNames('batches'))('%s is exported and imported with its published roots', async (file) => {
    const { fixtureId, records, roots } = recorded('batches', file);
    const account = new Uint8Array(Buffer.from(recorded(roots).data, 'base64'));
    const rows = (records as [number, number, number | null, number, Record<string, number>][]).map(
      ([seq, ts, statusId, statCount, nonZero], i): NewRecord => {
        const keys = statCount === 0 ? [] : keysOfSport('soccer');
        const Stats = Object.fromEntries(keys.map((key) => [key, nonZero[key] ?? 0]));
        const record = {
          FixtureId: fixtureId,
          Seq: seq,
          Ts: ts,
          ...(statusId !== null && { StatusId: statusId }),
          Stats,
        };
        return {
          kind: 'scores',
          fixtureId,
          seq,
          ts,
          acceptedAt: ts,
          streamSlot: ts - (ts % (5 * MINUTE)),
          streamIndex: i,
          label: '',
          messageId: null,
          contentHash: createHash('sha256').update(`${i}`).digest(),
          json: JSON.stringify(record),
        };
      },
    );
    const day = Math.floor((rows[0]?.ts ?? 0) / DAY_MS) as EpochDay;
    expect(rows.every(({ ts }) => Math.floor(ts / DAY_MS) === day)).toBe(true);
    const own = await target.fresh();
    const startTime = rows[0]?.ts ?? 0;
    const fixture = {
      fixtureId,
      sport: 'soccer',
      competitionId: 1,
      startTime,
      json: JSON.stringify({ Ts: startTime }),
    } as const;
    const keys = {
      kinds: ['scores'],
      fixtureIds: [fixtureId],
      scores: [],
      messageIds: [],
      fixtureContents: [],
    } as const;
    await own.records.append(keys, () => ({ fixtures: [fixture], records: rows }));
    const clock = new ManualClock((day + 2) * DAY_MS);
    await new Sealer({ store: own, clock }).sealDue();
    const published: RootsReader = {
      readRoot: async ({ kind, slotStart }) => {
        const isOurs = kind === 'scores' && rows.some(({ ts }) => ts - (ts % (5 * MINUTE)) === slotStart);
        return isOurs ? rootOf(dailyRoot('scores', account, slotTimeOf(slotStart))) : null;
      },
    };
    const before = await auditDay({ store: own, chain: published, day });
    expect([before.ok, before.counts.ok]).toEqual([true, 30]);
    const first = await exportDay({ store: own, day, folder: temporary('recorded') });
    const empty = await target.fresh();
    const imported = await importDay({ store: empty, path: first.path, chain: published });
    expect(imported).toMatchObject({ added: rows.length, batches: 30 });
    const again = await exportDay({ store: empty, day, folder: temporary('recorded') });
    expect(bytesOf(again.path)).toEqual(bytesOf(first.path));
    const audited = await auditDay({ store: empty, chain: published, day });
    expect([audited.ok, audited.counts.ok]).toEqual([true, 30]);
  });
});
