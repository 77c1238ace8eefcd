import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { eventFrame } from '../../ts/service/edge/stream/frame.js';
import { closeGracefully } from '../../ts/service/serve/closeGracefully.js';
import { type EdgeScene, edgeScene, odds, SLOT_START, START } from '../helpers/service/edgeScene.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { heartbeats, indices, oddsEvent, SLOT } from '../helpers/service/streamEvents.js';
import { settled, TestClock } from '../helpers/service/testClock.js';

let scene: EdgeScene;
let client: RawConnection;
const sockets: Socket[] = [];
const answers: ServerResponse[] = [];
afterEach(async () => {
  client?.close();
  await scene?.app.close();
});

async function listen(options: Parameters<typeof edgeScene>[0] = {}): Promise<void> {
  scene = await edgeScene(options);
  sockets.length = 0;
  answers.length = 0;
  scene.app.server.on('connection', (socket) => sockets.push(socket));
  scene.app.server.on('request', (_, answer) => answers.push(answer));
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  client = await RawConnection.open((scene.app.server.address() as AddressInfo).port);
}

const until = async (fits: () => boolean): Promise<void> => {
  while (!fits()) await settled();
};

function head(method: string, path: string, more: Record<string, string> = {}): string {
  const fields = Object.entries({ host: 'oracle.test', ...scene.headers, ...more });
  return `${method} ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Incompressible bytes, so that `bulk` stays large. */
const BULK = 30_000;
const bulk = (): string => randomBytes(BULK).toString('hex');

/**
 * Opens a stream whose reader does not read, and publishes until bytes wait in the service. Returns the number of
 * published events.
 */
async function fallBehind(path: string, more: Record<string, string> = {}): Promise<number> {
  client.send(head('GET', path, more));
  await until(() => scene.hub.size === 1 && client.text.includes('\r\n\r\n'));
  client.socket.pause();
  const [socket] = sockets;
  if (!socket) throw new Error('no connection');
  let index = 0;
  while (socket.writableLength === 0) {
    const { bytesWritten } = socket;
    const frame = eventFrame(`${SLOT_START}:${index}`, { bulk: bulk() });
    const frames = { described: frame, observed: frame };
    scene.hub.publish(oddsEvent(index, START - SLOT + index, { frames }));
    index++;
    await until(() => socket.bytesWritten >= bytesWritten + BULK || socket.writableLength > 0);
  }
  return index;
}

const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);
const unpacked = (text: string): string => gunzipSync(Buffer.from(bodyOf(text), 'latin1')).toString();
const CLOSING = [{ Ts: START / 1000, Closing: 'The service is stopping.' }];

/** Starts the shutdown, with and without a notice. */
const STOPS: Readonly<
  Record<string, () => Promise<{ readonly closed: PromiseLike<unknown>; readonly clock: TestClock }>>
> = {
  'at once': async () => {
    const clock = new TestClock(0);
    return { closed: closeGracefully({ app: scene.app, clock }), clock };
  },
  'after a notice': async () => {
    const clock = new TestClock(0);
    const closed = closeGracefully({ app: scene.app, clock, notice: 5_000 });
    await clock.advance(5_000);
    return { closed, clock };
  },
};
const WIRES = ['described', 'observed'];
const CASES = WIRES.flatMap((wire) => Object.keys(STOPS).map((stop) => [wire, stop] as const));

async function stop(how: string) {
  const stopped = await STOPS[how]?.();
  if (!stopped) throw new Error(how);
  await settled();
  return stopped;
}

/** A snapshot of 24 MB with pipelined requests behind it; the client does not read. */
async function askForMuch(wire: string): Promise<void> {
  const text = bulk();
  scene.records.odds = Array.from({ length: 400 }, (_, i) =>
    odds(1, SLOT_START + i, { line: `l${i}`, record: { text } }),
  );
  client.socket.pause();
  const path = `/api/odds/snapshot/1?wire=${wire}`;
  client.send([head('GET', path), head('HEAD', path), head('GET', '/healthz')].join(''));
  await until(() => answers.length === 3 && answers.every(({ writableEnded }) => writableEnded));
  expect(sockets[0]?.writableLength).toBeGreaterThan(0);
}

describe('a stopping service sends what it has written', () => {
  test.each(CASES)('to a stream whose reader is behind: %s, %s', async (wire, how) => {
    await listen();
    const published = await fallBehind(`/api/odds/stream?wire=${wire}`);
    const { closed } = await stop(how);
    client.socket.resume();
    const text = bodyOf(await client.end());
    expect(indices(text)).toEqual(Array.from({ length: published }, (_, i) => i));
    expect(heartbeats(text)).toEqual(CLOSING);
    expect(await closed).toBe('closed');
  });

  test.each(CASES)('to a compressed stream whose reader is behind: %s, %s', async (wire, how) => {
    await listen();
    const published = await fallBehind(`/api/odds/stream?wire=${wire}`, { 'accept-encoding': 'gzip' });
    const { closed } = await stop(how);
    client.socket.resume();
    const text = unpacked(await client.end());
    expect(indices(text)).toEqual(Array.from({ length: published }, (_, i) => i));
    expect(heartbeats(text)).toEqual(CLOSING);
    expect(await closed).toBe('closed');
  });

  test.each(CASES)('of a long answer and of those behind it, and keeps no connection: %s, %s', async (wire, how) => {
    await listen();
    await askForMuch(wire);
    const { closed } = await stop(how);
    client.socket.resume();
    const all = await client.end();
    const [, length] = /content-length: (\d+)/i.exec(all) ?? [];
    expect(JSON.parse(bodyOf(all).slice(0, Number(length)))).toHaveLength(400);
    expect(client.statuses).toEqual([200, 200, 200]);
    expect(all.endsWith('ok\n')).toBe(true);
    expect(await closed).toBe('closed');
  });
});

describe('a client that never reads does not hold up the shutdown', () => {
  test.each([{}, { 'accept-encoding': 'gzip' }])('of a stream: %o', async (more) => {
    await listen();
    await fallBehind('/api/odds/stream', more);
    const { closed } = await stop('at once');
    expect(sockets[0]?.destroyed).toBe(false);
    await scene.clock.advance(5_000);
    expect(await closed).toBe('closed');
  });

  test('of a long answer', async () => {
    await listen();
    await askForMuch('described');
    const { closed, clock } = await stop('at once');
    expect(sockets[0]?.destroyed).toBe(false);
    await clock.advance(10_000);
    expect(await closed).toBe('closed');
  });
});
