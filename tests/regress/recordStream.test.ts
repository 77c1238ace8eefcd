import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type RecordingTotals,
  recordStreams,
  type StreamRecorderOptions,
} from '../../ts/regress/record/streamRecorder.js';
import { readStreamFile } from '../../ts/regress/stream/streamFile.js';
import type { RecordedLine } from '../../ts/regress/stream/streamLine.js';
import { systemTimers } from '../../ts/sdk/client/timers.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { MS_PER_DAY, slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { rootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { linesman, start } from '../helpers/cli.js';
import { SLOT, StreamingService } from '../helpers/regress/streamingService.js';
import { until } from '../helpers/service/until.js';
import { smallDisk } from '../helpers/smallDisk.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** `linesman record --stream`: what arrives is on disk once, whatever ends the recorder. */

const API_TOKEN = 'api-token-of-a-test';

let service: StreamingService;
let parent: string;
let folder: string;
let file: string;

beforeEach(async () => {
  service = await StreamingService.start();
  parent = temporaryFolder('stream');
  folder = join(parent, 'recording');
  file = join(folder, 'scores.ndjson.gz');
  writeFileSync(join(parent, 'token'), API_TOKEN, { mode: 0o600 });
});
afterEach(() => service.stop());

const lines = async (path = file): Promise<RecordedLine[]> => {
  const found: RecordedLine[] = [];
  for await (const part of readStreamFile(path)) if ('line' in part) found.push(part.line);
  return found;
};
const events = async (path = file) =>
  (await lines(path)).flatMap((line) =>
    'data' in line && line.event === null ? [{ id: line.id, data: line.data }] : [],
  );
const notes = async () => (await lines()).flatMap((line) => ('note' in line ? [line.note] : []));
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** A recorder in this process that flushes at once. */
class Recorder {
  readonly stopping = new AbortController();
  readonly failures: unknown[] = [];
  totals: RecordingTotals | undefined;
  readonly running: Promise<RecordingTotals>;

  constructor(more: Partial<StreamRecorderOptions> = {}) {
    this.running = recordStreams(
      {
        service: service.url,
        apiToken: API_TOKEN,
        wire: undefined,
        streams: ['scores'],
        fixture: undefined,
        folder,
        roots: undefined,
        timers: { ...systemTimers, sleep: (ms, signal) => systemTimers.sleep(Math.min(ms, 5), signal) },
        signal: this.stopping.signal,
        onFailure: (error) => this.failures.push(error),
        onNotice: () => {},
        ...more,
      },
      (totals) => {
        this.totals = { ...totals };
      },
    );
    this.running.catch(() => {});
  }

  async has(scores: number): Promise<void> {
    await Promise.race([this.running, until(() => this.totals?.scores === scores)]);
  }

  async stop(): Promise<RecordingTotals> {
    this.stopping.abort();
    return this.running;
  }

  async error(): Promise<string> {
    return this.running.then(
      () => 'none',
      (error: unknown) => (error instanceof LinesmanError ? error.name : String(error)),
    );
  }
}

/** Records these many events into the folder. */
async function record(count: number): Promise<void> {
  const recorder = new Recorder();
  service.send(...numbers(service.sent.length, count));
  await recorder.has(count);
  await recorder.stop();
}

