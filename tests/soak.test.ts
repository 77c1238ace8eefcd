import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { addTo, arrivals, Delays, Ledger } from '../bench/soakLedger.js';
import { meansOfSlots, memoryOf, slope } from '../bench/soakMemory.js';
import { checksOf, type Soak, soakSection, soakSectionOf, withSoakSection } from '../bench/soakReport.js';
import { start } from './helpers/cli.js';
import { leftOut } from './helpers/leftOut.js';
import { hasNatsServer } from './helpers/natsServer.js';
import { postgresServer } from './helpers/postgresServer.js';
import { surfpool } from './helpers/surfpool.js';

/** `npm run soak`, for a minute, and what it judges by. */

const postgres = await postgresServer();
await postgres?.remove();
const canRun = postgres !== null && hasNatsServer() && surfpool() !== null;
if (!canRun) leftOut('a soak of the cluster: PostgreSQL, NATS or the embedded chain is not installed.');

async function soak(options: readonly string[], onErrors = (_: string, __: number) => {}) {
  const child = start('bench/soak.ts', [...options, '--speed', '10', '--untimed', '--json']);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => {
    stdout += piece;
  });
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece;
    onErrors(stderr, child.pid ?? 0);
  });
  const [code] = await once(child, 'close');
  expect(stdout, stderr).toContain('"checks"');
  return { code, stderr, found: JSON.parse(stdout) as Soak & { checks: { holds: boolean }[] } };
}

describe.runIf(canRun)('a soak of the cluster', () => {
  it('loses nothing and misses no root in a minute', { timeout: 600_000 }, async () => {
    const { code, stderr, found } = await soak(['--minutes', '1']);
    expect(
      found.checks.filter(({ holds }) => !holds),
      stderr,
    ).toEqual([]);
    expect(code).toBe(0);
    const roles = ['PostgreSQL', 'NATS', 'chain', 'edge 1', 'edge 2', 'ingest', 'publisher', 'attester'];
    expect(Object.keys(found.memory)).toEqual(roles);
  });

  it('says what it has measured when it is interrupted', { timeout: 600_000 }, async () => {
    let isAsked = false;
    const interrupt = (errors: string, pid: number) => {
      if (isAsked || !errors.includes(' min: ')) return;
      isAsked = true;
      process.kill(pid, 'SIGINT');
    };
    const { found } = await soak(['--minutes', '2'], interrupt);
    expect(found.isInterrupted).toBe(true);
    expect(found.minutes).toBeLessThan(2);
    expect(found.sent).toBeGreaterThan(0);
  });
});

it('counts what is lost, arrives twice, or was never sent', () => {
  const arrived = new Map<string, number>();
  for (const key of ['a', 'b', 'b', 'x']) addTo(arrived, key);
  expect(arrivals(new Set(['a', 'b', 'c']), arrived)).toEqual({
    ...{ expected: 3, lost: 1, twice: 1, strange: 1 },
    examples: ['c'],
  });
});

it('compares each stream with what was sent, but not with records of stopped matches', () => {
  const ledger = new Ledger();
  const [one, other] = [ledger.reader('scores'), ledger.reader('scores')];
  // It may arrive before the feed has said that it was sent.
  one('1/0');
  ledger.noteSent([
    { kind: 'scores', key: '1/0', at: 1, isStopped: false },
    { kind: 'scores', key: '1/1', at: 1, isStopped: true },
    { kind: 'odds', key: 'm', at: 1, isStopped: false },
  ]);
  expect(ledger.streamed()).toMatchObject({ expected: 2, lost: 1, twice: 0, strange: 0 });
  other('1/0');
  other('1/0');
  other('1/1');
  expect(ledger.streamed()).toMatchObject({ expected: 2, lost: 0, twice: 1, strange: 1 });
  expect([ledger.sent, ledger.stopped]).toEqual([3, 1]);
});

it('reads percentiles from counts', () => {
  const delays = new Delays();
  expect(delays.at(0.99)).toBe(0);
  for (let ms = 1; ms <= 100; ms++) delays.add(ms);
  delays.add(10 ** 9);
  expect([delays.at(0.5), delays.at(0.98), delays.at(1)]).toEqual([51, 99, 60_000]);
});

