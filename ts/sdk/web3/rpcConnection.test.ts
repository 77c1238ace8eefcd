import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Loopback, listenOnLoopback } from '../../../tests/helpers/loopback.js';
import { rpcConnection } from './rpcConnection.js';

let node: Loopback;
/** Handles a request. */
let react: (response: ServerResponse) => void;
let asked: number;
const answer = (response: ServerResponse) => response.end(JSON.stringify({ jsonrpc: '2.0', id: '1', result: 7 }));

beforeEach(async () => {
  react = answer;
  asked = 0;
  const server = createServer((request, response) => {
    asked++;
    request.resume();
    react(response);
  });
  node = await listenOnLoopback(server);
});
afterEach(async () => {
  await node.stop();
  vi.restoreAllMocks();
});
const url = () => `${node.url}/secret`;

test.each<[string, (response: ServerResponse) => void]>([
  ['does not answer', () => {}],
  ['stops in the middle of its answer', (response) => response.writeHead(200).write('{"jsonrpc"')],
])('gives up on a node that %s, and works once it answers', async (_, reaction) => {
  react = reaction;
  const connection = rpcConnection(url(), { timeLimit: 50 });
  const failure = await connection.getSlot().catch((error: unknown) => error);
  expect(failure).toMatchObject({ number: 7068, message: 'The RPC node did not answer within 50 ms.' });
  expect(String((failure as Error).stack)).not.toContain('secret');
  react = answer;
  expect(await rpcConnection(url()).getSlot()).toBe(7);
});

test('asks a node that refuses only once, and logs nothing', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {});
  react = (response) => response.writeHead(403).end('no');
  await expect(rpcConnection(url()).getSlot()).rejects.toThrow('403 Forbidden: no');
  expect([asked, written.mock.calls]).toEqual([1, []]);
});

test('keeps the limit when the engine ignores the signal', async () => {
  const forgetful = (async () => new Response(new ReadableStream())) as typeof fetch;
  const connection = rpcConnection(url(), { timeLimit: 20, fetch: forgetful });
  await expect(connection.getSlot()).rejects.toMatchObject({ number: 7068 });
});
