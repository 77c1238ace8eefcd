import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { stopSignals } from '../../ts/sdk/node/stopSignals.js';
import { Readiness } from '../../ts/service/health/readiness.js';
import { closeGracefully } from '../../ts/service/serve/closeGracefully.js';
import { type EdgeScene, edgeScene, START } from '../helpers/service/edgeScene.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { heartbeats } from '../helpers/service/streamEvents.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { settled, TestClock } from '../helpers/service/testClock.js';

let scene: EdgeScene;
let port: number;
const opened: { close(): void }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  await scene?.app.close();
});

/** A service with a stream, an idle connection, and a connection whose request waits for `answer`. */
async function busy() {
  const readiness = new Readiness({ checks: [] });
  scene = await edgeScene({ health: readiness, timeLimit: 600_000 });
  const { app, headers, records } = scene;
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  const stream = await StreamReader.open(`http://127.0.0.1:${port}/api/odds/stream`, headers);
  const [idle, waiting] = [await RawConnection.open(port), await RawConnection.open(port)];
  opened.push(stream, idle, waiting);
  idle.send('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await idle.until((text) => text.endsWith('ok\n'));
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    records.latestOdds = () => {
      resolve();
      return new Promise((given) => {
        answer = () => given([]);
      });
    };
  });
  const credentials = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  waiting.send(`GET /api/odds/snapshot/1 HTTP/1.1\r\nHost: a\r\n${credentials.join('')}\r\n`);
  await asked;
  return { app, readiness, stream, idle, waiting, answer: () => answer() };
}

describe('the service stops', () => {
  test('in order: not ready, no listener, streams, running requests, then the rest', async () => {
    const { app, readiness, stream, idle, waiting, answer } = await busy();
    const order: string[] = [];
    const failures: unknown[] = [];
    const clock = new TestClock(0);
    const closing = closeGracefully({
      app,
      readiness,
      clock,
      notice: 5_000,
      steps: [
        { name: 'batches', run: () => void order.push('batches') },
        { name: 'broken', run: () => Promise.reject(new Error('broken')) },
        {
          name: 'store',
          run: async () => {
            await settled();
            order.push('store');
          },
        },
      ],
      onFailure: (name, error) => failures.push([name, (error as Error).message]),
    });
    // Not ready, but still answering, so that no request is refused before the load balancer notices.
    const ready = await scene.app.inject('/readyz');
    expect([ready.statusCode, ready.body]).toEqual([503, 'not ready\nrunning: The service is stopping.\n']);
    expect((await scene.get('/docs')).status).toBe(200);
    expect(stream.ended).toBe(false);
    await clock.advance(5_000);
    expect(heartbeats(await stream.end())).toEqual([{ Ts: START / 1000, Closing: 'The service is stopping.' }]);
    await idle.end();
    await expect(RawConnection.open(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect([order, waiting.closed]).toEqual([[], false]);
    answer();
    expect(await waiting.end()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*\[\]$/is);
    expect(await closing).toBe('closed');
    expect(order).toEqual(['batches', 'store']);
    expect(failures).toEqual([['broken', 'broken']]);
    expect(clock.waiting).toBe(0);
  });

  test('without waiting for a request that takes too long', async () => {
    const { app, readiness, waiting } = await busy();
    const clock = new TestClock(0);
    const order: string[] = [];
    const steps = [{ name: 'store', run: () => void order.push('store') }];
    const closing = closeGracefully({ app, readiness, clock, requests: 10_000, steps });
    await settled();
    await clock.advance(9_999);
    expect([waiting.closed, order]).toEqual([false, []]);
    await clock.advance(1);
    expect(await waiting.end()).toBe('');
    expect(await closing).toBe('closed');
    expect(order).toEqual(['store']);
  });

  test('at its deadline, whatever hangs', async () => {
    const { app, readiness, waiting } = await busy();
    const clock = new TestClock(0);
    const order: string[] = [];
    const closing = closeGracefully({
      app,
      readiness,
      clock,
      requests: 1_000,
      deadline: 30_000,
      steps: [
        { name: 'hanging', run: () => new Promise(() => {}) },
        { name: 'store', run: () => void order.push('store') },
      ],
    });
    await settled();
    await clock.advance(1_000);
    await waiting.end();
    await clock.advance(29_000);
    expect([await closing, order]).toEqual(['deadline', []]);
  });

  test('immediately on a second request, even while it still announces its end', async () => {
    for (const notice of [0, 5_000]) {
      const { app, readiness, stream, waiting } = await busy();
      const again = new AbortController();
      const order: string[] = [];
      const steps = [{ name: 'store', run: () => void order.push('store') }];
      const closing = closeGracefully({ app, readiness, notice, clock: new TestClock(0), steps }, again.signal);
      await settled();
      again.abort();
      expect(await closing).toBe('atOnce');
      await Promise.all([waiting.end(), stream.end()]);
      await settled();
      expect(order).toEqual([]);
      await expect(RawConnection.open(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
  });

  test('immediately after an earlier second request', async () => {
    const { app, waiting } = await busy();
    expect(await closeGracefully({ app, clock: new TestClock(0) }, AbortSignal.abort())).toBe('atOnce');
    await waiting.end();
  });
});

test('the first signal requests a stop, the second forces it, and a third has no handler', () => {
  const source = new EventEmitter();
  const { signal: stop, atOnce, end } = stopSignals({ source, times: 2 });
  const state = () => [stop.aborted, atOnce.aborted, source.listenerCount('SIGINT'), source.listenerCount('SIGTERM')];
  expect(state()).toEqual([false, false, 1, 1]);
  source.emit('SIGTERM');
  expect(state()).toEqual([true, false, 1, 1]);
  source.emit('SIGINT');
  expect(state()).toEqual([true, true, 0, 0]);
  const other = stopSignals({ source });
  other.end();
  end();
  expect([other.signal.aborted, source.listenerCount('SIGINT')]).toEqual([false, 0]);
});

test('with one listener the second signal has no handler; a substitute for a signal counts as one', () => {
  const source = new EventEmitter();
  const given = new AbortController();
  const seen: boolean[] = [];
  const { signal, atOnce } = stopSignals({ source, given: given.signal, onStop: () => seen.push(signal.aborted) });
  source.emit('SIGINT');
  given.abort();
  expect([signal.aborted, atOnce.aborted, source.listenerCount('SIGINT'), source.listenerCount('SIGTERM')]).toEqual([
    true,
    false,
    0,
    0,
  ]);
  expect(seen).toEqual([false]);
  const late = stopSignals({ source, given: given.signal });
  expect([late.signal.aborted, source.listenerCount('SIGTERM')]).toEqual([true, 0]);
  const other = new AbortController();
  const waiting = stopSignals({ source, given: other.signal });
  other.abort();
  expect([waiting.signal.aborted, source.listenerCount('SIGINT')]).toEqual([true, 0]);
});