describe('a recording', () => {
  it('holds every event character by character', async () => {
    await record(20);
    expect(await events()).toEqual(service.sent);
    expect(await notes()).toEqual(['open', 'end']);
    expect(service.asked.filter((path) => path.includes('/stream')).length).toBe(1);
  });

  it('goes on where it stopped', async () => {
    await record(5);
    await record(9);
    expect(await events()).toEqual(service.sent);
    expect(await notes()).toEqual(['open', 'end', 'open', 'end']);
  });

  it('goes on after a lost connection, and says so', async () => {
    const recorder = new Recorder();
    service.send(...numbers(0, 3));
    await recorder.has(3);
    service.drop();
    service.send(3, 4);
    await recorder.has(5);
    expect((await recorder.stop()).reconnects).toBe(1);
    expect(await events()).toEqual(service.sent);
    expect(await notes()).toEqual(['open', 'lost', 'open', 'end']);
  });

  it('notes a gap, and asks for what it has missed', async () => {
    const past = `/api/scores/historical/7`;
    service.lists.set(past, 'data: {"Ts":1,"FixtureId":7,"Seq":2}\nid: 2\n\n');
    await record(2);
    service.send(2, 3);
    service.oldest = 3;
    const recorder = new Recorder();
    await until(() => recorder.totals?.gaps === 1);
    service.send(4);
    await recorder.has(3);
    // The slots of the gap are over, and complete.
    service.heartbeat(SLOT + 400_000);
    await until(() => service.asked.some((path) => /\/api\/scores\/updates\/\d+\/\d+\/\d+/.test(path)));
    expect((await recorder.stop()).gaps).toBe(1);
    expect(recorder.failures).toEqual([]);
    const all = await lines();
    expect(all).toContainEqual(expect.objectContaining({ note: 'gap', from: `${SLOT}:1`, to: `${SLOT}:3` }));
    expect(all).toContainEqual(expect.objectContaining({ path: past, body: service.lists.get(past) }));
    expect((await events()).map(({ id }) => id)).toEqual([0, 1, 4].map((seq) => `${SLOT}:${seq}`));
  });

  it('asks at its end for the roots of each day, and once for those of a window', async () => {
    const oracle = LOCALNET_PROGRAM_IDS.oracle;
    const asked: Address[] = [];
    const chain = {
      account: async (address: Address) => {
        asked.push(address);
        return null;
      },
    };
    const recorder = new Recorder({ roots: { chain, oracle } });
    service.send(0);
    await recorder.has(1);
    const { epochDay } = slotTimeOf(SLOT);
    // Five days later, in the next window. The last hour of the recording is asked for once its heartbeat has come.
    service.heartbeat(SLOT + 5 * MS_PER_DAY);
    await until(() => service.asked.includes(`/api/fixtures/updates/${epochDay + 5}/0`));
    await recorder.stop();
    expect(recorder.failures).toEqual([]);
    expect(asked).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((days) => rootsAddress('scores', epochDay + days, oracle).address),
      ...[0, 5].map((days) => rootsAddress('fixtures', epochDay + days, oracle).address),
    ]);
  });

  it('never holds a token', async () => {
    const recorder = new Recorder();
    service.send(0);
    await recorder.has(1);
    service.write({ id: `${SLOT}:1`, data: `{"Ts":${SLOT},"FixtureId":7,"Seq":1,"Token":"${service.session}"}` });
    expect(await recorder.error()).toBe('SecretInCase');
    expect((await events()).length).toBe(1);
  });

  it('is not continued with other options, nor by two at once', async () => {
    await record(2);
    expect(await new Recorder({ fixture: 7 }).error()).toBe('OtherRecording');
    expect(await new Recorder({ wire: 'observed' }).error()).toBe('OtherRecording');
    const recorder = new Recorder();
    await until(() => recorder.totals !== undefined);
    expect(await new Recorder().error()).toBe('FolderInUse');
    await recorder.stop();
    expect(await events()).toEqual(service.sent);
  });

  it('says that a disk is full, keeps what it has, and goes on when there is room', async (context) => {
    const disk = smallDisk(1);
    if (!disk) return context.skip('may not mount a file system');
    try {
      folder = join(disk.folder, 'recording');
      file = join(folder, 'scores.ndjson.gz');
      const recorder = new Recorder();
      service.send(...numbers(0, 10));
      await recorder.has(10);
      await until(async () => (await events()).length === 10);
      disk.fill();
      // More than the rest of a block, and incompressible.
      const noise = Array.from({ length: 500 }, (_, i) => createHash('sha256').update(`${i}`).digest('hex')).join('');
      service.write({ id: `${SLOT}:10`, data: `{"Ts":${SLOT},"FixtureId":7,"Seq":10,"Noise":"${noise}"}` });
      service.send(...numbers(11, 20));
      expect(await recorder.error()).toBe('FolderNotWritable');
      disk.free();
      await record(22);
      expect(await events()).toEqual(service.sent);
    } finally {
      disk.remove();
    }
  });
});

