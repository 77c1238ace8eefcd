import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { LinesmanError } from '../error/linesmanError.js';
import { addressOf } from '../program/address/address.js';
import { KeyPair } from '../program/keyPair.js';
import { transferInstruction } from '../program/systemInstructions.js';
import { compileMessage } from '../program/transaction/message.js';
import { decodeTransaction, unsigned } from '../program/transaction/transaction.js';
import { LONGEST_ANSWER } from './answerInTime.js';
import { fetchNode } from './fetchNode.js';

const HASH = base58.encode(new Uint8Array(32).fill(3));
const PAYER = KeyPair.fromSeed(new Uint8Array(32).fill(4));
const OTHER = addressOf(new Uint8Array(32).fill(5));
const TRANSFER = transferInstruction({ from: PAYER.address, to: OTHER, lamports: 1n });
const TRANSACTION = unsigned(compileMessage(PAYER.address, [TRANSFER], HASH));
const [ONE, TWO] = [1, 2].map((byte) => base58.encode(new Uint8Array(64).fill(byte))) as [string, string];

/** A node that answers each method with a fixed result, and the requests that it got. */
function nodeWith(results: Readonly<Record<string, unknown>>) {
  const asked: [method: string, params: readonly unknown[]][] = [];
  const node = fetchNode('http://127.0.0.1:1/?api-key=secret', {
    fetch: async (_, init) => {
      const { method, params } = JSON.parse(String(init?.body));
      asked.push([method, params]);
      const result = results[method];
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(result as object) }));
    },
  });
  return { node, asked };
}
const result = (value: unknown) => ({ result: value });
const valued = (value: unknown) => ({ result: { context: { slot: 1 }, value } });

test('asks for what sending needs at commitment confirmed', async () => {
  const { node, asked } = nodeWith({
    getLatestBlockhash: valued({ blockhash: HASH, lastValidBlockHeight: 150 }),
    getBlockHeight: result(7),
    getSlot: result(9),
    getBalance: valued(5_000),
    isBlockhashValid: valued(false),
  });
  expect(await node.recentBlockhash()).toEqual({ blockhash: HASH, lastValidBlockHeight: 150 });
  expect(await node.latestBlockhash()).toBe(HASH);
  expect([await node.blockHeight(), await node.slot(), await node.lamports(OTHER)]).toEqual([7, 9, 5_000n]);
  expect(await node.isBlockhashValid(HASH)).toBe(false);
  const at = { commitment: 'confirmed' };
  expect(asked).toEqual([
    ['getLatestBlockhash', [at]],
    ['getLatestBlockhash', [at]],
    ['getBlockHeight', [at]],
    ['getSlot', [at]],
    ['getBalance', [OTHER, at]],
    ['isBlockhashValid', [HASH, { ...at, minContextSlot: 1 }]],
  ]);
});

test('an answer without an end is given up, and no more of it is kept than the longest', async () => {
  const piece = new Uint8Array(2 ** 20).fill(0x20);
  let [sent, isCancelled] = [0, false];
  const body = () =>
    new ReadableStream({
      pull: (to) => {
        sent++;
        to.enqueue(piece);
      },
      cancel: () => {
        isCancelled = true;
      },
    });
  const node = fetchNode('http://127.0.0.1:1', { fetch: async () => new Response(body()) });
  const error = await node.slot().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ number: 7068, context: { longest: LONGEST_ANSWER } });
  expect(String(error)).toContain(`longer than ${LONGEST_ANSWER} bytes`);
  expect(isCancelled).toBe(true);
  expect(sent * piece.length).toBeLessThan(LONGEST_ANSWER + 4 * piece.length);
});

test('simulates without signatures, and submits without a preflight', async () => {
  const { node, asked } = nodeWith({
    simulateTransaction: valued({
      err: { InstructionError: [0, { Custom: 6001 }] },
      logs: ['Program log: no'],
      unitsConsumed: 12,
      returnData: { programId: OTHER, data: ['AQID', 'base64'] },
    }),
    sendTransaction: result(ONE),
  });
  expect(await node.simulate(TRANSACTION)).toEqual({
    error: { InstructionError: [0, { Custom: 6001 }] },
    logs: ['Program log: no'],
    unitsConsumed: 12,
    returnData: Uint8Array.of(1, 2, 3),
  });
  await node.send(TRANSACTION);
  const [[, [simulated, how]], [, [sent, directly]]] = asked as [[string, unknown[]], [string, unknown[]]];
  expect(simulated).toBe(sent);
  expect(how).toEqual({
    commitment: 'confirmed',
    encoding: 'base64',
    replaceRecentBlockhash: true,
    sigVerify: false,
  });
  expect(directly).toEqual({ encoding: 'base64', skipPreflight: true, maxRetries: 0 });
});

