import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { linesman, start } from '../tests/helpers/cli.js';
import { NatsServer } from '../tests/helpers/natsServer.js';
import { ORACLE } from '../tests/helpers/oracleBank.js';
import { postgresServer } from '../tests/helpers/postgresServer.js';
import { subscribe } from '../tests/helpers/service/edgeConfiguration.js';
import { StreamReader } from '../tests/helpers/service/streamReader.js';
import { refuse, scriptArguments } from '../tools/scriptArguments.js';
import { createClient } from '../ts/sdk/client/client.js';
import { MS_PER_DAY, MS_PER_SLOT } from '../ts/sdk/format/slotTime.js';
import type { Address } from '../ts/sdk/program/address/address.js';
import { accountReader } from '../ts/sdk/rpc/accountReader.js';
import { realClock } from '../ts/service/clock/realClock.js';
import { RECORD_KINDS, slotLength } from '../ts/service/data/store/recordKind.js';
import { Store } from '../ts/service/data/store/store.js';
import { periodsBetween, readPeriods } from '../ts/service/roots/attest/periods.js';
import { ask, forked, ON_PACKAGE } from './forked.js';
import { machine } from './machine.js';
import { machineLine } from './report.js';
import type { SoakChain } from './soakChain.js';
import { type FeedAsked, type FeedSaid, keyOf, STREAM, SUBJECT } from './soakFeed.js';
import { type Arrivals, addTo, arrivals, Ledger } from './soakLedger.js';
import { memoryOf, type Sample } from './soakMemory.js';
import { checksOf, checksTable, memoryTable, type Soak, soakSection, withSoakSection } from './soakReport.js';

const USAGE = `soak -- [options]

Runs a cluster as real processes under load, and judges what it ends with: exit code 1 means that a check does not hold.
Ctrl-C ends it early, and it then judges what there is.

  --minutes N    default 45, at most 720
  --speed N      how many times faster than in reality matches are played; default 60, at most 200
  --untimed      judges nothing that depends on how busy the machine is
  --json         as JSON
  --write        updates docs/internals/scale.md
`;

