import { base58, base64 } from '@scure/base';
import * as kit from '@solana/kit';
import { Connection } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { kitChain } from '../../ts/sdk/kit/kitChain.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { isPassingRpcError, RPC_ERRORS } from '../../ts/sdk/program/nodeAnswers.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { LandedTransaction, RpcNode } from '../../ts/sdk/program/rpcNode.js';
import type { OutboxChain } from '../../ts/sdk/program/sendingChain.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { compileMessage } from '../../ts/sdk/program/transaction/message.js';
import { Outbox } from '../../ts/sdk/program/transaction/outbox.js';
import { hasLanded } from '../../ts/sdk/program/transaction/send.js';
import {
  encodeTransaction,
  signatureOf,
  signTransaction,
  unsigned,
} from '../../ts/sdk/program/transaction/transaction.js';
import { fetchNode } from '../../ts/sdk/rpc/fetchNode.js';
import { openRpcNode } from '../../ts/sdk/rpc/openRpcNode.js';
import { rpcConnection } from '../../ts/sdk/web3/rpcConnection.js';
import { rpcNode } from '../../ts/sdk/web3/rpcNode.js';
import { rpcSubscriptionChain } from '../../ts/service/edge/auth/subscriptionChain.js';
import { FakeNode, type NodeAnswer, withoutPauses } from '../helpers/fakeNode.js';

/**
 * What nodes answer, with every optional part null or missing and with every documented error, read by each client:
 * `@linesman/sdk/rpc`, web3.js over a connection of ours, and Kit.
 */

const PAYER = KeyPair.fromSeed(new Uint8Array(32).fill(1));
const OTHER = addressOf(new Uint8Array(32).fill(2));
const HASH = base58.encode(new Uint8Array(32).fill(3));
const { settlement } = LOCALNET_PROGRAM_IDS;
const REFUSED = { programAddress: settlement, accounts: [], data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) };
const signed = (...instructions: Parameters<typeof compileMessage>[1][number][]) =>
  signTransaction(unsigned(compileMessage(PAYER.address, instructions, HASH)), [PAYER]);
const TRANSFER = signed(transferInstruction({ from: PAYER.address, to: OTHER, lamports: 1n }));
const CALL = signed(REFUSED);
const [ONE, TWO] = [TRANSFER, CALL].map(signatureOf) as [string, string];
/** As the settlement program refuses. */
const FAILED = { InstructionError: [0, { Custom: 6214 }] };

type Reader = OutboxChain & Pick<RpcNode, 'accounts'> & Partial<RpcNode>;

const CLIENTS: Readonly<Record<string, (node: FakeNode) => Reader>> = {
  '@linesman/sdk/rpc': ({ url }) => openRpcNode(url),
  'a connection of web3.js': ({ url }) => rpcNode(rpcConnection(url)),
  Kit: ({ url }) => kitChain(kit.createSolanaRpc(url)),
};

