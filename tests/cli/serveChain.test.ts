import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { openRpcNode } from '../../ts/sdk/rpc/openRpcNode.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { leftOut } from '../helpers/leftOut.js';
import { type Listening, ServeProcess } from '../helpers/service/serveProcess.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('access to the embedded chain: it does not exist on this platform.');

/** An address of this machine that other machines can reach. */
const outside = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
if (outside === undefined)
  leftOut('access to the embedded chain from outside: this machine has only a loopback address.');

const CHEAT = 'surfnet_getSurfnetInfo';
const call = (...methods: string[]): string => {
  const calls = methods.map((method, id) => ({ jsonrpc: '2.0', id, method }));
  return JSON.stringify(calls.length === 1 ? calls[0] : calls);
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(
  port: number,
  { host = '127.0.0.1', method = 'POST', path = '/', headers = {}, body = call('getVersion') } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host, port, method, path, headers: { 'content-type': 'application/json', ...headers } };
    const asked = request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** The first line of the answer to an upgrade and, after 101, the first reply to `sent`. */
function upgrade(port: number, headers: Record<string, string>, host = '127.0.0.1', sent = 'slotSubscribe') {
  const lines = Object.entries({
    host: `${host}:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return new Promise<{ status: string; text: string }>((resolve, reject) => {
    const socket = connect(port, host);
    let text = '';
    let isSent = false;
    const done = () => {
      socket.destroy();
      resolve({ status: text.slice(9, 12), text: text.slice(text.indexOf('\r\n\r\n') + 4) });
    };
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      if (text.startsWith('HTTP/1.1 101') && text.includes('\r\n\r\n') && !isSent) {
        isSent = true;
        socket.write(frame(call(sent)));
      } else if (isSent && text.includes('}')) done();
    });
    socket.once('end', done).once('error', reject);
    socket.write(`GET / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}

/** A short client frame, masked with zeros. */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

const portOf = (url: string): number => Number(new URL(url).port);

/** Host and Origin of foreign pages, and of requests without a page. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1.evil.example' },
  { origin: 'http://localhost.evil.example:8899' },
  { origin: 'http://evil.example#localhost' },
  { origin: 'http://localhost@evil.example' },
  { origin: 'chrome-extension://abcdef' },
  { origin: 'http://192.0.2.77' },
  { origin: '' },
  { host: 'evil.example' },
  { host: 'evil.example:8899', origin: 'http://evil.example:8899' },
  { host: '127.0.0.1.evil.example' },
  { host: 'localhost@evil.example' },
  { host: '[evil.example]' },
];
const OWN: Record<string, string>[] = [
  {},
  { host: 'localhost:8899' },
  { host: 'LocalHost.' },
  { host: 'chain.localhost' },
  { host: '[::1]:8899' },
  { origin: 'http://localhost:5173' },
  { origin: 'https://127.0.0.1' },
  { origin: 'http://[::1]:3000' },
];

async function start(data: string, ...flags: string[]): Promise<Listening> {
  return new ServeProcess(['--data', data, '--port', '0', '--rpc-port', '0', '--source', 'none', ...flags]).listening();
}

describe.runIf(isHere)('the embedded chain', () => {
  const folder = temporaryFolder('chain');
  let rpc: number;
  let websocket: number;
  let service: Listening;
  afterAll(() => ServeProcess.killAll());

  describe('of a service that listens on a network', () => {
    beforeAll(async () => {
      service = await start(join(folder, 'host'), '--host', '0.0.0.0');
      [rpc, websocket] = [portOf(service.rpc), portOf(service.websocket)];
    });

    it.skipIf(outside === undefined)('stays on the loopback address', async () => {
      expect([service.rpc, service.websocket]).toEqual([`http://127.0.0.1:${rpc}`, `ws://127.0.0.1:${websocket}`]);
      expect((await fetch(`http://${outside}:${portOf(service.url)}/healthz`)).status).toBe(200);
      for (const port of [rpc, websocket])
        await expect(ask(port, { host: outside as string })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    });

    it.each(OWN)('answers %j on both ports', async (headers) => {
      const answer = await ask(rpc, { headers, body: call(CHEAT) });
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"result"')]);
      expect(answer.headers['access-control-allow-origin']).toBe(headers.origin);
      expect(await upgrade(websocket, headers)).toEqual({ status: '101', text: expect.stringContaining('"result":') });
    });

    it.each(FOREIGN)('refuses %j on both ports', async (headers) => {
      for (const method of ['POST', 'OPTIONS', 'GET']) {
        const { status, headers: said } = await ask(rpc, { headers, method });
        expect([method, status, said['access-control-allow-origin']]).toEqual([method, 403, undefined]);
      }
      expect(await upgrade(websocket, headers)).toEqual({ status: '403', text: expect.stringMatching(/Host|Origin/) });
    });

    it('allows pages of this machine (CORS)', async () => {
      const headers = {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      };
      const { status, headers: said } = await ask(rpc, { method: 'OPTIONS', headers, body: '' });
      expect([status, said['access-control-allow-origin']]).toEqual([200, headers.origin]);
      expect(said['access-control-allow-headers']).toContain('content-type');
    });

    it('answers only HTTP methods of JSON-RPC, and upgrades only on the websocket port', async () => {
      for (const method of ['GET', 'PUT', 'DELETE']) expect((await ask(rpc, { method })).status).toBe(405);
      expect((await ask(websocket)).status).toBe(426);
      expect((await upgrade(rpc, {})).status).toBe('405');
    });
  });

  describe.runIf(outside !== undefined)('with --chain-host', () => {
    const from = outside as string;
    beforeAll(async () => {
      service = await start(join(folder, 'chain-host'), '--chain-host', '0.0.0.0');
      [rpc, websocket] = [portOf(service.rpc), portOf(service.websocket)];
    });

    it('names an address that can be reached, and only to this machine', async () => {
      expect(service.rpc).toBe(`http://127.0.0.1:${rpc}`);
      const named = async (headers: Record<string, string> = {}): Promise<unknown> =>
        (await (await fetch(`${service.url}/.well-known/deployment`, { headers })).json()).rpc;
      expect([await named(), await named({ 'x-forwarded-for': '192.0.2.9' })]).toEqual([service.rpc, null]);
    });

    it('gives both kinds of test money in one transaction, and none to a program', async () => {
      const give = async (wallet: string) => {
        const body = JSON.stringify({ wallet, sol: 100, stablecoin: 5 });
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`${service.url}/api/world/money`, { method: 'POST', headers, body });
        return { status: answer.status, text: await answer.text() };
      };
      const wallet = KeyPair.generate().address;
      const { status, text } = await give(wallet);
      expect([status, JSON.parse(text).transactions]).toEqual([200, [expect.stringMatching(/^\w{64,88}$/)]]);
      const node = openRpcNode(service.rpc);
      expect((await node.account(wallet))?.owner).toBe(SYSTEM_PROGRAM_ID);
      for (const program of [SYSTEM_PROGRAM_ID, LOCALNET_PROGRAM_IDS.oracle])
        expect(await give(program)).toMatchObject({ status: 400, text: expect.stringContaining('body field wallet') });
    });

    it('listens where --chain-host says; the service does not', async () => {
      const answer = await ask(rpc, { host: from });
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"solana-core"')]);
      await expect(fetch(`http://${from}:${portOf(service.url)}/healthz`)).rejects.toThrow();
    });

    it('offers cheat methods only to local processes', async () => {
      for (const host of ['127.0.0.1', '127.0.0.2'])
        expect((await ask(rpc, { host, body: call(CHEAT) })).status).toBe(200);
      expect((await ask(rpc, { host: from, body: call(CHEAT) })).status).toBe(403);
      // A local proxy forwards requests of others.
      for (const name of ['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'X-Real-IP', 'X-Client-IP'])
        expect((await ask(rpc, { headers: { [name]: '192.0.2.9' }, body: call(CHEAT) })).status).toBe(403);
    });

    it.each([
      call('surfnet_timeTravel'),
      call('surfnet_setAccount'),
      call('getSlot', 'surfnet_setAccount'),
      call('surfnet_setAccount', 'getSlot'),
      call('setAccount'),
      call('toString'),
      call('__proto__'),
      call(' surfnet_setAccount'),
      '[[{"jsonrpc":"2.0","id":1,"method":"surfnet_setAccount"}]]',
      '{"jsonrpc":"2.0","id":1,"method":["getSlot"]}',
      '{"jsonrpc":"2.0","id":1}',
      'null',
      '',
      '{',
    ])('from outside refuses %s', async (body) => {
      const { status, text } = await ask(rpc, { host: from, body });
      expect([status, JSON.parse(text).error.message]).toEqual([
        403,
        expect.stringContaining('only standard Solana methods'),
      ]);
    });

    it('forwards exactly the request that was checked', async () => {
      const twice = '{"jsonrpc":"2.0","id":1,"method":"surfnet_getSurfnetInfo","method":"getSlot"}';
      expect((await ask(rpc, { host: from, body: twice })).text).toMatch(/"result":\d+/);
      expect((await ask(rpc, { host: from, path: `/${CHEAT}` })).text).toContain('"solana-core"');
      expect((await ask(rpc, { host: from, body: ' '.repeat(70_000) })).status).toBe(413);
      expect((await ask(rpc, { host: from, method: 'OPTIONS', body: call(CHEAT) })).text).not.toContain('runloop');
    });

    it('offers subscriptions on its websocket, but no cheat methods', async () => {
      expect((await upgrade(websocket, {}, from)).text).toContain('"result":');
      for (const method of ['surfnet_timeTravel', 'surfnet_setAccount', CHEAT])
        expect((await upgrade(websocket, {}, from, method)).text).toContain('Method not found');
    });

    it.each(FOREIGN)('also refuses %j from outside', async (headers) => {
      expect((await ask(rpc, { host: from, headers })).status).toBe(403);
      expect((await upgrade(websocket, headers, from)).status).toBe('403');
    });

    it('answers a page served by this machine', async () => {
      expect((await ask(rpc, { host: from, headers: { origin: `http://${from}:3000` } })).status).toBe(200);
    });
  });
});