it('measures memory, and its slope by least squares', () => {
  expect(memoryOf(process.pid)).toBeGreaterThan(10);
  expect(memoryOf(2 ** 30)).toBe(0);
  expect(slope([])).toBe(0);
  expect(slope([[1, 5]])).toBe(0);
  const noisy = [
    [0, 100],
    [1, 112],
    [2, 118],
    [3, 130],
  ] as const;
  expect(slope(noisy)).toBeCloseTo(9.6);
});

it('does not take what streams keep of a slot for growth', () => {
  // From the middle of a slot on, a sample every 15 s; an edge keeps 40 MB more at the end of each slot.
  const samples = (growth: number) =>
    Array.from({ length: 85 }, (_, i) => {
      const slots = 0.5 + i / 20;
      return [slots / 12, 300 + 40 * (slots % 1) + (growth * slots) / 12] as const;
    });
  expect(Math.abs(slope(samples(0)))).toBeGreaterThan(5);
  expect(slope(meansOfSlots(samples(0)))).toBeCloseTo(0, 6);
  expect(slope(meansOfSlots(samples(100)))).toBeCloseTo(100, 6);
  expect(meansOfSlots(samples(0))).toHaveLength(4);
  expect(meansOfSlots([])).toEqual([]);
});

const NONE = { expected: 1, lost: 0, twice: 0, strange: 0, examples: [] };
/** Three hours with a sample each minute; MB an hour. */
const growing = (by: number) => Array.from({ length: 181 }, (_, i) => [i / 60, (by * i) / 60] as const);

const GOOD: Soak = {
  ...{ minutes: 45, speed: 60, isInterrupted: false, sent: 9, stopped: 1, stored: NONE, streams: 1, streamed: NONE },
  ...{ delay: { p50: 1, p99: 999 }, roots: { published: 1, late: 0, missing: 0 } },
  ...{ attester: { attested: 1, backlog: 0 }, slots: { read: 1, records: 1, failed: 0 } },
  ...{ memory: { edge: growing(60) }, faults: [] },
};

it.each<[string, Partial<Soak>, boolean]>([
  ['nothing', {}, false],
  ['a lost record', { stored: { ...NONE, lost: 1 } }, false],
  ['a record that was streamed twice', { streamed: { ...NONE, twice: 1 } }, false],
  ['a slow stream', { delay: { p50: 1, p99: 1_000 } }, true],
  ['a late root', { roots: { published: 1, late: 1, missing: 0 } }, true],
  ['a missing root', { roots: { published: 1, late: 0, missing: 1 } }, false],
  ['a backlog', { attester: { attested: 1, backlog: 1 } }, false],
  ['a slot that could not be read', { slots: { read: 1, records: 1, failed: 1 } }, false],
  ['memory that grows', { memory: { edge: growing(61) } }, true],
  ['a fault of a process', { faults: ['it ended'] }, false],
])('judges %s', (what, change, isTiming) => {
  const broken = (isTimed: boolean) => checksOf({ ...GOOD, ...change }, isTimed).filter(({ holds }) => !holds).length;
  expect([broken(true), broken(false)]).toEqual(what === 'nothing' ? [0, 0] : isTiming ? [1, 0] : [1, 1]);
});

it('keeps its section in the document when either is written again', () => {
  const page = '# Page\n\nwords\n\nNext: [there](there.md).\n';
  const about = { machine: 'a machine', date: '2026-11-29' };
  const section = soakSection(GOOD, checksOf(GOOD, true), about);
  const once = withSoakSection(page, section);
  expect(once).toContain('words\n\n## Hours under load\n');
  expect(once.endsWith('\n\nNext: [there](there.md).\n')).toBe(true);
  expect(withSoakSection(once, section)).toBe(once);
  expect(withSoakSection(page, soakSectionOf(once))).toBe(once);
  expect(withSoakSection(page, soakSectionOf(page))).toBe(page);
});
