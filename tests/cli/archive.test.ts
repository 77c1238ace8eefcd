import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDay } from '../../ts/cli/option/optionValue.js';
import type { Terminal } from '../../ts/cli/terminal/terminal.js';
import { epochDay, fixturesTimeOf, slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { dayProgressTo } from '../../ts/service/commands/archive/progress.js';
import { runAudit } from '../../ts/service/commands/archive/runAudit.js';
import { runExport } from '../../ts/service/commands/archive/runExport.js';
import { runImport } from '../../ts/service/commands/archive/runImport.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { Store } from '../../ts/service/data/store/store.js';
import { dateOf } from '../../ts/service/roots/archive/day.js';
import { exportDay } from '../../ts/service/roots/archive/exportDay.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { linesman } from '../helpers/cli.js';
import { matchFeed, START } from '../helpers/service/feed.js';
import { ScriptedService } from '../helpers/service/scriptedService.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const MINUTE = 60_000;
const DAY = epochDay(Math.floor(START / 86_400_000));
const DATE = '2027-01-15';
const SECRET = 'not-for-anybodys-eyes';

const folder = temporaryFolder('archive-cli');
const store = join(folder, 'store');
let rpc: ScriptedService;
/** The roots accounts by address. */
const accounts = new Map<string, Uint8Array>();
let owner = DEFAULT_ORACLE_PROGRAM_ID;
let size = 0;
/** A complete archive of the day. */
let archive: string;
let onAsked = () => {};

beforeAll(async () => {
  const own = await Store.open({ folder: store });
  const clock = new ManualClock(START + 86_400_000);
  const { wire } = matchFeed('soccer', 12_000_001, 'archive-cli');
  await new Ingest({ store: own, clock }).acceptAll(wire.filter(({ Ts }) => Number(Ts) < START + 20 * MINUTE));
  await new Sealer({ store: own, clock }).sealDue();
  const roots = { scores: new Map(), odds: new Map(), fixtures: new Map() } as const;
  for (const batch of await own.batches.unpublished()) {
    const { kind, slotStart, root } = batch;
    const index = kind === 'fixtures' ? fixturesTimeOf(slotStart).index : slotTimeOf(slotStart).slot;
    roots[kind].set(index, root);
    await own.batches.markPublished(batch, clock.now());
    size++;
  }
  archive = (await exportDay({ store: own, day: DAY, folder })).path;
  await own.close();
  for (const kind of ['scores', 'odds', 'fixtures'] as const) {
    const { address, data } = rootsAccount(kind, DAY, roots[kind], DEFAULT_ORACLE_PROGRAM_ID);
    accounts.set(address, data);
  }
  rpc = await ScriptedService.listen((_, response, body) => {
    onAsked();
    const { id, params } = JSON.parse(body);
    const data = accounts.get(params[0]);
    const value = data && {
      data: [Buffer.from(data).toString('base64'), 'base64'],
      executable: false,
      lamports: 1,
      owner,
      rentEpoch: 0,
    };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: value ?? null } }));
  });
});
beforeEach(() => {
  rpc.requests.splice(0);
  owner = DEFAULT_ORACLE_PROGRAM_ID;
});
afterAll(() => rpc.close());

const temporary = (): string => mkdtempSync(join(folder, 'at-'));
const copied = (): string => {
  const path = join(temporary(), `${DAY}`);
  cpSync(archive, path, { recursive: true });
  return path;
};