const { values } = scriptArguments(USAGE, {
  minutes: { type: 'string', default: '45' },
  speed: { type: 'string', default: '60' },
  untimed: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
const [minutes, speed] = [Number(values.minutes), Number(values.speed)];
if (!(minutes > 0 && minutes <= 720 && speed > 0 && speed <= 200))
  refuse('--minutes is at most 720, --speed at most 200, and both are above 0');

const MINUTE = 60_000;
/** Sent at once at the start, with their own times, so that there are roots from the first minute on. */
const HISTORY = MS_PER_SLOT + MINUTE;
const STREAMS_PER_EDGE = 3;
/** ms after the end of its slot until a root is late. */
const IN_TIME = MINUTE;
/** ms for which the end waits for what is on its way. */
const PATIENCE = 3 * MINUTE;
const SAMPLES = 720;
const MAIN = 'ts/cli/main.ts';
/**
 * What Node takes for objects where deploy/kubernetes/hardened.yaml limits a pod to 2 GiB: a quarter. Without a limit
 * it takes more the more a machine has, long before it collects.
 */
const LIMITED = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-old-space-size=512`.trim() };

const say = (text: string): void => console.error(text);
const stopping = new AbortController();
const { signal } = stopping;
const closers: (() => unknown)[] = [];
const pids: Record<string, () => number> = {};
const faults: string[] = [];
/** Reads until it fits, and returns what was read last. Gives up sooner once somebody waits for the end. */
async function within<T>(what: string, read: () => T | Promise<T>, fits: (read: T) => boolean): Promise<T> {
  const from = Date.now();
  for (;;) {
    const found = await read();
    if (fits(found)) return found;
    if (Date.now() - from > (signal.aborted ? 10_000 : PATIENCE)) {
      say(`waited in vain: ${what}`);
      return found;
    }
    await setTimeout(500);
  }
}

/** A role as a process. Resolves at an event of its log, at once without one. */
async function role(name: string, args: readonly string[], event?: string): Promise<Record<string, unknown>> {
  const before = process.execArgv.includes(ON_PACKAGE[3] ?? '') ? 'bench/onPackage.mjs' : undefined;
  const child = start(MAIN, args, before, LIMITED);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  pids[name] = () => child.pid ?? 0;
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => {
    errors = `${errors}${piece}`.slice(-500);
  });
  let isEnding = false;
  closers.push(async () => {
    isEnding = true;
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null)
      await once(child, 'close', { signal: AbortSignal.timeout(20_000) }).catch(kill);
    process.off('exit', kill);
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (isEnding) return;
      const said = line.startsWith('{') ? JSON.parse(line) : {};
      if (said.event === event) resolve(said);
      if (['alarm', 'failure', 'mismatch'].includes(said.event) && faults.length < 20) faults.push(`${name}: ${line}`);
    });
    child.once('close', (code) => {
      if (!isEnding) faults.push(`${name} ended with ${code}: ${errors}`);
      reject(new Error(`${name} has ended: ${errors}`));
    });
    if (event === undefined) resolve({});
  });
}

/** Reads a stream until the end, and goes on where it broke off. */
async function follow(url: string, kind: 'odds' | 'scores', apiToken: string, note: (key: string) => void) {
  let lastId = '';
  const open = async () => {
    const session = await fetch(`${url}/auth/guest/start`, { method: 'POST' });
    const { token } = (await session.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}`, 'x-api-token': apiToken };
    return StreamReader.open(`${url}/api/${kind}/stream`, { ...headers, ...(lastId && { 'last-event-id': lastId }) });
  };
  const read = async (first: StreamReader) => {
    for (let reader = first; !isOver; reader = await open()) {
      current = reader;
      while (!reader.ended) {
        await reader.until((text) => text.includes('\n\n')).catch(() => '');
        for (const event of reader.takeEvents().split('\n\n')) {
          const [, data, id] = /^data: (.*)\nid: (.*)$/.exec(event) ?? [];
          if (data === undefined || id === undefined) continue;
          lastId = id;
          note(keyOf(kind, JSON.parse(data)));
        }
      }
      if (!isOver) await setTimeout(200);
    }
  };
  let current: StreamReader = await open();
  if (current.status !== 200) throw new Error(`${kind} stream: ${current.status}`);
  let isOver = false;
  closers.push(() => {
    isOver = true;
    current.close();
  });
  void read(current).catch((error: Error) => isOver || faults.push(`stream of ${kind}: ${error.message}`));
}

const slots = { read: 0, records: 0, failed: 0 };
/** Reads the latest whole slot again and again, page by page, until the end. */
async function readSlots(baseUrl: string, apiToken: string): Promise<void> {
  const over = new AbortController();
  closers.push(() => over.abort());
  const client = createClient({ baseUrl, apiToken, wire: 'observed', signal: over.signal });
  while (!over.signal.aborted)
    for (const list of [client.scores, client.odds])
      try {
        for await (const page of list.pagesOfSlot(Date.now() - MS_PER_SLOT)) slots.records += page.length;
        slots.read++;
        await setTimeout(1_000, undefined, { signal: over.signal });
      } catch (error) {
        if (over.signal.aborted) return;
        slots.failed++;
        if (faults.length < 20) faults.push(`reader of slots: ${(error as Error).message}`);
        await setTimeout(1_000);
      }
}

