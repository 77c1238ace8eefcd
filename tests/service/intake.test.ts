import { once } from 'node:events';
import { readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LinesmanError, relayed } from '../../ts/sdk/error/linesmanError.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { LONGEST_RECORD } from '../../ts/service/data/ingest/incoming.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { Line } from '../../ts/service/data/ingest/ingestLines.js';
import type { RecordTaker, StoredLine } from '../../ts/service/data/ingest/recordTaker.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { linesOfBytes } from '../../ts/service/data/intake/linesOfBytes.js';
import {
  listenForRecords,
  type RecordSocket,
  type RecordSocketOptions,
} from '../../ts/service/data/intake/listenForRecords.js';
import { ServiceTaker } from '../../ts/service/data/intake/serviceTaker.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { settled } from '../helpers/service/testClock.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const ID = 12_000_001;
const START = 1_800_000_000_000;
const lines = matchLines({ seed: 'intake', fixtureId: ID, startTime: START });
/** More than are stored together. */
const many = [...lines, ...matchLines({ seed: 'intake', fixtureId: ID + 1, startTime: START })];

const database = sharedDatabase();
let store: Store;
let ingest: Ingest;
let folder: string;
let path: string;
let open: RecordSocket | undefined;

beforeEach(async () => {
  store = await database.fresh();
  ingest = new Ingest({ store, clock: new ManualClock(START + 10 ** 8), validate: validateRecord });
  folder = temporaryFolder('intake');
  path = join(folder, 'ingest.sock');
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const client of clients.splice(0)) client.socket.destroy();
  await open?.close();
  open = undefined;
});

/** ms: never reached by itself. */
const SILENCE = 600_001;
/** Returns a function that tells each connection with that limit that nothing has come for so long. */
function silences(): () => void {
  const limited = vi.spyOn(Socket.prototype, 'setTimeout');
  return () => {
    const silent = limited.mock.contexts.filter((_, i) => limited.mock.calls[i]?.[0] === SILENCE) as Socket[];
    expect(silent).not.toEqual([]);
    for (const socket of silent) socket.emit('timeout');
  };
}

async function listen(options: RecordSocketOptions = {}, taker: RecordTaker = ingest): Promise<RecordSocket> {
  open = await listenForRecords({ ingest: taker, path }, options);
  return open;
}

type Answer = Record<string, unknown>;

/** A sender written only from the description of the socket. */
class Client {
  readonly socket: Socket = createConnection({ path, allowHalfOpen: true });
  readonly answers: Answer[] = [];
  private rest = '';

  constructor() {
    clients.push(this);
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk) => {
      const [...whole] = `${this.rest}${chunk}`.split('\n');
      this.rest = whole.pop() ?? '';
      this.answers.push(...whole.map((line) => JSON.parse(line) as Answer));
    });
  }

  send(data: string | Uint8Array): this {
    this.socket.write(data);
    return this;
  }

  async answered(count: number): Promise<Answer[]> {
    while (this.answers.length < count) await once(this.socket, 'data');
    return this.answers;
  }

  /** Stops sending and waits for the end of the answers. */
  async end(): Promise<Answer[]> {
    const end = once(this.socket, 'end');
    this.socket.end();
    await end;
    return this.answers;
  }
}
const clients: Client[] = [];

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
/** Number of stored records. */
const count = async () => {
  const lists = (['scores', 'odds', 'fixtures'] as const).flatMap((kind) =>
    [ID, ID + 1].map((id) => itemsOf(store.records.pagesOfFixture(kind, id))),
  );
  return (await Promise.all(lists)).flat().length;
};

