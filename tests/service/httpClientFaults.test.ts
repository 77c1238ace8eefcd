import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type EdgeScene, edgeScene, traced } from '../helpers/service/edgeScene.js';
import { MachineTime } from '../helpers/service/machineTime.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { settled } from '../helpers/service/testClock.js';

/**
 * Interrupted, late or malformed requests are the caller's fault: they get a log line at a low level, and nothing that
 * looks like a fault of the service.
 */

let scene: EdgeScene;
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await scene?.app.close();
});

const LOUD = ['warn', 'error', 'fatal'];
const ACTIVATE = 'POST /api/token/activate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const GUEST = 'POST /auth/guest/start HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

async function listen(options: Parameters<typeof edgeScene>[0] = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = traced((line) => lines.push(JSON.parse(line)));
  scene = await edgeScene({ log, requestsPerSecond: 1_000, ...options });
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = scene.app.server.address() as AddressInfo;
  const credentials = Object.entries(scene.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  /** Sends, waits until the service has received it, and ends as told. Then waits until the service has noticed. */
  const play = async (
    text: string,
    end: 'reset' | 'end' | 'wait',
    ready?: () => Promise<void>,
  ): Promise<RawConnection> => {
    const accepted = once(scene.app.server, 'connection');
    const connection = await RawConnection.open(port);
    const [far] = await accepted;
    connection.send(text);
    while (far.bytesRead < text.length && !far.destroyed) await settled();
    await ready?.();
    if (end === 'reset') connection.socket.resetAndDestroy();
    if (end === 'end') connection.socket.end();
    if (end === 'wait') await connection.end();
    while (!far.destroyed) await settled();
    connection.close();
    return connection;
  };
  return { lines, credentials, play };
}

test('an interrupted or malformed request is not a failure of the service', async () => {
  const { lines, credentials, play } = await listen();
  const { records, hub, app } = scene;
  let asked = 0;
  const answers: (() => void)[] = [];
  records.latestOdds = () => {
    asked++;
    return new Promise((given) => answers.push(() => given([])));
  };
  const answering = async () => {
    while (asked === 0) await settled();
  };
  const streaming = async () => {
    while (hub.size === 0) await settled();
  };
  for (const end of ['reset', 'end'] as const) {
    for (const head of [GUEST, ACTIVATE + credentials, 'POST /nowhere HTTP/1.1\r\nHost: a\r\n']) {
      await play(`${head}Content-Length: 50\r\n\r\n{"txSig"`, end);
      await play(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"txS`, end);
    }
    await play('GET /docs HTTP/1.1\r\nHost: a\r\nX-A: ', end);
    for (const more of ['', 'Accept-Encoding: gzip\r\n'])
      await play(`GET /api/odds/stream HTTP/1.1\r\nHost: a\r\n${credentials}${more}\r\n`, end, streaming);
  }
  await play(`GET /api/odds/snapshot/1 HTTP/1.1\r\nHost: a\r\n${credentials}\r\n`, 'reset', answering);
  for (const answer of answers) answer();
  for (const malformed of [
    `${GUEST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`,
    `${GUEST}Content-Length: 2x\r\n\r\n{}`,
    'nonsense\r\n\r\n',
    'GET /docs HTTP/1.1\r\n\r\n',
  ])
    await play(malformed, 'wait');
  await app.close();
  expect(lines.filter(({ level }) => LOUD.includes(`${level}`))).toEqual([]);
  expect(JSON.stringify(lines)).not.toMatch(/stack|Error:|node_modules/);
});

test('a body that is late is the fault of its sender', async () => {
  const { lines, play } = await listen({ timeLimit: 30, limits: { look: 10 } });
  for (let n = 0; n < 4; n++) {
    const connection = await play(`${GUEST}Content-Length: 50\r\n\r\n{`, 'wait');
    expect(connection.statuses).toEqual([408]);
  }
  expect(lines.filter(({ level }) => LOUD.includes(`${level}`))).toEqual([]);
});

test('a late answer, and an error after the caller has gone, remain failures', async () => {
  const time = MachineTime.stop();
  const { lines, credentials, play } = await listen({ timeLimit: 30, limits: { look: 600_000 } });
  const { records, app } = scene;
  let fail = (_: Error) => {};
  const scoresAsked = new Promise<void>((asked) => {
    records.latestScores = () => {
      asked();
      return new Promise((_, reject) => {
        fail = reject;
      });
    };
  });
  await play(`GET /api/scores/snapshot/1 HTTP/1.1\r\nHost: a\r\n${credentials}\r\n`, 'reset', () => scoresAsked);
  fail(Object.assign(new Error('the database has gone'), { code: 'ECONNRESET' }));
  const oddsAsked = new Promise<void>((asked) => {
    records.latestOdds = () => {
      asked();
      return new Promise(() => {});
    };
  });
  await play(`GET /api/odds/snapshot/1 HTTP/1.1\r\nHost: a\r\n${credentials}\r\n`, 'wait', async () => {
    await oddsAsked;
    await time.advance(30);
  });
  await app.close();
  expect(lines.filter(({ event }) => event === 'failed').map(({ number }) => number)).toContain(7086);
  expect(lines.filter(({ level }) => LOUD.includes(`${level}`)).length).toBeGreaterThan(0);
});