async function soak(): Promise<Soak> {
  const postgres = await postgresServer();
  if (!postgres) throw new Error('PostgreSQL is not installed');
  closers.push(() => postgres.remove());
  const nats = await NatsServer.start();
  closers.push(() => nats.stop());
  const chainProcess = forked('soakChain.ts');
  closers.push(() => chainProcess.disconnect());
  Object.assign(pids, { PostgreSQL: () => postgres.pid, NATS: () => nats.pid, chain: () => chainProcess.pid ?? 0 });
  const url = await postgres.database('soak');
  await linesman(['migrate', '--store', url]);
  const chain = await ask<SoakChain>(chainProcess, {});
  const store = await Store.open({ url });
  const wallet = (name: string) => subscribe(store, realClock, name);
  const tokens = [await wallet('one'), await wallet('two')] as const;
  const readerToken = await wallet('reader');
  const tokenFile = join(chain.folder, 'attester-token');
  writeFileSync(tokenFile, await wallet('attester'), { mode: 0o600 });
  await store.close();

  const shared = ['--store', url, '--nats', nats.url];
  const serve = (kind: string) =>
    [
      'serve',
      '--json',
      '--drain',
      '0',
      '--rpc',
      chain.url,
      '--port',
      '0',
      '--role',
      kind,
      '--data',
      chain.folder,
    ].concat(shared);
  const edges = await Promise.all(['edge 1', 'edge 2'].map((name) => role(name, serve('edge'), 'listening')));
  const [one = '', two = ''] = edges.map((edge) => `${edge.url}`);
  const ledger = new Ledger();
  for (const [i, edge] of [one, two].entries())
    for (const kind of ['odds', 'scores'] as const)
      for (let reader = 0; reader < STREAMS_PER_EDGE; reader++)
        await follow(edge, kind, tokens[i] ?? '', ledger.reader(kind));

  const feed = forked('soakFeed.ts');
  closers.push(() => feed.kill('SIGKILL'));
  const states = new Set<string>();
  feed.on('message', (said: FeedSaid) => {
    if ('sent' in said) ledger.noteSent(said.sent);
    else states.add(Object.keys(said)[0] ?? '');
  });
  feed.send({ nats: nats.url, speed, from: Date.now() - HISTORY } satisfies FeedAsked);
  await within('first records', () => ledger.sent, Boolean);
  const source = ['--stream', STREAM, '--subject', SUBJECT, '--durable', 'linesman', '--json'];
  await role('ingest', ['ingest', ...shared, ...source]);
  await within('the records before the start', () => states.has('isCaughtUp') && ledger.streamed().lost === 0, Boolean);
  // A slot that is sealed before its records are there would get none of them.
  await role('publisher', serve('publish'), 'listening');
  void readSlots(one, readerToken);

  const [from, memory] = [Date.now(), {} as Record<string, Sample[]>];
  ledger.measuredFrom = from;
  const until = from + minutes * MINUTE;
  const every = Math.max(1_000, (minutes * MINUTE) / SAMPLES);
  let [toldAt, hasAttester] = [from, false];
  while (!signal.aborted && Date.now() < until) {
    await setTimeout(Math.min(every, until - Date.now()), undefined, { signal }).catch(() => {});
    const hours = (Date.now() - from) / (60 * MINUTE);
    for (const [name, pid] of Object.entries(pids)) {
      const samples = memory[name] ?? [];
      memory[name] = samples;
      samples.push([hours, memoryOf(pid())]);
    }
    if (!hasAttester && Date.now() >= from + (until - from) / 4) {
      hasAttester = true;
      const place = ['--service', two, '--api-token-file', tokenFile, '--rpc', chain.url, '--json', '--interval', '5'];
      const who = ['--set', chain.set, '--keypair', chain.attester, '--evidence', join(chain.folder, 'evidence')];
      role('attester', ['attest', ...who, ...place], 'started').catch(() => {});
    }
    if (Date.now() - toldAt < Math.min(MINUTE, (until - from) / 5)) continue;
    toldAt = Date.now();
    const held = Object.entries(memory).map(([name, all]) => `${name} ${Math.round(all.at(-1)?.[1] ?? 0)} MB`);
    const known = `${ledger.sent} sent, ${slots.read} slots read, p99 ${ledger.delays.at(0.99)} ms`;
    say(`${(60 * hours).toFixed(1)} min: ${known}; ${held.join(', ')}`);
  }
  const [to, isInterrupted] = [Date.now(), signal.aborted];
  say('the feed ends; waiting for what is on its way');
  feed.send({});
  await within('streams', () => states.has('isOver') && ledger.streamed().lost === 0, Boolean);

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const readStored = async (): Promise<Arrivals> => {
      const { rows } = await client.query('select kind, fixture_id, seq, message_id from record');
      const [arrived, expected] = [new Map<string, number>(), new Set<string>()];
      for (const { kind, fixture_id, seq, message_id } of rows) {
        const key = `${kind} ${keyOf(kind, { FixtureId: fixture_id, Seq: seq, MessageId: message_id })}`;
        // Whose states are one record each.
        if (kind === 'fixtures') arrived.set(key, 1);
        else addTo(arrived, key);
      }
      for (const kind of RECORD_KINDS) for (const key of ledger.expected[kind]) expected.add(`${kind} ${key}`);
      return arrivals(expected, arrived);
    };
    const stored = await within('stored records', readStored, ({ lost }) => lost === 0);
    const readRoots = async () => {
      const query = `select distinct r.kind, r.ts - r.ts % l.length + l.length as until, b.published_at
        from record r join (select unnest($1::text[]) as kind, unnest($2::bigint[]) as length) l on l.kind = r.kind
        left join slot_batch b on b.kind = r.kind and b.slot_start = r.ts - r.ts % l.length`;
      const { rows } = await client.query(query, [RECORD_KINDS, RECORD_KINDS.map(slotLength)]);
      const over = rows.filter(({ until }) => Number(until) <= to);
      const published = over.filter(({ published_at }) => published_at !== null);
      const late = published.filter((row) => Number(row.published_at) > Math.max(from, Number(row.until)) + IN_TIME);
      return { published: published.length, late: late.length, missing: over.length - published.length };
    };
    const roots = await within('roots', readRoots, ({ missing }) => missing === 0);
    const node = accountReader(chain.url);
    const readAttester = async () => {
      const day = Math.floor(to / MS_PER_DAY);
      const periods = RECORD_KINDS.flatMap((kind) => periodsBetween(kind, day - 1, day));
      const read = await readPeriods({ chain: node, oracle: ORACLE.programId, set: chain.set as Address }, periods);
      const over = read.flatMap(({ kind, period, roots, bits }) =>
        roots.flatMap((root, slot) =>
          root && period * MS_PER_DAY + (slot + 1) * slotLength(kind) <= to ? [bits[slot] ?? 0] : [],
        ),
      );
      const attested = over.filter((bits) => bits > 0).length;
      return { attested, backlog: over.length - attested };
    };
    const attester = await within('attester', readAttester, ({ backlog }) => backlog === 0);
    return {
      ...{ minutes: (to - from) / MINUTE, speed, isInterrupted, sent: ledger.sent, stopped: ledger.stopped },
      ...{ stored, streams: 4 * STREAMS_PER_EDGE, streamed: ledger.streamed() },
      delay: { p50: ledger.delays.at(0.5), p99: ledger.delays.at(0.99) },
      ...{ roots, attester, slots, memory, faults },
    };
  } finally {
    await client.end();
  }
}