describe('the socket', () => {
  test('answers every line once it is stored', async () => {
    await listen();
    const answers = await new Client().send(lines.map((line) => `${line}\n`).join('')).end();
    expect(answers.map(({ line }) => line)).toEqual(lines.map((_, i) => i + 1));
    expect(new Set(statuses(answers))).toEqual(new Set(['accepted']));
    const scores = answers.filter((_, i) => lines[i]?.includes('"Seq"'));
    expect(scores.map(({ fixtureId, seq, ts }) => [fixtureId, seq, ts])).toEqual(
      (await itemsOf(store.records.pagesOfFixture('scores', ID))).map(({ fixtureId, seq, ts }) => [fixtureId, seq, ts]),
    );
    expect(await count()).toBe(lines.length);
    // The same lines again change nothing.
    const again = await new Client().send(lines.join('\n')).end();
    expect(new Set(statuses(again))).toEqual(new Set(['repeated']));
    expect(again.map(({ ts }) => ts)).toEqual(answers.map(({ ts }) => ts));
    expect(await count()).toBe(lines.length);
  });

  test('does not answer before', async () => {
    let store = () => {};
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const slow: RecordTaker = {
      acceptAll: async (records) => {
        asked();
        await stored;
        return records.map((): StoredLine => ({ status: 'accepted', record: { fixtureId: 1, seq: 2, ts: 3 } }));
      },
    };
    await listen({}, slow);
    const client = new Client().send('{}\n');
    await isAsked;
    // Everything sent before has arrived once a later exchange over the same socket ends.
    const other = new Client();
    expect(await other.end()).toEqual([]);
    expect(client.answers).toEqual([]);
    store();
    expect(await client.end()).toEqual([{ line: 1, status: 'accepted', fixtureId: 1, seq: 2, ts: 3 }]);
  });

  test('names line and reason of a refusal, and continues', async () => {
    await listen();
    const [fixture = '', second = ''] = lines;
    const known = JSON.parse(second);
    const other = JSON.stringify({ ...known, ...('MessageId' in known ? { Bookmaker: 'Other' } : { Id: 99 }) });
    const text = ['', fixture, '{"Seq":1', '  ', second, other, '\0\u00ff', JSON.stringify({ Seq: 0 }), second].join(
      '\r\n',
    );
    const answers = await new Client()
      .send(text)
      .send(Buffer.from([10, 0xff, 0xfe, 0x00, 10]))
      .end();
    expect(
      answers.map(({ line, status, error }) => [line, status, (error as LinesmanError | undefined)?.number]),
    ).toEqual([
      [2, 'accepted', undefined],
      [3, 'refused', 7040],
      [5, 'accepted', undefined],
      [6, 'refused', 7042],
      [7, 'refused', 7040],
      [8, 'refused', 7031],
      [9, 'repeated', undefined],
      [10, 'refused', 7040],
    ]);
    expect(answers[3]?.error).toEqual({
      number: 7042,
      name: 'RecordConflict',
      message: expect.stringContaining('with different content'),
      hint: expect.any(String),
      path: expect.stringMatching(/^\$\.(Seq|MessageId)$/),
    });
    // A line is stored without its line ending.
    expect((await itemsOf(store.records.pagesOfFixture('fixtures', ID)))[0]?.json).toBe(fixture);
  });

  test('refuses a line that is too long, without buffering it', async () => {
    await listen();
    const long = `{"MessageId":"${'x'.repeat(4 * LONGEST_RECORD)}"}`;
    const answers = await new Client()
      .send(`${lines[0]}\n${long}\n${lines[1]}\n{"MessageId":"`)
      .send(`${long}\n`)
      .end();
    expect(statuses(answers)).toEqual(['accepted', 'refused', 'accepted', 'refused']);
    expect(answers[1]?.error).toMatchObject({ number: 7040, message: expect.stringContaining(`${long.length} bytes`) });
    expect(JSON.stringify(answers).length).toBeLessThan(5_000);
  });

  test('stores what a sender sent before it died in the middle of a line, but not that line', async () => {
    await listen();
    const client = new Client().send(`${lines[0]}\n${lines[1]}\n${lines[2]?.slice(0, 40)}`);
    expect(statuses(await client.answered(2))).toEqual(['accepted', 'accepted']);
    client.socket.destroy();
    const answers = await new Client().send(lines.slice(0, 4).join('\n')).end();
    expect(statuses(answers)).toEqual(['repeated', 'repeated', 'accepted', 'accepted']);
  });

  test('takes many lines from a sender that does not read, without buffering them all', async () => {
    let handed = 0;
    const counting: RecordTaker = {
      acceptAll: async (records) => {
        handed += records.length;
        return records.map((_, i): StoredLine => ({ status: 'accepted', record: { fixtureId: 1, seq: i, ts: 3 } }));
      },
    };
    await listen({}, counting);
    const client = new Client();
    client.socket.pause();
    const LINES = 30_000;
    const line = `{"x":"${'x'.repeat(50)}"}\n`;
    // The operating system accepts as much as the service reads, and the service stops when its answers are not read.
    const isSent = new Promise<void>((resolve) => client.socket.write(line.repeat(LINES), () => resolve()));
    let before = -1;
    while (handed === 0 || handed > before) {
      before = handed;
      for (let i = 0; i < 200; i++) await settled();
    }
    expect(handed).toBeLessThan(LINES / 2);
    client.socket.resume();
    await isSent;
    const answers = await client.end();
    expect(answers.length).toBe(LINES);
    expect(answers.at(-1)?.line).toBe(LINES);
  });

  test('drops a sender that never reads its answers', async () => {
    const refusing: RecordTaker = {
      acceptAll: async (records) => records.map(() => relayed(7040, { sentence: 'x'.repeat(900) }, {})),
    };
    const socket = await listen({ patience: 50 }, refusing);
    const client = new Client();
    client.socket.pause();
    client.send('x\n'.repeat(20_000));
    do await settled();
    while (socket.senders > 0);
  });

  test('disconnects a silent sender, even in the middle of a line', async () => {
    const fallSilent = silences();
    const socket = await listen({ silence: SILENCE, patience: 20 });
    const client = new Client().send(`${lines[0]}\n${lines[1]?.slice(0, 30)}`);
    await client.answered(1);
    fallSilent();
    await once(client.socket, 'end');
    expect(statuses(client.answers)).toEqual(['accepted']);
    // It keeps its end open.
    await socket.close();
    expect(socket.senders).toBe(0);
  });

  test('refuses senders beyond its limit', async () => {
    await listen({ senders: 1 });
    const first = new Client().send(`${lines[0]}\n`);
    await first.answered(1);
    const second = new Client().send(`${lines[1]}\n`);
    await new Promise((resolve) => second.socket.once('close', resolve));
    expect(second.answers).toEqual([]);
    expect(statuses(await first.send(`${lines[1]}\n`).end())).toEqual(['accepted', 'accepted']);
  });

  test('on shutdown ends after what it has read', async () => {
    const stop = new AbortController();
    let isStoring = () => {};
    const storing = new Promise<void>((resolve) => {
      isStoring = resolve;
    });
    const taker: RecordTaker = {
      acceptAll: async (records) => {
        isStoring();
        const results = await ingest.acceptAll(records);
        stop.abort();
        return results;
      },
    };
    const socket = await listen({ signal: stop.signal }, taker);
    const client = new Client().send(`${many.join('\n')}\n`);
    await storing;
    await once(client.socket, 'end');
    client.socket.destroy();
    await socket.closed;
    // Every answered line is stored, and the answers skip no line.
    const answered = client.answers.length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(many.length);
    expect(client.answers.map(({ line }) => line)).toEqual(client.answers.map((_, i) => i + 1));
    expect(await count()).toBe(answered);
    expect(statSync(path, { throwIfNoEntry: false })).toBe(undefined);
    await listen();
    const rest = await new Client().send(many.slice(answered).join('\n')).end();
    expect(new Set(statuses(rest))).toEqual(new Set(['accepted']));
    expect(await count()).toBe(many.length);
  });

  test('reports when records cannot be stored, and which folder is affected', async () => {
    const failures: unknown[] = [];
    let isBroken = false;
    const taker: RecordTaker = {
      acceptAll: (records) => (isBroken ? Promise.reject(new Error('gone')) : ingest.acceptAll(records)),
    };
    await listen({ onFailure: (error) => failures.push(error) }, taker);
    const client = new Client().send(`${lines[0]}\n`);
    await client.answered(1);
    isBroken = true;
    const answers = await client.send(`\n${lines[1]}\n`).end();
    expect(answers[1]).toMatchObject({ line: 2, status: 'failed', error: { number: 7109 } });
    expect(answers.length).toBe(2);
    expect(failures).toEqual([new Error('gone')]);
  });
});

