import { afterEach, describe, expect, test } from 'vitest';
import { SimulatedClock } from '../../ts/service/clock/simulatedClock.js';
import { feedCheck } from '../../ts/service/health/checks.js';
import { FeedHold } from '../../ts/service/serve/feedHold.js';
import { RUNNING_SPEEDS, WorldPace } from '../../ts/service/serve/worldPace.js';
import { type EdgeScene, edgeScene, START } from '../helpers/service/edgeScene.js';
import { DEPLOYMENT, testWorld } from '../helpers/service/testWorld.js';
import { outcome } from '../helpers/thrown.js';

const WALLET = DEPLOYMENT.programs.oracle;
const HERE = { host: '127.0.0.1:8080', 'content-type': 'application/json' };

let scene: EdgeScene;
afterEach(() => scene?.app.close());

const start = async (options: Parameters<typeof edgeScene>[0] = {}): Promise<EdgeScene> =>
  (scene = await edgeScene({ requestsPerSecond: 10_000, ...options }));

const post = async (
  what: 'speed' | 'money',
  payload: unknown,
  { headers = {}, remoteAddress = '127.0.0.1' }: { headers?: Record<string, string>; remoteAddress?: string } = {},
) => {
  const { statusCode, body } = await scene.app.inject({
    method: 'POST',
    url: `/api/world/${what}`,
    payload: JSON.stringify(payload),
    headers: { ...HERE, accept: 'application/problem+json', ...headers },
    remoteAddress,
  });
  return { status: statusCode, body: JSON.parse(body) };
};