async function main(): Promise<void> {
  process.once('SIGINT', () => stopping.abort());
  try {
    const found = await soak();
    const checks = checksOf(found, !values.untimed);
    if (values.json) console.log(JSON.stringify({ machine: machine(), ...found, checks }, null, 2));
    else console.log(`${machineLine(machine())}\n${checksTable(checks)}\n\n${memoryTable(found)}`);
    if (values.write) {
      const page = new URL('../docs/internals/scale.md', import.meta.url);
      const about = { machine: machineLine(machine()), date: new Date().toISOString().slice(0, 10) };
      writeFileSync(page, withSoakSection(readFileSync(page, 'utf8'), soakSection(found, checks, about)));
    }
    process.exitCode = checks.every(({ holds }) => holds) ? 0 : 1;
  } finally {
    for (const close of closers.reverse()) await close();
  }
  process.exit();
}

if (process.send) {
  // Without the process that the terminal knows, nobody wants the result.
  for (const name of ['disconnect', 'SIGTERM']) process.once(name, () => process.exit(1));
  await main();
} else {
  // In a group of its own, because the terminal sends Ctrl-C to all processes of a group, and the roles have to stay.
  const inner = fork(fileURLToPath(import.meta.url), process.argv.slice(2), { detached: true });
  let isAsked = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      inner.kill(isAsked ? 'SIGTERM' : 'SIGINT');
      isAsked = true;
    });
  const [code] = await once(inner, 'exit');
  process.exitCode = code ?? 1;
}
