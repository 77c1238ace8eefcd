import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NOT_IN_TIME } from '../../ts/sdk/error/codes/api.js';
import { REQUEST_INCOMPLETE } from '../../ts/sdk/error/codes/requests.js';
import { isError } from '../../ts/sdk/error/linesmanError.js';
import { AnswerLimit } from '../../ts/service/edge/http/answerLimit.js';
import { type EdgeScene, edgeScene, traced } from '../helpers/service/edgeScene.js';
import { MachineTime } from '../helpers/service/machineTime.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { settled } from '../helpers/service/testClock.js';

const LOUD = ['warn', 'error', 'fatal'];
const LATE = { status: 503, text: 'The answer took too long', headers: { 'retry-after': '5', connection: 'close' } };

/** ms. */
const LIMIT = 500;

let scene: EdgeScene;
let time: MachineTime;
const lines: Record<string, unknown>[] = [];
async function start(options: Parameters<typeof edgeScene>[0] = {}): Promise<EdgeScene> {
  const log = traced((line) => lines.push(JSON.parse(line)));
  time = MachineTime.stop();
  scene = await edgeScene({ timeLimit: LIMIT, log, ...options });
  return scene;
}
const loud = () => lines.filter(({ level }) => LOUD.includes(`${level}`)).map(({ event, number }) => [event, number]);
async function listen(options: Parameters<typeof edgeScene>[0] = {}): Promise<number> {
  // Node itself measures the time of headers and bodies. That is not tested here.
  await start({ limits: { look: 600_000 }, ...options });
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  return (scene.app.server.address() as AddressInfo).port;
}
afterEach(async () => {
  // The spies first: they stand over the fake timers.
  vi.restoreAllMocks();
  vi.useRealTimers();
  await scene?.app.close();
  lines.length = 0;
});

/** A source that never answers, and a promise that it was asked. */
function silentSource() {
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const source = () => {
    ask();
    return new Promise<never>(() => {});
  };
  return { asked, source };
}
/** An answer that waits for a silent source when its time is up. */
async function late<T>(answer: Promise<T>, asked: Promise<void>): Promise<T> {
  await asked;
  await time.advance(LIMIT);
  return answer;
}
const lateSnapshot = (headers?: Record<string, string>) => {
  const { asked, source } = silentSource();
  scene.records.latestOdds = source;
  return late(scene.get('/api/odds/snapshot/1', headers), asked);
};

describe('an answer that is not ready in time', () => {
  test('changes nothing when it finally comes: no second answer, no error, no alarming log line', async () => {
    const { get, records } = await start();
    const calls: { end(value: []): void; fail(error: Error): void }[] = [];
    for (let n = 0; n < 2; n++) {
      const asked = new Promise<void>((resolve) => {
        records.latestOdds = () => {
          resolve();
          return new Promise((end, fail) => calls.push({ end, fail }));
        };
      });
      expect(await late(get('/api/odds/snapshot/1'), asked)).toMatchObject(LATE);
    }
    const refused = loud();
    expect(new Set(refused.map(String))).toEqual(new Set([`failed,${NOT_IN_TIME}`]));
    calls[0]?.end([]);
    calls[1]?.fail(new Error('the database has gone'));
    await settled();
    expect(loud()).toEqual(refused);
    expect(lines.filter(({ event }) => event === 'failed late')).toHaveLength(1);
  });

  test('is also refused after a request with a body, and during authentication', async () => {
    const port = await listen();
    const { store, ports, headers } = scene;
    const [quote, token] = [silentSource(), silentSource()];
    vi.spyOn(ports.quote, 'purchase').mockImplementation(quote.source);
    const asked = fetch(`http://127.0.0.1:${port}/api/guest/purchase/quote`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ buyerPubkey: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', txlineAmount: 5 }),
    });
    const answer = await late(asked, quote.asked);
    expect([answer.status, await answer.text(), answer.headers.get('retry-after')]).toEqual([503, LATE.text, '5']);
    const apiToken = scene.subscribe();
    store.token = token.source;
    const refused = scene.get('/api/odds/snapshot/1', { 'x-api-token': apiToken });
    expect(await late(refused, token.asked)).toMatchObject(LATE);
  });

  test('is ignored when its caller has gone', async () => {
    const port = await listen();
    const { records, headers, app } = scene;
    const { asked, source } = silentSource();
    records.latestOdds = source;
    const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const accepted = once(app.server, 'connection');
    const gone = await RawConnection.open(port);
    gone.send(`GET /api/odds/snapshot/1 HTTP/1.1\r\nHost: a\r\n${credentials.join('')}\r\n`);
    const [[far]] = await Promise.all([accepted, asked]);
    gone.socket.resetAndDestroy();
    while (!far.destroyed) await settled();
    // Started after it, so it would have been refused after it.
    expect(await lateSnapshot()).toMatchObject(LATE);
    expect(loud()).toEqual([['failed', NOT_IN_TIME]]);
  });

  test('holds up shutdown until it is refused, and no longer', async () => {
    const port = await listen();
    const { asked, source } = silentSource();
    scene.records.latestOdds = source;
    const answer = fetch(`http://127.0.0.1:${port}/api/odds/snapshot/1`, { headers: scene.headers });
    await asked;
    const closed = scene.app.close();
    await time.advance(LIMIT);
    await closed;
    expect((await answer).status).toBe(503);
  });

  test('may take any time if it is a stream', async () => {
    let caughtUp: (() => void) | undefined;
    const port = await listen({
      ports: {
        caughtUp: () =>
          new Promise<void>((resolve) => {
            caughtUp = resolve;
          }),
      },
    });
    const reader = StreamReader.open(`http://127.0.0.1:${port}/api/odds/stream`, {
      ...scene.headers,
      'last-event-id': '1:1',
    });
    while (!caughtUp) await settled();
    expect(await lateSnapshot()).toMatchObject(LATE);
    caughtUp();
    expect((await reader).status).toBe(200);
  });
});

