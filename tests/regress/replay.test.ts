import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordStreams } from '../../ts/regress/record/streamRecorder.js';
import { compareRoots } from '../../ts/regress/replay/compareRoots.js';
import { readTimeline, type Timeline } from '../../ts/regress/replay/timeline.js';
import { systemTimers } from '../../ts/sdk/client/timers.js';
import { accountReader } from '../../ts/sdk/rpc/accountReader.js';
import type { EmbeddedService } from '../../ts/service/serve/embedded.js';
import { type Replay, type ReplayProgress, startReplay } from '../../ts/service/serve/replay.js';
import { ROOT } from '../helpers/cli.js';
import { RecordedSeason } from '../helpers/regress/recordedSeason.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { until } from '../helpers/service/until.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { VirtualTime } from '../helpers/virtualTime.js';

/**
 * A season is recorded from a running service and served again: the replay is the same service, word for word.
 */

const MINUTE = 60_000;
const SLOT = 5 * MINUTE;
/** In the past, in the middle of a slot. */
const START = Date.UTC(2026, 5, 8, 16, 2, 30);
const WIRES = ['described', 'observed'] as const;
const KINDS = ['scores', 'odds'] as const;

let season: RecordedSeason;
const folder = temporaryFolder('recording');
const observed = temporaryFolder('observed');
let readers: Readers;
let end: number;

/** Readers of both streams in both wires. */
class Readers {
  private constructor(private readonly all: readonly { readonly name: string; readonly reader: StreamReader }[]) {}

  static async open({ service, apiToken, sessionToken }: EmbeddedService): Promise<Readers> {
    const headers = { authorization: `Bearer ${sessionToken}`, 'x-api-token': apiToken };
    return new Readers(
      await Promise.all(
        KINDS.flatMap((kind) =>
          WIRES.map(async (wire) => ({
            name: `${kind} ${wire}`,
            reader: await StreamReader.open(`${service.url}/api/${kind}/stream?wire=${wire}`, headers),
          })),
        ),
      ),
    );
  }

  /** The events with records, character by character. */
  get events(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(
      this.all.map(({ name, reader }) => [
        name,
        reader.text.split('\n\n').filter((event) => event !== '' && !event.includes('event: heartbeat')),
      ]),
    );
  }

  async have(counts: Readonly<Record<'scores' | 'odds', number>>): Promise<void> {
    await until(() =>
      Object.entries(this.events).every(([name, events]) => events.length >= counts[name.split(' ')[0] as 'odds']),
    );
  }

  close(): void {
    for (const { reader } of this.all) reader.close();
  }
}

const get = async ({ service, apiToken, sessionToken }: EmbeddedService, path: string): Promise<string> => {
  const response = await fetch(service.url + path, {
    headers: { authorization: `Bearer ${sessionToken}`, 'x-api-token': apiToken },
  });
  return `${response.status} ${await response.text()}`;
};

const recordedAnswers = new Map<string, Promise<string>>();
/** What the recorded service answers. Its season is over, so that it is asked each question once. */
function recordedAnswer(path: string): Promise<string> {
  const answer = recordedAnswers.get(path) ?? get(season.embedded, path);
  recordedAnswers.set(path, answer);
  return answer;
}

