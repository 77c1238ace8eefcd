import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isError, NOT_IN_TIME, REQUEST_INCOMPLETE } from '../../ts/linesman/error/index.js';
import { AnswerLimit } from '../../ts/service/http/answerLimit.js';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { settled } from '../helpers/service/testClock.js';

const WARN = 40;
const LATE = { status: 503, text: 'The answer took too long', headers: { 'retry-after': '5', connection: 'close' } };

let scene: EdgeScene;
const lines: Record<string, unknown>[] = [];
async function start(options: Parameters<typeof edgeScene>[0] = {}): Promise<EdgeScene> {
  const to = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  scene = await edgeScene({ timeLimit: 20, log: { level: 'trace', to }, ...options });
  return scene;
}
const loud = () => lines.filter(({ level }) => Number(level) >= WARN).map(({ msg, code }) => [msg, code]);
/** With a limit that leaves a slow machine time to send a request. Later requests get 408. */
async function listen(options: Parameters<typeof edgeScene>[0] = {}): Promise<number> {
  await start({ timeLimit: 500, ...options });
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  return (scene.app.server.address() as AddressInfo).port;
}
afterEach(async () => {
  await scene?.app.close();
  lines.length = 0;
});

describe('an answer that is not ready in time', () => {
  test('changes nothing when it finally comes: no second answer, no error, no alarming log line', async () => {
    const { get, records } = await start();
    const calls: { end(value: []): void; fail(error: Error): void }[] = [];
    records.latestOdds = () => new Promise((end, fail) => calls.push({ end, fail }));
    while (calls.length < 2) expect(await get('/api/odds/snapshot/1')).toMatchObject(LATE);
    const refused = loud();
    expect(new Set(refused.map(String))).toEqual(new Set([`failed,${NOT_IN_TIME}`]));
    calls[0]?.end([]);
    calls[1]?.fail(new Error('the database has gone'));
    await settled();
    expect(loud()).toEqual(refused);
    expect(lines.filter(({ msg }) => msg === 'failed late')).toHaveLength(1);
  });

  test('is also refused after a request with a body, and during authentication', async () => {
    const port = await listen();
    const { store, ports, headers } = scene;
    vi.spyOn(ports.quote, 'purchase').mockReturnValue(new Promise(() => {}));
    const asked = await fetch(`http://127.0.0.1:${port}/api/guest/purchase/quote`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ buyerPubkey: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', txlineAmount: 5 }),
    });
    expect([asked.status, await asked.text(), asked.headers.get('retry-after')]).toEqual([503, LATE.text, '5']);
    store.token = () => new Promise(() => {});
    expect(await scene.get('/api/odds/snapshot/1', { 'x-api-token': scene.subscribe() })).toMatchObject(LATE);
  });

  test('is ignored when its caller has gone', async () => {
    const port = await listen();
    const { records, headers, app } = scene;
    records.latestOdds = () => new Promise(() => {});
    const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const [accepted, asked] = [once(app.server, 'connection'), once(app.server, 'request')];
    const gone = await RawConnection.open(port);
    gone.send(`GET /api/odds/snapshot/1 HTTP/1.1\r\nHost: a\r\n${credentials.join('')}\r\n`);
    const [[far]] = await Promise.all([accepted, asked]);
    gone.socket.resetAndDestroy();
    while (!far.destroyed) await settled();
    // Started after it, so it would have been refused after it.
    expect(await scene.get('/api/odds/snapshot/1')).toMatchObject(LATE);
    expect(loud()).toEqual([['failed', NOT_IN_TIME]]);
  });

  test('holds up shutdown until it is refused, and no longer', async () => {
    const port = await listen();
    scene.records.latestOdds = () => new Promise(() => {});
    const asked = once(scene.app.server, 'request');
    const answer = fetch(`http://127.0.0.1:${port}/api/odds/snapshot/1`, { headers: scene.headers });
    await asked;
    await scene.app.close();
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
    scene.records.latestOdds = () => new Promise(() => {});
    expect(await scene.get('/api/odds/snapshot/1')).toMatchObject(LATE);
    caughtUp();
    expect((await reader).status).toBe(200);
  });
});

describe('the limit', () => {
  const MS = 1_000;
  afterEach(() => void vi.useRealTimers());

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
    expect([first.sent.length, vi.getTimerCount()]).toEqual([1, 0]);
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
    const all = Array.from({ length: 1_000 }, () => fakeReply());
    for (const { reply, raw } of all) {
      limit.begin(reply);
      raw.emit('close');
      expect(limit.size).toBe(0);
    }
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(MS);
    expect([vi.getTimerCount(), all.some(({ sent }) => sent.length > 0)]).toEqual([0, false]);
    // It starts again.
    const next = fakeReply();
    limit.begin(next.reply);
    await vi.advanceTimersByTimeAsync(MS);
    expect([next.sent.length, vi.getTimerCount()]).toEqual([1, 0]);
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
    limit.begin(fakeReply().reply);
    limit.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