describe('the limit', () => {
  const MS = 1_000;

  /** Counts only timers that a limit has started, because other code in this process starts timers too. */
  function timersOf(limit: AnswerLimit): () => number {
    const started = vi.spyOn(globalThis, 'setTimeout');
    return () => started.mock.calls.filter(([run]) => run === limit['look']).length;
  }

  /** The parts of a reply that the limit looks at. */
  function fakeReply(complete = true) {
    const came = Date.now();
    const raw = Object.assign(new EventEmitter(), { headersSent: false, destroyed: false });
    const sent: unknown[] = [];
    const reply = {
      raw,
      request: { raw: Object.assign(new EventEmitter(), { complete }) },
      get elapsedTime() {
        return Date.now() - came;
      },
      get sent() {
        return sent.length > 0;
      },
      send: (payload: unknown) => void sent.push(payload),
    };
    return { reply: reply as unknown as FastifyReply, raw: raw as unknown as ServerResponse & EventEmitter, sent };
  }

  test('refuses due answers in order of arrival, and none before they are due', async () => {
    vi.useFakeTimers();
    const limit = new AnswerLimit(MS);
    const started = timersOf(limit);
    const first = fakeReply();
    limit.begin(first.reply);
    await vi.advanceTimersByTimeAsync(MS / 2);
    const second = fakeReply(false);
    limit.begin(second.reply);
    await vi.advanceTimersByTimeAsync(MS / 2 - 1);
    expect([first.sent, second.sent, limit.size]).toEqual([[], [], 2]);
    await vi.advanceTimersByTimeAsync(1);
    expect([isError(first.sent[0], NOT_IN_TIME), second.sent, limit.size]).toEqual([true, [], 1]);
    await vi.advanceTimersByTimeAsync(MS / 2);
    expect([isError(second.sent[0], REQUEST_INCOMPLETE), limit.size]).toEqual([true, 0]);
    expect([first.sent.length, started()]).toEqual([1, 2]);
  });

  test('forgets finished answers, leaves no timer and keeps no process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const real = new AnswerLimit(MS);
    real.begin(fakeReply().reply);
    expect(timers()).toBe(before);
    real.stop();

    vi.useFakeTimers();
    const limit = new AnswerLimit(MS);
    const started = timersOf(limit);
    const all = Array.from({ length: 1_000 }, () => fakeReply());
    for (const { reply, raw } of all) {
      limit.begin(reply);
      raw.emit('close');
      expect(limit.size).toBe(0);
    }
    expect(started()).toBe(1);
    await vi.advanceTimersByTimeAsync(MS);
    expect([started(), all.some(({ sent }) => sent.length > 0)]).toEqual([1, false]);
    // It starts again.
    const next = fakeReply();
    limit.begin(next.reply);
    await vi.advanceTimersByTimeAsync(MS);
    expect([next.sent.length, started()]).toEqual([1, 2]);
  });

  test('leaves a started answer alone', async () => {
    vi.useFakeTimers();
    const limit = new AnswerLimit(MS);
    const begun = fakeReply();
    limit.begin(begun.reply);
    Object.assign(begun.raw, { headersSent: true });
    await vi.advanceTimersByTimeAsync(MS);
    expect([begun.sent, limit.size]).toEqual([[], 0]);
  });

  test('has no timer once it has stopped', () => {
    vi.useFakeTimers();
    const limit = new AnswerLimit(MS);
    const started = vi.spyOn(globalThis, 'setTimeout');
    const ended = vi.spyOn(globalThis, 'clearTimeout');
    limit.begin(fakeReply().reply);
    limit.stop();
    expect(ended).toHaveBeenCalledWith(started.mock.results[0]?.value);
  });
});