/** What both services are asked: lists of the slots and hours that are over, and proofs. */
function questions(): string[] {
  const asked = ['/api/fixtures/snapshot'];
  const slots = new Set<string>();
  for (let start = START - (START % SLOT); start + SLOT <= end; start += SLOT) {
    const slot = Math.floor((start % 86_400_000) / SLOT);
    slots.add(`${Math.floor(start / 86_400_000)}/${Math.floor(slot / 12)}/${slot % 12}`);
  }
  for (const slot of slots) for (const kind of KINDS) asked.push(`/api/${kind}/updates/${slot}`);
  asked.push(`/api/fixtures/updates/${Math.floor(START / 86_400_000)}/16`);
  const sealedUntil = Math.floor((end - 20_000) / SLOT) * SLOT;
  const fixtures = new Set<number>();
  for (const { kind, fixtureId, ts, wire } of season.fed) {
    fixtures.add(fixtureId);
    if (ts >= sealedUntil) continue;
    const record = wire as { Seq: number; MessageId: string; Ts: number; Stats?: object };
    if (kind === 'odds') asked.push(`/api/odds/validation?messageId=${record.MessageId}&ts=${record.Ts}`);
    if (kind !== 'scores' || Object.keys(record.Stats ?? {}).length < 2) continue;
    const about = `fixtureId=${fixtureId}&seq=${record.Seq}`;
    asked.push(`/api/scores/stat-validation?${about}&statKey=1`);
    asked.push(`/api/scores/stat-validation-v3?${about}&statKeys=1,2`);
  }
  for (const fixtureId of fixtures) {
    asked.push(`/api/scores/historical/${fixtureId}`, `/api/fixtures/validation?fixtureId=${fixtureId}`);
    for (const kind of KINDS) asked.push(`/api/${kind}/snapshot/${fixtureId}?asOf=${end}`);
  }
  return WIRES.flatMap((wire) => asked.map((path) => `${path}${path.includes('?') ? '&' : '?'}wire=${wire}`));
}

/** The streams of all recorders that are open, as `wire stream`. */
const opened = new Set<string>();

/**
 * Records a service until `work` is done and everything it has taken in has arrived. The work begins when the streams
 * of every recorder are open, because none receives what was fed before.
 */
async function recorded(into: string, wire: (typeof WIRES)[number], work: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const arrived = { scores: 0, odds: 0 };
  let failure: unknown;
  const running = recordStreams(
    {
      service: season.url,
      apiToken: season.embedded.apiToken,
      wire,
      streams: ['scores', 'odds'],
      fixture: undefined,
      folder: into,
      roots: { chain: accountReader(season.embedded.chain.rpcUrl), oracle: season.embedded.chain.programs.oracle },
      timers: systemTimers,
      signal: stop.signal,
      onFailure: (error) => {
        failure = error;
      },
      onNotice: (stream, what) => {
        if (what === 'open') opened.add(`${wire} ${stream}`);
      },
    },
    (totals) => Object.assign(arrived, totals),
  );
  await Promise.race([running, until(() => opened.size === WIRES.length * KINDS.length)]);
  await work();
  await Promise.race([
    running,
    until(() => arrived.scores >= season.counts.scores && arrived.odds >= season.counts.odds),
  ]);
  stop.abort();
  await running;
  if (failure !== undefined) throw failure;
}

/** Lets virtual time pass while the work waits for sockets and for the database, too. */
async function passing<T>(time: VirtualTime, work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const beside = async (): Promise<void> => {
    while (!isDone) await time.sleep(60 * MINUTE);
  };
  void beside();
  return time.run(() =>
    work().finally(() => {
      isDone = true;
    }),
  );
}

async function replayed(
  timeline: Timeline,
  speed: number | 'max',
  check: (replay: Replay, done: ReplayProgress, readers: Readers) => Promise<void>,
): Promise<void> {
  const data = temporaryFolder('replayed');
  const time = new VirtualTime();
  const refused: string[] = [];
  const replay = await startReplay({
    ...timeline,
    records: timeline.records(),
    speed,
    data: join(data, 'service'),
    host: '127.0.0.1',
    port: 0,
    rpcPort: 0,
    wire: 'described',
    requestsPerSecond: 10_000,
    log: false,
    machine: { now: time.now, sleep: time.sleep },
    onRefused: (_, error) => refused.push(error.message),
  });
  const seen = await Readers.open(replay.embedded);
  try {
    const done = await (speed === 'max' ? replay.run() : passing(time, () => replay.run()));
    expect(refused).toEqual([]);
    await check(replay, done, seen);
  } finally {
    seen.close();
    await replay.embedded.stop();
  }
}