describe('the path of the socket', () => {
  test('is accessible to its owner only', async () => {
    await listen();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('is taken over from a dead process', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 'other.sock'), resolve));
    // Closing would remove the file, so the test renames it first.
    renameSync(join(folder, 'other.sock'), path);
    await new Promise((resolve) => server.close(resolve));
    expect(statSync(path).isSocket()).toBe(true);
    await listen();
    expect(statuses(await new Client().send(lines[0] ?? '').end())).toEqual(['accepted']);
  });

  test('is taken over by one of two that begin together', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 'other.sock'), resolve));
    renameSync(join(folder, 'other.sock'), path);
    await new Promise((resolve) => server.close(resolve));
    const begun = await Promise.allSettled([0, 1].map(() => listenForRecords({ ingest, path })));
    try {
      expect(begun).toEqual([
        { status: 'fulfilled', value: expect.objectContaining({ path }) },
        { status: 'rejected', reason: expect.objectContaining({ number: 7105 }) },
      ]);
      expect(statuses(await new Client().send(lines[0] ?? '').end())).toEqual(['accepted']);
    } finally {
      for (const one of begun) if (one.status === 'fulfilled') await one.value.close();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not taken from a live process or from another file', async () => {
    await listen();
    await expect(listenForRecords({ ingest, path })).rejects.toMatchObject({ number: 7105 });
    expect(statuses(await new Client().send(lines[0] ?? '').end())).toEqual(['accepted']);
    await open?.close();
    writeFileSync(path, 'precious');
    await expect(listenForRecords({ ingest, path })).rejects.toMatchObject({ number: 7112 });
    await expect(listenForRecords({ ingest, path: join(folder, 'x'.repeat(120)) })).rejects.toMatchObject({
      number: 7112,
    });
  });
});

