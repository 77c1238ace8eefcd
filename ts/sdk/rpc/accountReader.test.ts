import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Loopback, listenOnLoopback } from '../../../tests/helpers/loopback.js';
import { LinesmanError } from '../error/linesmanError.js';
import { type Address, addressOf } from '../program/address/address.js';
import { accountReader } from './accountReader.js';

const OWNER = addressOf(new Uint8Array(32).fill(9));
const WANTED = addressOf(new Uint8Array(32).fill(7));
const DATA = Uint8Array.from([1, 2, 250]);
const ACCOUNT = { owner: OWNER, data: ['AQL6', 'base64'], lamports: 5, executable: false };

let node: Loopback;
let react: (response: ServerResponse, asked: { method: string; params: unknown[] }) => void;

beforeEach(async () => {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    react(response, JSON.parse(text));
  });
  node = await listenOnLoopback(server);
});
afterEach(() => node.stop());

const url = (): string => `${node.url}/?api-key=secret`;
const answering = (document: unknown) => (response: ServerResponse) =>
  response.end(typeof document === 'string' ? document : JSON.stringify(document));
const valued = (value: unknown) => answering({ jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } });

const errorOf = async (promise: Promise<unknown>): Promise<LinesmanError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LinesmanError);
  expect(String((error as Error).stack) + JSON.stringify((error as LinesmanError).context)).not.toContain('secret');
  return error as LinesmanError;
};

test('reads an account that the node has confirmed', async () => {
  let asked: unknown;
  react = (response, request) => {
    asked = request;
    valued(ACCOUNT)(response);
  };
  expect(await accountReader(url()).account(WANTED)).toEqual({ owner: OWNER, data: DATA });
  const params = [WANTED, { commitment: 'confirmed', encoding: 'base64' }];
  expect(asked).toEqual({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params });
});

test('an account that does not exist is null', async () => {
  react = valued(null);
  expect(await accountReader(url()).account(WANTED)).toBeNull();
});

test('reads many accounts in requests of 100, in their order', async () => {
  const sizes: number[] = [];
  react = (response, { params: [wanted] }) => {
    const some = wanted as Address[];
    sizes.push(some.length);
    valued(some.map((one, i) => (i % 2 === 0 ? { ...ACCOUNT, owner: one } : null)))(response);
  };
  const wanted = Array.from({ length: 205 }, (_, i) => addressOf(new Uint8Array(32).fill(i)));
  const found = await accountReader(url()).accounts(wanted);
  expect(found.map((one) => one?.owner ?? null)).toEqual(wanted.map((one, i) => ((i % 100) % 2 === 0 ? one : null)));
  expect(sizes).toEqual([100, 100, 5]);
});

/** Only silent nodes get a short limit, so that other tests do not depend on time. */
const limitOf = (sentence: RegExp) => (sentence.source.includes('50 ms') ? { timeLimit: 50 } : {});

describe('a node that does not answer as it should', () => {
  test.each<[string, (response: ServerResponse) => void, string, RegExp]>([
    ['is silent', () => {}, 'ChainNotReachable', /did not answer within 50 ms/],
    ['stops in the middle', (response) => response.write('{"json'), 'ChainNotReachable', /did not answer within 50 ms/],
    ['hangs up', (response) => response.destroy(), 'ChainNotReachable', /cannot be reached/],
    ['refuses', (response) => response.writeHead(403).end('no'), 'ChainNotReachable', /HTTP status 403/],
    ['sends an error', answering({ error: { code: -32_601, message: 'x' } }), 'ChainNotReachable', /error -32601/],
    ['sends no JSON', answering('<html>'), 'MalformedResponse', /RPC node is not JSON/],
    ['sends no value', answering({ result: {} }), 'MalformedResponse', /\$\.result\.value/],
    ['sends another encoding', valued({ ...ACCOUNT, data: ['AQL6', 'base58'] }), 'MalformedResponse', /value\.data/],
    ['sends broken Base64', valued({ ...ACCOUNT, data: ['AQ', 'base64'] }), 'MalformedResponse', /value\.data\[0\]/],
    ['sends no owner', valued({ ...ACCOUNT, owner: 7 }), 'MalformedResponse', /value\.owner/],
  ])('that %s', async (_, reaction, name, sentence) => {
    react = reaction;
    const error = await errorOf(accountReader(url(), limitOf(sentence)).account(WANTED));
    expect([error.name, error.message]).toEqual([name, expect.stringMatching(sentence)]);
  });

  test('that sends fewer accounts than wanted', async () => {
    react = valued([ACCOUNT]);
    expect((await errorOf(accountReader(url()).accounts([WANTED, WANTED]))).name).toBe('MalformedResponse');
  });
});

test('its signal aborts a request at once', async () => {
  const stopping = new AbortController();
  react = () => stopping.abort();
  const { signal } = stopping;
  expect((await errorOf(accountReader(url(), { signal }).account(WANTED))).name).toBe('RequestAborted');
});

test.each(['', 'node', 'ws://127.0.0.1', 'file:///etc/passwd'])('%j is not the URL of a node', (wrong) => {
  expect(() => accountReader(wrong)).toThrow(expect.objectContaining({ name: 'MalformedUrl' }));
});