beforeAll(async () => {
  season = await RecordedSeason.start(START);
  readers = await Readers.open(season.embedded);
  end = START + 24 * MINUTE;
  await Promise.all([
    recorded(folder, 'described', () => season.advance(end)),
    recorded(observed, 'observed', () => until(() => season.now >= end)),
  ]);
  await readers.have(season.counts);
});
afterAll(async () => {
  readers?.close();
  await season?.stop();
  for (const one of [folder, observed]) rmSync(one, { recursive: true, force: true });
});

describe('a recorded season', () => {
  it('holds every record once, and no token', async () => {
    const timeline = await readTimeline(folder);
    expect([timeline.events, timeline.gaps]).toEqual([season.counts.scores + season.counts.odds, 0]);
    expect(season.counts.scores).toBeGreaterThan(20);
    expect(season.counts.odds).toBeGreaterThan(20);
    expect(timeline.end).toBeLessThanOrEqual(end);
    const texts = ['scores', 'odds', 'fixtures', 'roots'].map((name) =>
      gunzipSync(readFileSync(join(folder, `${name}.ndjson.gz`))).toString(),
    );
    for (const secret of [season.embedded.apiToken, season.embedded.sessionToken])
      for (const text of texts) expect(text.includes(secret)).toBe(false);
    expect(texts[3]?.split('\n').length).toBeGreaterThan(3);
  });

  it.each([60, 'max'] as const)('is the same at speed %s: streams, lists, proofs and roots', async (speed) => {
    const timeline = await readTimeline(folder);
    await replayed({ ...timeline, end }, speed, async (replay, done, seen) => {
      const { scores, odds } = season.counts;
      expect(done).toMatchObject({ refused: 0, misplaced: 0, repeated: 0 });
      expect(done.accepted).toBe(scores + odds + season.counts.fixtures);
      await seen.have(season.counts);
      expect(seen.events).toEqual(readers.events);
      for (const path of questions())
        expect([path, await get(replay.embedded, path)]).toEqual([path, await recordedAnswer(path)]);
      const { chain } = replay.embedded;
      const roots = await compareRoots({ ...timeline, end }, accountReader(chain.rpcUrl), chain.programs.oracle);
      expect(roots.different).toEqual([]);
      expect(roots.equal).toBeGreaterThanOrEqual(6);
    });
  });

  it('that was recorded in the observed form is the same in that form, with the same roots and proofs', async () => {
    const timeline = await readTimeline(observed);
    await replayed({ ...timeline, end }, 'max', async (replay, done, seen) => {
      expect(done).toMatchObject({ refused: 0, misplaced: 0, repeated: 0 });
      await seen.have(season.counts);
      for (const kind of KINDS) expect(seen.events[`${kind} observed`]).toEqual(readers.events[`${kind} observed`]);
      for (const path of questions().filter((one) => one.endsWith('wire=observed')))
        expect([path, await get(replay.embedded, path)]).toEqual([path, await recordedAnswer(path)]);
      const { chain } = replay.embedded;
      const roots = await compareRoots({ ...timeline, end }, accountReader(chain.rpcUrl), chain.programs.oracle);
      expect(roots.different).toEqual([]);
      expect(roots.equal).toBeGreaterThanOrEqual(6);
    });
  });

  it('is the same at speed 1, in a short cut', async () => {
    const timeline = await readTimeline(folder);
    const until = timeline.from + 8 * MINUTE;
    const records = async function* () {
      for await (const record of timeline.records()) {
        if (record.at > until) return;
        yield record;
      }
    };
    await replayed({ ...timeline, end: until, records }, 1, async (_, done, seen) => {
      expect(done).toMatchObject({ refused: 0, misplaced: 0, until });
      const count = (kind: string) => season.fed.filter((one) => one.kind === kind && one.ts <= until).length;
      const counts = { scores: count('scores'), odds: count('odds') };
      await seen.have(counts);
      for (const [name, events] of Object.entries(seen.events)) {
        expect(events.length).toBe(counts[name.split(' ')[0] as 'odds']);
        expect(events).toEqual(readers.events[name]?.slice(0, events.length));
      }
    });
  });
});