describe('sending to a service', () => {
  test('gives the same result as the service in the same process', async () => {
    await listen();
    const service = new ServiceTaker(path);
    const given = [
      ...lines.slice(0, 3),
      'nonsense',
      '',
      JSON.stringify(JSON.parse(lines[3] ?? ''), null, 2),
      '{\n"',
      '{"a":"\n"}',
    ];
    const results = await service.acceptAll(given);
    expect(results.map((result) => (result instanceof LinesmanError ? result.number : result.status))).toEqual([
      ...['accepted', 'accepted', 'accepted', 7040, 7040, 'accepted', 7040, 7040],
    ]);
    const again = await ingest.acceptAll(given);
    for (const [i, result] of results.entries()) {
      const other = again[i];
      if (result instanceof LinesmanError) expect(other).toMatchObject({ number: result.number });
      else expect(other).toMatchObject({ status: 'repeated', record: result.record });
    }
    service.close();
  });

  test('continues after a restart of the service, and reports when none is running', async () => {
    await listen();
    const service = new ServiceTaker(path);
    await service.acceptAll(lines.slice(0, 2));
    await open?.close();
    await expect(service.acceptAll(lines.slice(2, 4))).rejects.toMatchObject({
      number: 7106,
      message: `No service is running in ${folder}.`,
    });
    await listen();
    expect((await service.acceptAll(lines.slice(1, 4))).map((result) => (result as StoredLine).status)).toEqual([
      'repeated',
      'accepted',
      'accepted',
    ]);
    service.close();
  });

  test('reconnects after it was disconnected for silence', async () => {
    const fallSilent = silences();
    await listen({ silence: SILENCE });
    const service = new ServiceTaker(path);
    await service.acceptAll(lines.slice(0, 1));
    fallSilent();
    while (open?.senders) await settled();
    expect(await service.acceptAll(lines.slice(1, 2))).toMatchObject([{ status: 'accepted' }]);
    service.close();
  });

  test('resends what was lost with an earlier connection', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      const isFirst = ++connections === 1;
      let received = 0;
      socket.on('error', () => {});
      socket.on('data', () => {
        received++;
        if (isFirst && received === 2) socket.destroy();
        else socket.write('{"line":1,"status":"accepted","fixtureId":1,"seq":2,"ts":3}\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const service = new ServiceTaker(path);
    await service.acceptAll(['{}']);
    expect(await service.acceptAll(['{}'])).toEqual([{ status: 'accepted', record: { fixtureId: 1, seq: 2, ts: 3 } }]);
    expect(connections).toBe(2);
    service.close();
    await new Promise((resolve) => server.close(resolve));
  });

  test('does not wait for ever', async () => {
    await listen({}, { acceptAll: () => new Promise(() => {}) });
    const service = new ServiceTaker(path, 20);
    await expect(service.acceptAll(lines.slice(0, 1))).rejects.toMatchObject({ number: 7108 });
    // An endless answer is not awaited at the end either.
    open = undefined;
  });

  test('reports why records cannot be stored', async () => {
    await listen({}, { acceptAll: () => Promise.reject(new Error('gone')) });
    const service = new ServiceTaker(path);
    await expect(service.acceptAll(lines.slice(0, 1))).rejects.toMatchObject({ number: 7109 });
    service.close();
  });

  test('takes 10,000 lines', async () => {
    let most = 0;
    const taker: RecordTaker = {
      acceptAll: async (records) => {
        most = Math.max(most, records.length);
        return records.map((_, seq): StoredLine => ({ status: 'repeated', record: { fixtureId: 1, seq, ts: 3 } }));
      },
    };
    await listen({}, taker);
    const service = new ServiceTaker(path);
    const results = await service.acceptAll(Array.from({ length: 10_000 }, (_, i) => `{"i":${i}}`));
    expect(results.length).toBe(10_000);
    expect(most).toBeLessThanOrEqual(200);
    service.close();
  });
});

describe('lines of bytes', () => {
  const read = async (chunks: readonly Uint8Array[], longest?: number) => {
    const all: Line[] = [];
    async function* source() {
      yield* chunks;
    }
    for await (const line of linesOfBytes(source(), longest)) all.push(line);
    return all.map((line) => (line instanceof LinesmanError ? line.number : line));
  };

  test('are the same wherever the chunks end', async () => {
    const bytes = Buffer.from('\ufeffé1\r\n\n€2\n😀', 'utf8');
    const expected = ['é1', '', '€2', '😀'];
    expect(await read([bytes])).toEqual(expected);
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
    for (let i = 0; i <= bytes.length; i++)
      expect(await read([bytes.subarray(0, i), bytes.subarray(i)])).toEqual(expected);
  });

  test('are refused from the first excess byte', async () => {
    expect(await read([Buffer.from('1234\n12345\n123456\n1\n')], 5)).toEqual(['1234', '12345', 7040, '1']);
    expect(
      await read(
        [...'123456\n12'].map((one) => Buffer.from(one)),
        5,
      ),
    ).toEqual([7040, '12']);
    expect(await read([Buffer.from('123456')], 5)).toEqual([7040]);
  });

  test('of very many chunks are joined', async () => {
    const bytes = Buffer.from('x'.repeat(5_000));
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['x'.repeat(5_000)]);
  });
});