describe('linesman export, import and audit', () => {
  it.each(['export', 'import', 'audit'])('%s has help', async (command) => {
    const { code, stdout } = await linesman([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Examples:\n  $ linesman ${command} `);
    expect(stdout).toContain('Exit code: 0 ');
    expect(stdout).toMatch(/--store <place>[^-]*\(default:\s+"\.linesman\/store"\)/);
  });

  it('copies a day to another store, verified against the chain', async () => {
    const to = temporary();
    const out = await linesman(['export', DATE, '--store', store, '--to', to, '--progress']);
    expect([out.code, out.stderr]).toEqual([0, `exported ${size} of ${size} slots\n`]);
    expect(out.stdout).toMatch(
      new RegExp(`^day ${DAY} \\(${DATE}\\): \\d+ records in ${size} batches → .*/${DAY}\\n$`),
    );
    const other = join(temporary(), 'new', 'store');
    const path = join(to, `${DAY}`);
    const into = ['import', path, '--store', other, '--roots', '--rpc', rpc.url];
    const first = await linesman([...into, '--progress']);
    expect([first.code, first.stderr]).toEqual([
      0,
      `checked ${size} of ${size} slots\nimported ${size} of ${size} slots\n`,
    ]);
    expect(first.stdout).toContain('every root matches its records and the chain');
    // Each account is fetched once.
    expect(rpc.requests.length).toBe(3);
    const again = JSON.parse((await linesman([...into, '--json'])).stdout);
    expect(again).toMatchObject({ day: DAY, date: DATE, added: 0, batches: size, comparedWithChain: true });
    const back = temporary();
    const json = JSON.parse((await linesman(['export', `${DAY}`, '--store', other, '--to', back, '--json'])).stdout);
    expect(json).toMatchObject({
      day: DAY,
      date: DATE,
      path: join(back, `${DAY}`),
      records: again.records,
      batches: size,
    });
    for (const file of readdirSync(path))
      expect(readFileSync(join(back, `${DAY}`, file))).toEqual(readFileSync(join(path, file)));
    const audited = await linesman(['audit', `${DAY}`, '--store', other, '--rpc', rpc.url]);
    expect(audited).toEqual({
      code: 0,
      stdout: `day ${DAY} (${DATE}): ${again.records} records; ${size} slots ok\n`,
      stderr: '',
    });
  });

  it('audit fetches each account once, and its exit code says whether something is wrong', async () => {
    const fine = await linesman(['audit', DATE, '--store', store, '--rpc', rpc.url, '--json', '--progress']);
    expect([fine.code, fine.stderr]).toEqual([0, 'audited 600 of 600 slots\n']);
    const report = JSON.parse(fine.stdout);
    expect(report).toMatchObject({ day: DAY, date: DATE, ok: true, counts: { ok: size, differs: 0 } });
    expect(rpc.requests.length).toBe(3);
    const [first] = report.slots;
    const [name = ''] = accounts.keys();
    const data = accounts.get(name);
    if (!data) throw new Error('no account');
    const at = 10 + 32 * first.slot;
    expect(Buffer.from(data.subarray(at, at + 32)).toString('hex')).toBe(first.roots.chain);
    accounts.set(name, data.with(at, (data[at] ?? 0) ^ 1));
    try {
      const wrong = await linesman(['audit', DATE, '--store', store, '--rpc', rpc.url]);
      expect(wrong.code).toBe(1);
      expect(wrong.stdout).toMatch(
        /^scores slot \d+ \(2027-01-15T\d\d:\d\dZ\) {2}differs: chain \(records \w{8}…, leaves /,
      );
      expect(wrong.stdout).toContain('1 slots differs\nThe audit found faults.\n');
      const refused = await linesman(['import', archive, '--store', store, '--roots', '--rpc', rpc.url]);
      expect([refused.code, refused.stderr.slice(0, 11)]).toEqual([2, 'error 7126 ']);
    } finally {
      accounts.set(name, data);
    }
    owner = ZERO_ADDRESS;
    const foreign = await linesman(['audit', DATE, '--store', store, '--rpc', rpc.url]);
    expect([foreign.code, foreign.stderr.slice(0, 11)]).toEqual([2, 'error 2004 ']);
    // Another program has no accounts, so all roots are missing.
    const elsewhere = ['--oracle', KeyPair.generate().address];
    expect((await linesman(['audit', DATE, '--store', store, '--rpc', rpc.url, ...elsewhere])).code).toBe(1);
    const empty = await linesman(['audit', '1', '--store', store, '--rpc', rpc.url]);
    expect([empty.code, empty.stdout]).toEqual([
      0,
      'day 1 (1970-01-02): the store and the chain have no data for it\n',
    ]);
  });

  it('import names the damaged file, line and slot, and stores nothing', async () => {
    const path = copied();
    const file = join(path, 'records.ndjson.gz');
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 16;
    writeFileSync(file, bytes);
    const at = join(temporary(), 'store');
    const { code, stderr } = await linesman(['import', path, '--store', at]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error 7121 ArchiveDamaged: .*records\.ndjson\.gz, line \d+, (scores|odds|fixtures) slot \d+ \(2027/,
    );
    expect((await linesman(['export', DATE, '--store', at, '--to', temporary()])).stderr).toContain('error 7120 ');
  });

  it.each<[string[], number]>([
    [['export', 'yesterday'], 7315],
    [['export', '2026-02-30'], 7315],
    [['export', '65536'], 7315],
    [['export', '-1'], 0],
    [['export', DATE, '--store', '/does/not/exist'], 7014],
    [['export', DATE, '--store', 'mysql://localhost/x'], 7313],
    [['export', DATE, '--store', `postgres://u:${SECRET}@127.0.0.1:9/x`], 7128],
    [['audit', 'x'], 7315],
    [['audit', DATE, '--rpc', `ftp://${SECRET}`], 7313],
    [['audit', DATE, '--oracle', 'nowhere'], 7312],
    [['audit', DATE, '--store', '/does/not/exist'], 7014],
    [['import', '/does/not/exist', '--roots', '--rpc', 'nowhere'], 7313],
  ])('refuses %j', async (args, number) => {
    const { code, stdout, stderr } = await linesman(args);
    expect([code, stdout]).toEqual([2, '']);
    if (number > 0) expect(stderr).toContain(`error ${number} `);
    expect(stderr).not.toContain(SECRET);
  });

  it('reports an unusable chain or store', async () => {
    const down = await linesman(['audit', DATE, '--store', store, '--rpc', `http://127.0.0.1:9/${SECRET}`]);
    expect([down.code, down.stderr.slice(0, 11)]).toEqual([2, 'error 7068 ']);
    expect(down.stderr).not.toContain(SECRET);
    const file = join(temporary(), 'file');
    writeFileSync(file, 'x');
    const { code, stderr } = await linesman(['export', DATE, '--store', file]);
    expect([code, stderr.slice(0, 11)]).toEqual([2, 'error 7231 ']);
    expect(stderr).toContain('there is a file where a folder belongs');
    const there = copied();
    const twice = await linesman(['export', DATE, '--store', store, '--to', join(there, '..')]);
    expect([twice.code, twice.stderr.slice(0, 11)]).toEqual([2, 'error 7123 ']);
  });

  it('stops on request, and releases the store', async () => {
    const path = copied();
    const silent = { rpc: rpc.url, store } as const;
    const stopping = (): { terminal: Terminal; signal: AbortSignal } => {
      const stop = new AbortController();
      // The first line of progress.
      return {
        signal: stop.signal,
        terminal: { stdin: (async function* () {})(), out: () => {}, err: () => stop.abort() },
      };
    };
    const other = join(temporary(), 'store');
    const importing = stopping();
    // The check is complete; after this report nothing more is stored.
    const importFlags = { ...silent, store: other, progress: true } as const;
    await expect(runImport({ ...importFlags, path }, importing.terminal, importing.signal)).rejects.toMatchObject({
      number: 7090,
    });
    const to = temporary();
    const exporting = stopping();
    await expect(
      runExport({ day: DAY, store, to, progress: true }, exporting.terminal, exporting.signal),
    ).rejects.toMatchObject({ number: 7090 });
    expect(readdirSync(to)).toEqual([]);
    const auditing = new AbortController();
    onAsked = () => auditing.abort();
    await expect(runAudit({ ...silent, day: DAY }, exporting.terminal, auditing.signal)).rejects.toMatchObject({
      number: 7090,
    });
    onAsked = () => {};
    // The next process can open it.
    expect(await linesman(['audit', DATE, '--store', store, '--rpc', rpc.url])).toMatchObject({ code: 0, stderr: '' });
    expect((await linesman(['import', path, '--store', other])).code).toBe(0);
  });
});

describe('a day', () => {
  it('is a date or a day number', () => {
    expect(parseDay('0', '<day>')).toBe(0);
    expect(parseDay('65535', '<day>')).toBe(65_535);
    for (const day of [0, 1, 20_643, DAY, 65_535]) expect(parseDay(dateOf(epochDay(day)), '<day>')).toBe(day);
    for (const text of ['', '1969-12-31', '2149-06-07', '2026-7-9', '2026-13-01', '1e3', '0x1', ' 1'])
      expect(() => parseDay(text, '<day>'), text).toThrow(/not a day/);
  });
});

describe('progress', () => {
  it('prints a line every two seconds and at the end of each phase', () => {
    let time = 0;
    const lines: string[] = [];
    const terminal: Terminal = { stdin: (async function* () {})(), out: () => {}, err: (text) => lines.push(text) };
    const tell = dayProgressTo(terminal, { progress: true, now: () => time });
    for (let done = 1; done <= 10; done++) {
      time += 700;
      tell({ phase: 'audit', done, of: 10 });
    }
    expect(lines).toEqual([3, 6, 9, 10].map((done) => `audited ${done} of 10 slots\n`));
  });
});