let node: FakeNode;
beforeEach(() => {
  vi.useFakeTimers();
  // web3.js warns of an error of the node.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  node = new FakeNode();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const valued = (value: unknown) => ({ context: { slot: 1, apiVersion: '3.0.0' }, value });
const ACCOUNT = {
  owner: OTHER,
  data: ['AQL6', 'base64'],
  lamports: 5,
  executable: false,
  // As nodes write it for an account that pays no rent.
  rentEpoch: 2 ** 64,
  space: 3,
};
const KEYED = [{ pubkey: OTHER, account: ACCOUNT }];
const META = {
  err: null,
  status: { Ok: null },
  fee: 5_000,
  preBalances: [9, 0],
  postBalances: [8, 1],
  innerInstructions: [],
  logMessages: ['why'],
  preTokenBalances: [],
  postTokenBalances: [],
  rewards: [],
  loadedAddresses: { writable: [], readonly: [] },
  returnData: { programId: OTHER, data: ['AQID', 'base64'] },
  computeUnitsConsumed: 150,
  costUnits: 300,
};
const LANDED = {
  slot: 1,
  blockTime: 1_700_000_000,
  version: 'legacy',
  transactionIndex: 3,
  transaction: [base64.encode(encodeTransaction(TRANSFER)), 'base64'],
  meta: META,
};

interface Row {
  readonly method: string;
  readonly result: unknown;
  /** Parts that nodes leave out or send as null, as paths in the result. */
  readonly optional: readonly string[];
  /** What web3.js itself refuses. */
  readonly notInWeb3?: readonly string[];
  readonly read: (reader: Reader) => Promise<unknown> | undefined;
  /** What is read, and what without a part. */
  readonly right: unknown;
  readonly without?: Readonly<Record<string, unknown>>;
}

const SIMULATED = {
  error: null,
  logs: ['log'],
  unitsConsumed: 12,
  loadedBytes: 900,
  returnData: Uint8Array.of(1, 2, 3),
};
const withoutLoadedBytes = ({ loadedBytes: _, ...simulated }: Partial<typeof SIMULATED>) => simulated;
/** Only version 1 needs a limit for loaded account data, so clients that do not write it read no size. */
const writesVersion1 = (reader: Reader): boolean => 'takesVersion1' in reader;
const plain = (account: { owner: unknown; data: Uint8Array } | null) =>
  account && { owner: account.owner, data: Uint8Array.from(account.data) };
const OWNED = { owner: OTHER, data: Uint8Array.of(1, 2, 250) };
const inTransfer: LandedTransaction = {
  meta: { err: null, logMessages: ['why'] },
  blockTime: 1_700_000_000,
  signers: [PAYER.address],
  instructions: [
    {
      programAddress: SYSTEM_PROGRAM_ID,
      accounts: [PAYER.address, OTHER],
      data: base58.encode(Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)),
    },
  ],
};

const ROWS: readonly Row[] = [
  {
    method: 'getAccountInfo',
    result: valued(ACCOUNT),
    optional: ['context.apiVersion', 'value', 'value.space'],
    read: async (reader) => plain(await reader.account(OTHER)),
    right: OWNED,
    without: { value: null },
  },
  {
    method: 'getMultipleAccounts',
    result: valued([ACCOUNT, null]),
    optional: ['context.apiVersion', 'value.0', 'value.0.space'],
    read: async (reader) => (await reader.accounts([OTHER, PAYER.address])).map(plain),
    right: [OWNED, null],
    without: { 'value.0': [null, null] },
  },
  {
    method: 'getLatestBlockhash',
    result: valued({ blockhash: HASH, lastValidBlockHeight: 150 }),
    optional: ['context.apiVersion'],
    read: (reader) => reader.recentBlockhash(),
    right: { blockhash: HASH, lastValidBlockHeight: 150 },
  },
  { method: 'getBlockHeight', result: 7, optional: [], read: (reader) => reader.blockHeight(), right: 7 },
  { method: 'getSlot', result: 9, optional: [], read: (reader) => reader.slot?.(), right: 9 },
  {
    method: 'getBalance',
    result: valued(5),
    optional: ['context.apiVersion'],
    read: (reader) => reader.lamports?.(OTHER),
    right: 5n,
  },
  {
    method: 'isBlockhashValid',
    result: valued(true),
    optional: ['context.apiVersion'],
    read: (reader) => reader.isBlockhashValid(HASH),
    right: true,
  },
  {
    method: 'simulateTransaction',
    result: valued({
      err: null,
      logs: ['log'],
      accounts: null,
      unitsConsumed: 12,
      returnData: { programId: OTHER, data: ['AQID', 'base64'] },
      innerInstructions: null,
      replacementBlockhash: { blockhash: HASH, lastValidBlockHeight: 150 },
      loadedAccountsDataSize: 900,
      loadedAddresses: { writable: [], readonly: [] },
      fee: 5_000,
      preBalances: [9],
      postBalances: [8],
    }),
    optional: [
      ...['logs', 'accounts', 'unitsConsumed', 'returnData', 'innerInstructions', 'replacementBlockhash'],
      ...['loadedAccountsDataSize', 'loadedAddresses', 'fee', 'preBalances', 'postBalances'],
    ].map((name) => `value.${name}`),
    notInWeb3: ['value.unitsConsumed null', 'value.logs missing'],
    read: (reader) => reader.simulate(TRANSFER),
    right: SIMULATED,
    without: {
      'value.logs': { ...SIMULATED, logs: [] },
      'value.unitsConsumed': { ...SIMULATED, unitsConsumed: 0 },
      'value.returnData': { ...SIMULATED, returnData: null },
      'value.loadedAccountsDataSize': withoutLoadedBytes(SIMULATED),
    },
  },
  {
    method: 'getSignatureStatuses',
    result: valued([
      { slot: 1, confirmations: null, confirmationStatus: 'finalized', err: null, status: { Ok: null } },
      { slot: 1, confirmations: 0, confirmationStatus: 'processed', err: null, status: { Ok: null } },
    ]),
    optional: ['context.apiVersion', 'value.0', 'value.0.confirmationStatus', 'value.0.status', 'value.1.status'],
    notInWeb3: ['value.0.confirmationStatus null'],
    read: (reader) => reader.statuses([ONE, TWO]),
    right: [{ error: null, logs: [] }, null],
    without: { 'value.0': [null, null] },
  },
  {
    method: 'getTransaction',
    result: LANDED,
    optional: [
      'blockTime',
      'version',
      'transactionIndex',
      'meta',
      ...[
        ...['innerInstructions', 'logMessages', 'preTokenBalances', 'postTokenBalances', 'rewards', 'returnData'],
        ...['loadedAddresses', 'computeUnitsConsumed', 'costUnits', 'status'],
      ].map((name) => `meta.${name}`),
    ],
    read: (reader) => reader.transaction?.(ONE),
    right: inTransfer,
    without: {
      blockTime: { ...inTransfer, blockTime: null },
      // Its outcome is known by its status.
      meta: { ...inTransfer, meta: { err: FAILED, logMessages: null } },
      'meta.logMessages': { ...inTransfer, meta: { err: null, logMessages: null } },
    },
  },
  {
    method: 'getProgramAccounts',
    result: KEYED,
    optional: ['0.account.space'],
    read: (reader) => reader.accountsOf?.(OTHER, []).then((found) => found.map(({ address }) => address)),
    right: [OTHER],
  },
  {
    method: 'getTokenAccountsByOwner',
    result: valued(KEYED),
    optional: ['context.apiVersion', 'value.0.account.space'],
    read: (reader) => reader.tokenAccounts?.(OTHER, OTHER).then((found) => found.map(({ address }) => address)),
    right: [OTHER],
  },
  {
    method: 'getRecentPrioritizationFees',
    result: [{ slot: 1, prioritizationFee: 1_000 }],
    optional: [],
    read: (reader) => reader.recentFees?.([OTHER]),
    right: [1_000],
  },
  {
    method: 'getMinimumBalanceForRentExemption',
    result: 890_880,
    optional: [],
    read: (reader) => reader.rent?.(0),
    right: 890_880,
  },
  {
    method: 'requestAirdrop',
    result: ONE,
    optional: [],
    read: (reader) => reader.airdrop?.(OTHER, 1),
    right: ONE,
  },
];

/** A copy with one part set to null, or removed. */
function changed(result: unknown, path: string, how: 'null' | 'missing'): unknown {
  const copy = structuredClone(result);
  const names = path.split('.');
  const last = names.pop() as string;
  const parent = names.reduce((value, name) => (value as never)[name], copy) as Record<string, unknown>;
  if (how === 'null' || Array.isArray(parent)) parent[last] = null;
  else delete parent[last];
  return copy;
}

const confirmed = (err: unknown) => ({ slot: 1, confirmations: 3, confirmationStatus: 'confirmed', err });

/** What the node answers to everything but the method of a row. */
const others = (method: string): NodeAnswer => {
  if (method === 'getSignatureStatuses') return { result: valued([confirmed(FAILED)]) };
  const row = ROWS.find((one) => one.method === method);
  return row ? { result: row.result } : { error: { code: -32_601, message: 'Method not found' } };
};

describe.each(Object.entries(CLIENTS))('%s reads', (name, open) => {
  const isWeb3 = name === 'a connection of web3.js';
  // It asks for another encoding of transactions; what it reads of their failures is below.
  const rows = ROWS.filter(({ method }) => !(isWeb3 && method === 'getTransaction'));

  test.each(rows)('what a node answers to $method', async ({ method, result, optional, read, right, ...row }) => {
    const answers = [
      ['', result, right] as const,
      ...optional.flatMap((path) =>
        (['null', 'missing'] as const)
          .filter((how) => !(isWeb3 && row.notInWeb3?.includes(`${path} ${how}`)))
          .filter((how) => !(how === 'missing' && path === 'value'))
          .map((how) => [`${path} ${how}`, changed(result, path, how), row.without?.[path] ?? right] as const),
      ),
    ];
    for (const [what, answer, expected] of answers) {
      node.react = (asked) => (asked === method ? { result: answer } : others(asked));
      const reader = open(node);
      const reading = read(reader);
      // The client does not ask for this.
      if (reading === undefined) return;
      const found = await withoutPauses(() => reading);
      const hasSize = method !== 'simulateTransaction' || writesVersion1(reader);
      const known = hasSize ? expected : withoutLoadedBytes(expected as typeof SIMULATED);
      expect(found, `${method}: ${what}`).toEqual('value' === what.split(' ')[0] ? null : known);
    }
  });

  const DOCUMENTED = Object.entries(kit)
    .filter(([constant]) => constant.startsWith('SOLANA_ERROR__JSON_RPC__'))
    .map(([, code]) => code as number);

  test('every documented error of a node, and asks again only while it is busy', async () => {
    expect(DOCUMENTED.length).toBeGreaterThan(18);
    const BUSY = [429, -32_429, ...Object.keys(RPC_ERRORS).map(Number).filter(isPassingRpcError)];
    for (const code of new Set([...DOCUMENTED, ...BUSY, -32_000]))
      for (const { method, read } of rows) {
        node = new FakeNode();
        // Kit reads what failed in a preflight from here; we never ask for one.
        const data = code === -32_002 ? { err: null, logs: null } : undefined;
        node.react = () => ({ error: { code, message: 'the node said so, of https://node/?api-key=secret', data } });
        const reading = read(open(node));
        if (reading === undefined) continue;
        const error: unknown = await withoutPauses(() => reading).catch((thrown: unknown) => thrown);
        const about = `${method}: ${code}`;
        expect(error, about).toBeInstanceOf(Error);
        // Kit cannot name the last one, and takes it for a limit.
        const isBusy = BUSY.includes(code) || (name === 'Kit' && code === -32_000);
        expect(node.count(method), about).toBe(isBusy ? 4 : 1);
        if (name === '@linesman/sdk/rpc' && method !== 'requestAirdrop') {
          expect(`${error} ${JSON.stringify(error)}`, about).not.toContain('secret');
          expect(error, about).toMatchObject(
            code === -32_015 ? { number: 7097 } : { number: 7068, context: { rpcError: code } },
          );
        }
        // web3.js has its own errors for some methods.
        const isOwn = isWeb3 && /^(getLatestBlockhash|getBalance|getMinimum|simulate)/.test(method);
        if (BUSY.includes(code) && method !== 'requestAirdrop' && !isOwn)
          expect(error, about).toMatchObject({ number: 7068, hint: expect.stringContaining('limit') });
      }
  });

  test.each<[string, NodeAnswer]>([
    ['the status', { status: 429, text: 'slower' }],
    ['a success', { error: { code: 429, message: 'slower' } }],
    ['an error without a common number', { error: { code: -32_000, message: 'Rate limit exceeded' } }],
    ['the status of a busy node', { status: 503, text: 'busy', headers: { 'retry-after': '1' } }],
  ])('a limit in %s: waits, and asks again', async (_, limited) => {
    node.react = (_method, _params, nth) => (nth < 3 ? limited : { result: 7 });
    expect(await withoutPauses(() => open(node).blockHeight())).toBe(7);
    expect(node.count('getBlockHeight')).toBe(4);
  });

  test.each([
    ['7', 7_000],
    ['Thu, 01 Jan 2099 00:00:00 GMT', 30_000],
    ['86400', 30_000],
  ])('Retry-After: %s, at most 30 s', async (header, wait) => {
    const headers = { 'retry-after': header };
    node.react = (_method, _params, nth) => (nth === 0 ? { status: 429, text: '', headers } : { result: 7 });
    await withoutPauses(() => open(node).blockHeight());
    const [first, second] = node.asked;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(wait);
  });
});

test.each(Object.entries(CLIENTS))(
  'a blockhash that a node does not know yet has not expired, as %s asks',
  async (_, open) => {
    const context = { slot: 70 };
    node.react = (method) =>
      method === 'getLatestBlockhash'
        ? { result: { context, value: { blockhash: HASH, lastValidBlockHeight: 200 } } }
        : { result: { context, value: false } };
    const chain = open(node);
    // It was not read from this chain, so nothing is known about its slot.
    await chain.isBlockhashValid(HASH);
    await chain.latestBlockhash();
    expect(await chain.isBlockhashValid(HASH)).toBe(false);
    const asked = node.asked.filter(({ method }) => method === 'isBlockhashValid').map(({ params }) => params);
    expect(asked).toEqual([
      [HASH, { commitment: 'confirmed' }],
      [HASH, { commitment: 'confirmed', minContextSlot: 70 }],
    ]);
    // A lagging node says so, instead of taking the blockhash for expired.
    node.react = () => ({ error: { code: -32_016, message: 'Minimum context slot has not been reached' } });
    await expect(withoutPauses(() => chain.isBlockhashValid(HASH))).rejects.toMatchObject({ number: 7068 });
  },
);

describe.each(Object.entries(CLIENTS))('the outcome of a transaction, as %s reads it', (name, open) => {
  const HISTORY: NodeAnswer = {
    error: { code: -32_011, message: 'Transaction history is not available from this node' },
  };
  /** A node that knows outcomes, and what it answers about the history of a transaction. */
  const knows = (err: unknown, history: NodeAnswer, keepsHistory = true) => {
    node.react = (method, params) => {
      const [list, options] = params as [string[], { searchTransactionHistory?: boolean }];
      if (method === 'getSignatureStatuses' && options.searchTransactionHistory && !keepsHistory) return HISTORY;
      if (method === 'getSignatureStatuses') return { result: valued(list.map(() => confirmed(err))) };
      if (method === 'isBlockhashValid') return { result: valued(true) };
      return method === 'getTransaction' ? history : others(method);
    };
  };
  const withMeta = (meta: unknown): NodeAnswer => ({ result: { ...LANDED, meta } });
  const NO_LOGS: readonly (readonly [string, NodeAnswer])[] = [
    ['no history', HISTORY],
    ['no such transaction', { result: null }],
    ['no metadata', withMeta(null)],
    ['no logs', withMeta({ ...META, err: FAILED, logMessages: null })],
    ['no field for logs', withMeta({ ...META, err: FAILED, logMessages: undefined })],
    ['a later version', { error: { code: -32_015, message: 'Transaction version (2) is not supported' } }],
    ['no such method', { error: { code: -32_601, message: 'Method not found' } }],
    ['a page', { text: '<html>' }],
  ];

  test.each(NO_LOGS)('is known from a node with %s', async (_, history) => {
    for (const keepsHistory of [true, false]) {
      knows(FAILED, history, keepsHistory);
      const status = await withoutPauses(() => open(node).status(TWO));
      expect(status).toMatchObject({ error: expect.anything(), logs: null });
      knows(null, history, keepsHistory);
      expect(await withoutPauses(() => open(node).status(TWO))).toEqual({ error: null, logs: [] });
    }
  });

  test('is not hidden by the missing logs of another one', async () => {
    knows(null, HISTORY);
    const all = node.react;
    node.react = (method, params, nth) => {
      if (method !== 'getSignatureStatuses') return all(method, params, nth);
      return { result: valued([confirmed(null), confirmed(FAILED), null]) };
    };
    const found = await withoutPauses(() => open(node).statuses([ONE, TWO, ONE]));
    expect(found).toMatchObject([{ error: null }, { logs: null }, null]);
  });

  const sending = {
    programs: LOCALNET_PROGRAM_IDS,
    sleep: (ms: number) => new Promise((done) => setTimeout(done, ms)),
  };
  const refusal = {
    number: 6214,
    message: expect.stringContaining('its logs are not available from this node'),
    context: { signature: TWO, program: 'settlement', logs: null },
  };

  test.each(NO_LOGS)(
    'reaches the sender over a node with %s, and names the error of the program',
    async (_, history) => {
      knows(FAILED, history, false);
      const failing = () => hasLanded({ chain: open(node), ...sending }, CALL, TWO);
      await expect(withoutPauses(failing)).rejects.toMatchObject(refusal);
      knows(null, history, false);
      expect(await withoutPauses(() => hasLanded({ chain: open(node), ...sending }, CALL, TWO))).toBe(true);
    },
  );

  /** A node without history, whose slots pass; the transaction is never known, and its blockhash expires. */
  const loses = (slotAt: (nth: number) => number) => {
    node.react = (method, params, nth) => {
      const [list, options] = params as [string[], { searchTransactionHistory?: boolean }];
      const context = { slot: slotAt(nth), apiVersion: '3.0.0' };
      if (method === 'isBlockhashValid') return { result: { context, value: nth < 60 } };
      if (method !== 'getSignatureStatuses') return others(method);
      return options.searchTransactionHistory ? HISTORY : { result: { context, value: list.map(() => null) } };
    };
  };
  const landing = () => withoutPauses(() => hasLanded({ chain: open(node), ...sending }, CALL, TWO));

  test('without history is none, once the blockhash has expired within the slots that the node remembers', async () => {
    // Both questions of a poll count.
    loses((nth) => 1_000 + nth);
    expect(await landing()).toBe(false);
  });

  test('without history is not known, once the node may have forgotten it', async () => {
    // Each status is two questions. The last is as after a night of the machine: it may have landed in the meantime.
    const slots = [1_000, 1_001, 1_250, 1_251];
    loses((nth) => slots[Math.floor(nth / 2)] ?? 200_000);
    const reader = open(node);
    for (let i = 0; i < 3; i++) expect(await withoutPauses(() => reader.status(TWO))).toBeNull();
    await expect(withoutPauses(() => reader.status(TWO))).rejects.toBeInstanceOf(Error);
    if (name !== '@linesman/sdk/rpc') return;
    // Its sender goes on asking, and then says so.
    node = new FakeNode();
    loses((nth) => (nth < 50 ? 1_000 + nth : 200_000 + nth));
    await expect(landing()).rejects.toMatchObject({ number: 7143 });
  });

  test('of another program is the failure without logs', async () => {
    knows({ InstructionError: [0, { Custom: 6214 }] }, HISTORY, false);
    const failing = () => hasLanded({ chain: open(node), ...sending }, TRANSFER, ONE);
    await expect(withoutPauses(failing)).rejects.toMatchObject({
      name: 'SimulationFailed',
      message: expect.stringContaining('its logs are not available from this node'),
    });
  });

  test('ends the wait of an outbox', async () => {
    // In version 1 the compute budget is no instruction, otherwise it goes first.
    knows({ InstructionError: [writesVersion1(open(node)) ? 0 : 1, { Custom: 6214 }] }, HISTORY, false);
    const known = node.react;
    node.react = (method, params, nth) => {
      const height = { blockhash: HASH, lastValidBlockHeight: 150 };
      if (method === 'getLatestBlockhash') return { result: valued(height) };
      return method === 'sendTransaction' ? { result: TWO } : known(method, params, nth);
    };
    const timers = { now: () => Date.now(), sleep: sending.sleep };
    const outbox = new Outbox({ chain: open(node), programs: LOCALNET_PROGRAM_IDS, payer: PAYER, timers });
    const from = Date.now();
    await expect(withoutPauses(() => outbox.send({ instructions: [REFUSED] }))).rejects.toMatchObject({ number: 6214 });
    expect(Date.now() - from).toBeLessThan(5_000);
  });
});

test('a connection that somebody else has opened waits for a node that is limited inside a success', async () => {
  const connection = new Connection(node.url, { disableRetryOnRateLimit: true, fetch: node.fetch as typeof fetch });
  const limited = { error: { code: 429, message: 'slower' } };
  node.react = (_method, _params, nth) => (nth < 3 ? limited : { result: 7 });
  expect(await withoutPauses(() => rpcNode(connection).slot())).toBe(7);
  node.react = () => ({ status: 429, text: 'slower' });
  await expect(withoutPauses(() => rpcNode(connection).slot())).rejects.toMatchObject({
    ...{ number: 7068, context: { status: 429, refusal: 'busy' } },
    hint: expect.stringContaining('limit'),
  });
});

describe('an error of the node in a response that is no success', () => {
  const of = (status: number, code: number) => {
    node.react = () => ({ status, error: { code, message: 'no' } });
    return withoutPauses(() => fetchNode(node.url).blockHeight());
  };

  test.each([400, 404, 500, 502])('of status %i is read', async (status) => {
    await expect(of(status, -32_011)).rejects.toMatchObject({ context: { rpcError: -32_011, refusal: 'history' } });
    await expect(of(status, -32_602)).rejects.toMatchObject({ context: { rpcError: -32_602 } });
    expect(node.asked).toHaveLength(2);
  });

  test.each([401, 403])('of status %i is about address and key', async (status) => {
    await expect(of(status, -32_052)).rejects.toMatchObject({
      context: { status },
      hint: expect.stringMatching(/key/),
    });
  });
});

describe('a balance', () => {
  const AMOUNTS = [0n, 2n ** 53n - 1n, 2n ** 53n + 1n, 12_345_678_901_234_567n, 2n ** 64n - 1n];

  test.each(AMOUNTS)('of %i lamports is read digit by digit', async (amount) => {
    for (const space of ['', ' ', '\n  ']) {
      const context = '{"slot":1}';
      const text = `{"jsonrpc":"2.0","id":1,"result":{"context":${context},"value":${space}${amount}${space}}}`;
      node.react = () => ({ text });
      expect(await fetchNode(node.url).lamports(OTHER)).toBe(amount);
      expect(await openRpcNode(node.url).lamports(OTHER)).toBe(amount);
    }
  });

  test.each(['-1', '1.5', '1e20', '18446744073709551616', '123456789012345678901', '01234567890123456', '"5"', 'null'])(
    '%s is none',
    async (value) => {
      node.react = () => ({ text: `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":${value}}}` });
      await expect(fetchNode(node.url).lamports(OTHER)).rejects.toMatchObject({ number: expect.any(Number) });
    },
  );
});

describe('a subscription', () => {
  const find = () => withoutPauses(() => rpcSubscriptionChain(fetchNode(node.url)).find(ONE));

  test('that failed is known to have failed, from a node without metadata', async () => {
    node.react = (method) =>
      method === 'getTransaction' ? { result: { ...LANDED, meta: null } } : { result: valued([confirmed(FAILED)]) };
    expect(await find()).toEqual({ status: 'failed' });
  });

  test('whose outcome the node does not know is no failure', async () => {
    node.react = (method) =>
      method === 'getTransaction' ? { result: { ...LANDED, meta: null } } : { result: valued([null]) };
    await expect(find()).rejects.toMatchObject({ number: 7068 });
  });

  test('of a later version is refused by name', async () => {
    node.react = () => ({ error: { code: -32_015, message: 'Transaction version (2) is not supported' } });
    await expect(find()).rejects.toMatchObject({ name: 'UnknownTransactionVersion' });
  });
});