describe('the built command', () => {
  const place = temporaryFolder('replay-command');
  let cut: string;
  beforeAll(() => {
    cut = join(place, 'cut');
    for (const name of ['cut', 'own']) mkdirSync(join(place, name));
    // The first slot that was recorded in full, until it is sealed.
    const until = START - (START % SLOT) + 2 * SLOT + MINUTE;
    for (const file of readdirSync(folder)) {
      const lines = gunzipSync(readFileSync(join(folder, file)))
        .toString()
        .trimEnd()
        .split('\n');
      const isRoots = file.startsWith('roots');
      const kept = lines.filter((line) => isRoots || !(eventTime(line) > until));
      writeFileSync(join(cut, file), gzipSync(`${kept.join('\n')}\n`));
    }
  });

  /** The time of the record or heartbeat in a line, ms; NaN for other lines. */
  function eventTime(line: string): number {
    const { data, event } = JSON.parse(line);
    const time = Number(typeof data === 'string' ? JSON.parse(data).Ts : undefined);
    return event === 'heartbeat' ? time * 1_000 : time;
  }

  const files = () => new Map(readdirSync(cut).map((name) => [name, readFileSync(join(cut, name)).toString('hex')]));

  /** A replay of the cut, with temporary files in a separate folder. Returns its events as they come. */
  function replay(...args: string[]): { child: ChildProcess; events: { event: string }[]; stderr: () => string } {
    const command = [`${ROOT}ts/cli/bin/linesman.js`, 'replay', cut, '--json', '--port', '0', '--rpc-port', '0'];
    const child = spawn(process.execPath, [...command, ...args], {
      env: { ...process.env, TMPDIR: join(place, 'own') },
    });
    const events: { event: string }[] = [];
    let [text, errors] = ['', ''];
    child.stdout.on('data', (part) => {
      const lines = `${text}${part}`.split('\n');
      text = lines.pop() ?? '';
      events.push(...lines.filter(Boolean).map((line) => JSON.parse(line)));
    });
    child.stderr.on('data', (part) => {
      errors += part;
    });
    return { child, events, stderr: () => errors };
  }

  it('replays a cut of a recording as it was recorded, and exits with 0', async () => {
    const before = files();
    const { child, events, stderr } = replay('--speed', 'max');
    const [code] = await once(child, 'close');
    // The whole last event, so that a failure says what differs.
    const same = { event: 'replayed', isSame: true, refused: 0, misplaced: 0 };
    expect([code, stderr(), events.at(-1)]).toEqual([0, '', expect.objectContaining(same)]);
    const { scores, odds } = countsOf();
    const done = events.at(-1) as unknown as ReplayProgress & { roots: { equal: number } };
    expect(done.accepted).toBeGreaterThanOrEqual(scores + odds);
    expect(done.roots.equal).toBeGreaterThanOrEqual(1);
    expect([scores > 0, odds > 0]).toEqual([true, true]);
    expect(files()).toEqual(before);
  });

  it('stopped by Ctrl-C it exits with 0, leaves the recording as it was and nothing of its own', async () => {
    const before = files();
    const { child, events } = replay('--speed', '1');
    await until(() => events.some(({ event }) => event === 'listening') || child.exitCode !== null);
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    expect([code, signal]).toEqual([0, null]);
    expect(events.map(({ event }) => event)).toContain('stopping');
    expect(files()).toEqual(before);
    expect(readdirSync(join(place, 'own')).filter((name) => name.startsWith('linesman-replay-'))).toEqual([]);
  });

  /** How many records the cut has. */
  function countsOf(): Record<'scores' | 'odds', number> {
    const count = (name: string) =>
      gunzipSync(readFileSync(join(cut, `${name}.ndjson.gz`)))
        .toString()
        .split('\n')
        .filter((line) => line !== '' && JSON.parse(line).event === null).length;
    return { scores: count('scores'), odds: count('odds') };
  }
});