describe('a file with a torn end', () => {
  it('is cut off at the last whole member, wherever the end is, and loses and repeats nothing', async () => {
    await record(5);
    const before = readFileSync(file);
    await record(12);
    const whole = readFileSync(file);
    const step = Math.ceil((whole.length - before.length) / 12);
    for (let length = whole.length - 1; length > before.length - 3; length -= step) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      await record(12);
      expect(await events(), `cut at ${length} of ${whole.length}`).toEqual(service.sent);
    }
  });

  it('may end in zeros, as after a power cut', async () => {
    await record(5);
    appendFileSync(file, Buffer.alloc(4096));
    await record(7);
    expect(await events()).toEqual(service.sent);
  });

  it('is read as far as it goes', async () => {
    await record(5);
    const length = readFileSync(file).length;
    await record(9);
    truncateSync(file, length + 7);
    expect((await events()).slice(0, 5)).toEqual(service.sent.slice(0, 5));
  });
});

describe('a file that was not written here', () => {
  it.each<[what: string, change: (bytes: Buffer) => Buffer]>([
    ['no gzip', () => Buffer.from('{"linesman":1}\n'.repeat(100))],
    ['a changed byte', (bytes) => Buffer.from(bytes.map((byte, i) => (i === 40 ? byte ^ 1 : byte)))],
    ['another document', () => gzipSync('{"a":1}\n')],
    ['something after it', (bytes) => Buffer.concat([bytes, Buffer.from('more'.repeat(20))])],
  ])('%s is refused and stays as it is', async (_, change) => {
    await record(3);
    const changed = change(readFileSync(file));
    writeFileSync(file, changed);
    expect(await new Recorder().error()).toBe('MalformedRecording');
    expect(readFileSync(file).equals(changed)).toBe(true);
  });
});

describe('linesman record --stream', () => {
  const options = () => [
    ...['--stream', 'scores', '--service', service.url, '--api-token-file', join(parent, 'token'), '--out', folder],
  ];

  it('killed and started again, loses and repeats nothing', async () => {
    const kill = async (signal: NodeJS.Signals, enough: () => Promise<boolean>): Promise<number | null> => {
      const child = start('ts/cli/main.ts', ['record', ...options()]);
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => {
        errors += chunk;
      });
      const closed = once(child, 'close');
      await Promise.race([
        closed.then(() => {
          throw new Error(errors);
        }),
        until(enough),
      ]);
      child.kill(signal);
      await closed;
      return child.exitCode;
    };
    const onDisk = (count: number) => async () => (await events().catch(() => [])).length >= count;
    service.send(...numbers(0, 50));
    // Some are on disk. Others that come meanwhile may not be.
    await kill('SIGKILL', async () => {
      const isThere = await onDisk(50)();
      if (isThere) service.send(...numbers(50, 400));
      return isThere;
    });
    service.send(...numbers(400, 500));
    await kill('SIGKILL', onDisk(500));
    service.send(...numbers(500, 510));
    expect(await kill('SIGINT', onDisk(510))).toBe(0);
    expect(await events()).toEqual(service.sent);
  });

  it('ends after --for, and tells what it has', async () => {
    service.send(0, 1, 2);
    const { code, stdout } = await linesman(['record', ...options(), '--for', '1s', '--json']);
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect([code, last]).toEqual([0, expect.objectContaining({ event: 'recorded', folder, scores: 3, gaps: 0 })]);
  });

  it.each([
    [['--stream', 'stats'], '--stream'],
    [['--for', 'soon'], '--for'],
    [['--keys', '1'], '--keys'],
  ])('refuses %j', async (more, named) => {
    const { code, stderr } = await linesman(['record', ...options(), ...more]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(named)]);
  });
});