describe('the endpoints of a world', () => {
  test('tell everybody time and speed, and let this machine change the speed', async () => {
    await start();
    const seen = async () => JSON.parse((await scene.get('/api/world')).text);
    expect(await seen()).toEqual({ now: START, speed: 1, speeds: RUNNING_SPEEDS, source: 'generator' });
    expect(await post('speed', { speed: 60 })).toMatchObject({ status: 200, body: { speed: 60 } });
    expect((await seen()).speed).toBe(60);
  });

  test('give test money, a little by default', async () => {
    const world = testWorld(() => START);
    await start({ ports: { world } });
    expect(await post('money', { wallet: WALLET })).toMatchObject({ status: 200, body: { wallet: WALLET } });
    await post('money', { wallet: WALLET, sol: 0, stablecoin: 1_000_000 });
    expect(world.funded).toEqual([
      [WALLET, { lamports: 1_000_000_000n, stablecoin: 1_000_000_000n }],
      [WALLET, { lamports: 0n, stablecoin: 1_000_000_000_000n }],
    ]);
  });

  test.each([
    ['speed', { speed: 0.5 }],
    ['speed', { speed: 10_001 }],
    ['speed', { speed: '60' }],
    ['speed', null],
    ['money', { wallet: 'nobody' }],
    ['money', {}],
    ['money', { wallet: WALLET, sol: 101 }],
    ['money', { wallet: WALLET, sol: 0.5 }],
    ['money', { wallet: WALLET, stablecoin: -1 }],
    ['money', []],
    ['money', { wallet: '11111111111111111111111111111111' }],
  ] as const)('refuse %s %j', async (what, body) => {
    const world = testWorld(() => START);
    await start({ ports: { world } });
    expect(await post(what, body)).toMatchObject({ status: 400, body: { code: 7062 } });
    expect([world.speed, world.funded]).toEqual([1, []]);
  });

  test.each([
    ['a page of another site', { headers: { origin: 'https://evil.example' } }],
    ['a page in a sandbox', { headers: { origin: 'null' } }],
    ['a name of another site that resolves to this machine', { headers: { host: 'evil.example:8080' } }],
    ['a page of another server on this machine', { headers: { origin: 'http://localhost:5173' } }],
    ['a page of this machine by another name', { headers: { origin: 'http://localhost:8080' } }],
    ['another machine', { remoteAddress: '192.168.1.7' }],
    ...[
      ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server', 'x-client-ip'],
      ...['true-client-ip', 'cf-connecting-ip', 'forwarded', 'via', 'x-real-ip', 'cdn-loop', 'fly-client-ip'],
      ...['x-envoy-external-address', 'x-envoy-peer-metadata', 'cloudfront-viewer-address', 'x-azure-clientip'],
    ].map((name) => [`a proxy on this machine that sends ${name}`, { headers: { [name]: '127.0.0.1' } }] as const),
  ] as const)('are closed to %s', async (_, from) => {
    const world = testWorld(() => START);
    await start({ ports: { world } });
    for (const [what, body] of [
      ['speed', { speed: 60 }],
      ['money', { wallet: WALLET }],
    ] as const)
      expect(await post(what, body, from)).toMatchObject({ status: 403, body: { code: 7395 } });
    expect([world.speed, world.funded]).toEqual([1, []]);
  });

  test.each(['127.0.0.1:8080', 'localhost:8080', '[::1]:8080'])('are open to the own page at %s', async (host) => {
    await start();
    const headers = { host, origin: `http://${host}` };
    expect((await post('speed', { speed: 2 }, { headers })).status).toBe(200);
  });

  test('are closed to everybody behind a trusted proxy, which may send no header', async () => {
    await start({ trustProxy: ['127.0.0.1'] });
    expect(await post('speed', { speed: 2 })).toMatchObject({ status: 403, body: { code: 7395 } });
  });

  test('are open to pages of a named development server, on this machine only', async () => {
    const origin = 'http://localhost:5173';
    await start({ devOrigins: [origin], worldCallers: ['loopback', '172.17.0.0/16'] });
    const from = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      (await post('speed', { speed: 2 }, { remoteAddress, headers })).status;
    expect(await from({ origin })).toBe(200);
    for (const other of ['https://localhost:5173', 'http://localhost:51730', 'http://127.0.0.1:5173', 'null'])
      expect([other, await from({ origin: other })]).toEqual([other, 403]);
    expect(await from({ origin, host: 'evil.example:8080' })).toBe(403);
    expect(await from({ origin, 'x-forwarded-for': '127.0.0.1' })).toBe(403);
    // It counts as this machine, but no page of a development server is there.
    expect([await from({}, '172.17.0.1'), await from({ origin }, '172.17.0.1')]).toEqual([200, 403]);
  });

  test('are open to networks that are named instead of this machine', async () => {
    await start({ worldCallers: ['172.17.0.0/16'] });
    const from = async (remoteAddress: string, headers = {}) =>
      (await post('speed', { speed: 2 }, { remoteAddress, headers })).status;
    expect(await from('172.17.0.1')).toBe(200);
    expect(await from('172.17.0.1', { 'x-forwarded-for': '172.17.0.1' })).toBe(403);
    expect([await from('172.18.0.1'), await from('127.0.0.1')]).toEqual([403, 403]);
  });

  test('name an RPC address that only this machine reaches to nobody else', async () => {
    const rpcHere = 'http://127.0.0.1:8899';
    const explorer = { rpc: null, rpcHere, oracle: 'an oracle', settlement: 'a program' };
    await start({ ports: { deployment: { ...DEPLOYMENT, rpc: null }, rpcHere }, explorer });
    const seen = async (remoteAddress: string, headers = {}) => {
      const urls = ['/.well-known/deployment', '/explorer.json'];
      const answers = await Promise.all(urls.map((url) => scene.app.inject({ url, remoteAddress, headers })));
      return answers.map((answer) => answer.json().rpc);
    };
    expect(await seen('127.0.0.1')).toEqual([rpcHere, rpcHere]);
    expect(await seen('192.168.1.7')).toEqual([null, undefined]);
    expect(await seen('127.0.0.1', { 'x-forwarded-proto': 'https' })).toEqual([null, undefined]);
  });

  test('and its metrics are for this machine, and exist for nobody else', async () => {
    await start({ metricsHere: { contentType: 'text/plain', text: async () => 'linesman_streams_open 1\n' } });
    const seen = async (remoteAddress: string, headers = {}) => {
      const { statusCode } = await scene.app.inject({
        url: '/metrics',
        remoteAddress,
        headers: { ...HERE, ...headers },
      });
      return statusCode;
    };
    expect(await seen('127.0.0.1')).toBe(200);
    expect(await seen('127.0.0.1', { origin: 'http://127.0.0.1:8080' })).toBe(200);
    for (const headers of [{ origin: 'https://evil.example' }, { host: 'evil.example:8080' }, { via: '1.1 proxy' }])
      expect([headers, await seen('127.0.0.1', headers)]).toEqual([headers, 404]);
    expect(await seen('192.168.1.7')).toBe(404);
  });

  test('do not exist without a world, nor in its description', async () => {
    await start({ ports: { world: undefined } });
    expect((await scene.get('/api/world')).status).toBe(404);
    expect((await post('speed', { speed: 2 })).status).toBe(404);
    expect((await post('money', { wallet: WALLET })).status).toBe(404);
    const described = (await scene.get('/docs/openapi.yaml')).text;
    expect([described.includes('/api/world'), described.includes('/.well-known/deployment')]).toEqual([false, true]);
    expect((await scene.get('/docs')).text).not.toContain('Change the speed');
    expect(JSON.parse((await scene.get('/.well-known/deployment')).text)).toEqual(DEPLOYMENT);
  });
});