test('takes version 1 if it reads it, and remembers the answer', async () => {
  const outcome = (err: unknown) => ({ simulateTransaction: valued({ err }) });
  const refused = (code: number, message = 'invalid transaction') => ({
    simulateTransaction: { error: { code, message } },
  });
  const takes: [results: Readonly<Record<string, unknown>>, takes: boolean, asked: number][] = [
    [outcome('AccountNotFound'), true, 1],
    [outcome(null), true, 1],
    [outcome('UnsupportedVersion'), false, 1],
    [outcome('SanitizeFailure'), false, 1],
    [refused(-32_602), false, 1],
    // The answer says nothing about the version, so the node is asked again.
    [{ simulateTransaction: {} }, false, 2],
  ];
  for (const [results, expected, times] of takes) {
    const { node, asked } = nodeWith(results);
    expect([results, await node.takesVersion1?.(), await node.takesVersion1?.()]).toEqual([
      results,
      expected,
      expected,
    ]);
    expect(asked.map(([method]) => method)).toEqual(Array.from({ length: times }, () => 'simulateTransaction'));
    const [[, [wire]]] = asked as [[string, [string]]];
    expect(decodeTransaction(Buffer.from(wire, 'base64')).message.version).toBe(1);
  }
});

test('says how much a simulation loaded', async () => {
  const { node } = nodeWith({ simulateTransaction: valued({ err: null, logs: [], loadedAccountsDataSize: 1_234 }) });
  expect(await node.simulate(TRANSACTION)).toMatchObject({ loadedBytes: 1_234 });
});

test('an old node simulates without units, logs and return data', async () => {
  const { node } = nodeWith({ simulateTransaction: valued({ err: null, logs: null }) });
  expect(await node.simulate(TRANSACTION)).toEqual({ error: null, logs: [], unitsConsumed: 0, returnData: null });
});

test('a status is null until it is confirmed; a failure has its logs', async () => {
  const { node, asked } = nodeWith({
    getSignatureStatuses: valued([
      { confirmationStatus: 'processed', err: null },
      { confirmationStatus: 'confirmed', err: 'AccountNotFound' },
    ]),
    getTransaction: result({ meta: { logMessages: ['why'] } }),
  });
  expect(await node.statuses([ONE, TWO])).toEqual([null, { error: 'AccountNotFound', logs: ['why'] }]);
  expect(asked).toEqual([
    ['getSignatureStatuses', [[ONE, TWO], { searchTransactionHistory: false }]],
    ['getTransaction', [TWO, { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 1 }]],
  ]);
});

test('one status is looked for in the history, too', async () => {
  const { node, asked } = nodeWith({ getSignatureStatuses: valued([{ confirmationStatus: 'finalized', err: null }]) });
  expect(await node.status(ONE)).toEqual({ error: null, logs: [] });
  expect(asked).toEqual([['getSignatureStatuses', [[ONE], { searchTransactionHistory: true }]]]);
  expect(await nodeWith({ getSignatureStatuses: valued([null]) }).node.status(ONE)).toBeNull();
});

test('finds accounts by their bytes', async () => {
  const { node, asked } = nodeWith({
    getProgramAccounts: result([{ pubkey: OTHER, account: { data: ['AQI=', 'base64'], owner: PAYER.address } }]),
  });
  expect(await node.accountsOf(PAYER.address, [{ offset: 8, bytes: Uint8Array.of(1, 2) }])).toEqual([
    { address: OTHER, data: Uint8Array.of(1, 2) },
  ]);
  const filters = [{ memcmp: { offset: 8, bytes: base58.encode(Uint8Array.of(1, 2)) } }];
  expect(asked).toEqual([
    ['getProgramAccounts', [PAYER.address, { commitment: 'confirmed', encoding: 'base64', filters }]],
  ]);
});

const refusal = async (work: Promise<unknown>): Promise<LinesmanError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LinesmanError);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('secret');
  return error as LinesmanError;
};

test.each<[string, unknown]>([
  ['getLatestBlockhash', valued({ blockhash: 'no', lastValidBlockHeight: 1 })],
  ['getLatestBlockhash', result(null)],
])('%s that answers %j is malformed', async (method, answer) => {
  expect((await refusal(nodeWith({ [method]: answer }).node.latestBlockhash())).name).toBe('MalformedResponse');
});

test('a height that is none is malformed', async () => {
  const { node } = nodeWith({ getLatestBlockhash: valued({ blockhash: HASH, lastValidBlockHeight: -1 }) });
  expect((await refusal(node.latestBlockhash())).name).toBe('InvalidNumber');
});

test('fewer statuses than signatures are malformed', async () => {
  const { node } = nodeWith({ getSignatureStatuses: valued([null]) });
  expect((await refusal(node.statuses([ONE, TWO]))).name).toBe('MalformedResponse');
});

test('an error of the node is one of the chain, with its number', async () => {
  const { node } = nodeWith({ sendTransaction: { error: { code: -32_002, message: 'x' } } });
  const error = await refusal(node.send(TRANSACTION));
  expect([error.name, error.context]).toEqual(['ChainNotReachable', { rpcError: -32_002 }]);
});

test('options are checked, and the URL', () => {
  expect(() => fetchNode('ws://127.0.0.1')).toThrow(expect.objectContaining({ name: 'MalformedUrl' }));
  expect(() => fetchNode('http://127.0.0.1', { timelimit: 1 } as object)).toThrow(
    expect.objectContaining({ name: 'UnknownOption' }),
  );
});