describe('a world whose matches fall behind', () => {
  const START_TIME = 1_000_000;
  function held(speed: number) {
    const machine = { time: 0 };
    const clock = new SimulatedClock({ start: START_TIME, speed, real: () => machine.time });
    const hold = new FeedHold({ clock, machineTime: () => machine.time });
    return { machine, clock, hold };
  }

  test('waits for them, a second at most ahead, and goes on without a jump', () => {
    const { machine, clock, hold } = held(10_000);
    hold.onProgress({ next: START_TIME });
    machine.time = 5_000;
    expect(clock.now()).toBe(START_TIME + 10_000_000);
    hold.onProgress({ next: START_TIME + 8_000_000 });
    expect(clock.now()).toBe(START_TIME + 10_000_000);
    machine.time = 5_001;
    expect(clock.now()).toBe(START_TIME + 10_010_000);
    machine.time = 60_000;
    expect(clock.now()).toBe(START_TIME + 18_000_000);
  });

  test('never stands before the next record, whatever the speed was before', () => {
    const { machine, clock, hold } = held(1);
    let next = START_TIME;
    for (const speed of [1, 10_000, 1, 60, 3_000]) {
      clock.setSpeed(speed);
      for (const step of [1, 5_000, 20_000, 500_000, 40]) {
        next += step;
        hold.onProgress({ next });
        machine.time += 1_000_000;
        expect(clock.now()).toBeGreaterThan(next);
      }
    }
  });

  test('is not ready if none come', async () => {
    const { machine, hold } = held(60);
    const run = () => feedCheck(() => hold.waited).run();
    hold.onProgress({ next: START_TIME + 3_600_000 });
    machine.time = 60_000;
    // Nothing is due.
    expect([hold.waited, await run()]).toEqual([0, null]);
    machine.time = 80_000;
    expect(await run()).toBe('The world has waited 80 s for the records of its matches.');
    hold.onProgress({ next: START_TIME + 3_700_000 });
    expect(await run()).toBe(null);
  });
});

describe('the pace of a world', () => {
  /** A world whose machine time the test sets, and the times that it stored. */
  function paced(speed: number) {
    const machine = { time: 0 };
    const clock = new SimulatedClock({ start: 1_000_000, speed, real: () => machine.time });
    const stored: number[] = [];
    const pace = new WorldPace({ clock, store: (time) => stored.push(time), machineTime: () => machine.time });
    return { machine, clock, stored, pace };
  }

  test('changes without a jump, up and down', () => {
    const { machine, clock, pace } = paced(1);
    machine.time = 100;
    pace.setSpeed(3_600);
    expect(clock.now()).toBe(1_000_100);
    machine.time = 101;
    expect(clock.now()).toBe(1_003_700);
    pace.setSpeed(1);
    expect([clock.now(), pace.speed]).toEqual([1_003_700, 1]);
    machine.time = 201;
    expect(clock.now()).toBe(1_003_800);
  });

  test('stores a time before it speeds up that the clock does not reach before the next store', () => {
    const { machine, clock, stored, pace } = paced(1);
    pace.keep();
    pace.setSpeed(10_000);
    // Stored every 500 ms, and this machine stood still for twice as long.
    machine.time = 1_000;
    expect(clock.now()).toBeLessThan(stored.at(-1) ?? 0);
    const before = stored.length;
    pace.setSpeed(1);
    // The stored time is still ahead; a lower one follows.
    expect(stored).toHaveLength(before);
    pace.keep();
    expect(stored.at(-1)).toBe(clock.now() + 1_500);
  });

  test('stays as it is when the time cannot be stored', () => {
    const clock = new SimulatedClock({ start: 0, speed: 1, real: () => 0 });
    const pace = new WorldPace({
      clock,
      store: () => {
        throw new Error('the disk is full');
      },
    });
    expect(() => pace.setSpeed(60)).toThrow('the disk is full');
    expect(pace.speed).toBe(1);
  });

  test('allows roots the time of the higher speed for another minute', () => {
    const { machine, pace } = paced(3_600);
    pace.setSpeed(60);
    expect([pace.speed, pace.recentSpeed]).toEqual([60, 3_600]);
    machine.time = 30_000;
    pace.setSpeed(1);
    expect(pace.recentSpeed).toBe(3_600);
    machine.time = 89_999;
    expect(pace.recentSpeed).toBe(3_600);
    machine.time = 90_000;
    expect(pace.recentSpeed).toBe(1);
    pace.setSpeed(600);
    expect(pace.recentSpeed).toBe(600);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('is not %d', (speed) => {
    const { pace, stored } = paced(2);
    expect(outcome(() => pace.setSpeed(speed))).toBe(7342);
    expect([pace.speed, stored]).toEqual([2, []]);
  });
});
