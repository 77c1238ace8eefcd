import { base58 } from '@scure/base';
import * as kit from '@solana/kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { TRANSACTION_ERRORS } from '../../ts/sdk/program/nodeAnswers.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { SendingChain } from '../../ts/sdk/program/sendingChain.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { type SendParameters, sendTransaction } from '../../ts/sdk/program/transaction/send.js';

type Method = keyof SendingChain | 'sleep';

const payer = KeyPair.fromSeed(new Uint8Array(32).fill(1));
const instructions = [transferInstruction({ from: payer.address, to: payer.address, lamports: 1n })];
const lost = () => Promise.reject(new LinesmanError(7068));
const never = () => new Promise<never>(() => {});

/** Calls of each method so far. */
let calls: Map<Method, number>;
/** Changes the answer to the n-th call of a method, counted from 1; returning nothing keeps it. */
let answers: (method: Method, call: number) => (() => Promise<unknown>) | undefined;
/** Transactions submitted to the chain. */
let sent: Set<string>;
/** The chain's status of them. */
let status: (call: number) => Awaited<ReturnType<SendingChain['status']>>;
let isValid: (call: number) => boolean;
beforeEach(() => {
  calls = new Map();
  answers = () => undefined;
  sent = new Set();
  status = () => (sent.size > 0 ? { error: null, logs: [] } : null);
  isValid = () => true;
});

async function answer<T>(method: Method, work: (call: number) => T): Promise<T> {
  const call = (calls.get(method) ?? 0) + 1;
  calls.set(method, call);
  // The request arrives in any case.
  const result = work(call);
  await answers(method, call)?.();
  return result;
}
const chain: SendingChain = {
  latestBlockhash: () => answer('latestBlockhash', (call) => base58.encode(new Uint8Array(32).fill(call))),
  simulate: () => answer('simulate', () => ({ error: null, logs: [], unitsConsumed: 150, returnData: null })),
  account: () => answer('account', () => null),
  send: (transaction) =>
    answer('send', () => {
      sent.add(base58.encode(transaction.signatures[0] ?? new Uint8Array()));
    }),
  status: () => answer('status', (call) => status(call)),
  isBlockhashValid: () => answer('isBlockhashValid', (call) => isValid(call)),
};
const send = (signal?: AbortSignal, more: Partial<SendParameters> = {}) =>
  sendTransaction({
    chain,
    programs: LOCALNET_PROGRAM_IDS,
    payer,
    instructions,
    sleep: () => answer('sleep', () => {}),
    signal,
    ...more,
  });
const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error);

describe('a lost answer', () => {
  test.each<Method>(['latestBlockhash', 'simulate'])('of %s: nothing was sent', async (method) => {
    answers = (asked) => (asked === method ? lost : undefined);
    expect(await failureOf(send())).toMatchObject({ number: 7068 });
    expect(sent.size).toBe(0);
  });

  test.each<Method>(['send', 'status', 'isBlockhashValid'])('of %s does not fail the transaction', async (method) => {
    answers = (asked, call) => (asked === method && call < 4 ? lost : undefined);
    // The validity of the blockhash must be queried.
    status = (call) => (call < 6 ? null : { error: null, logs: [] });
    const { signature } = await send();
    expect([...sent]).toEqual([signature]);
  });

  test('of the last check, when it landed just before its blockhash expired: no other one is sent', async () => {
    isValid = () => false;
    status = (call) => (call === 1 ? null : { error: null, logs: [] });
    answers = (asked, call) => (asked === 'status' && call === 2 ? lost : undefined);
    const { signature } = await send();
    expect([...sent]).toEqual([signature]);
    expect(calls.get('latestBlockhash')).toBe(1);
  });

  test('and then one that it can no longer land: another one is sent', async () => {
    isValid = (call) => call > 1;
    status = (call) => (call < 3 ? null : { error: null, logs: [] });
    await send();
    expect(sent.size).toBe(2);
  });
});

test('nobody pays for priority unless asked to', async () => {
  const { transaction } = await send();
  calls = new Map();
  expect(transaction).toEqual((await send(undefined, { microLamportsPerUnit: 0n })).transaction);
});

test('a chain that never reports the status: the transaction is not sent in another form', async () => {
  status = () => null;
  const failure = await failureOf(send());
  expect(failure).toMatchObject({ number: 7143, context: { signature: [...sent][0] } });
  expect(sent.size).toBe(1);
});

describe('a signal ends the wait', () => {
  test.each<[Method, number]>([
    ['latestBlockhash', 7090],
    ['simulate', 7090],
    ['send', 7143],
    ['status', 7143],
    ['isBlockhashValid', 7143],
    ['sleep', 7143],
  ])('for %s', async (method, number) => {
    status = () => null;
    const stop = new AbortController();
    let handed = 0;
    answers = (asked) => {
      if (asked !== method) return undefined;
      handed = sent.size;
      queueMicrotask(() => stop.abort());
      return never;
    };
    expect(await failureOf(send(stop.signal))).toMatchObject({ number });
    expect([calls.get(method), sent.size]).toEqual([1, handed]);
  });

  test('that was aborted before: nothing is requested', async () => {
    expect(await failureOf(send(AbortSignal.abort()))).toMatchObject({ number: 7090 });
    expect(calls.size).toBe(0);
  });
});

describe('every error of a simulation', () => {
  const fails = (error: unknown, times: number) =>
    vi.spyOn(chain, 'simulate').mockImplementation(() =>
      answer('simulate', (call) => {
        const isOver = call > times;
        return { error: isOver ? null : error, logs: [], unitsConsumed: isOver ? 150 : 0, returnData: null };
      }),
    );
  afterEach(() => vi.restoreAllMocks());
  /** As a node writes it. */
  const FIELDS: Readonly<Record<string, unknown>> = {
    InstructionError: [0, 'InvalidAccountData'],
    DuplicateInstruction: 1,
    InsufficientFundsForRent: { account_index: 2 },
    ProgramExecutionTemporarilyRestricted: { account_index: 3 },
  };

  test('that Kit documents is in the table', () => {
    const PREFIX = 'SOLANA_ERROR__TRANSACTION_ERROR__';
    const documented = Object.keys(kit).filter((name) => name.startsWith(PREFIX) && !name.endsWith('__UNKNOWN'));
    const ours = Object.keys(TRANSACTION_ERRORS).map((name) => name.replace(/(?<!^)[A-Z]/g, '_$&').toUpperCase());
    expect(documented.length).toBeGreaterThan(35);
    expect(documented.map((name) => name.slice(PREFIX.length)).filter((name) => !ours.includes(name))).toEqual([]);
  });

  test.each(Object.entries(TRANSACTION_ERRORS))('%s: %s', async (name, lasting) => {
    const error = name in FIELDS ? { [name]: FIELDS[name] } : name;
    fails(error, 4);
    const outcome = await send().catch((thrown: unknown) => thrown);
    if (lasting === 'final')
      expect(outcome).toMatchObject({ number: 7021, hint: expect.stringMatching(/^Read the last lines of `logs`/) });
    else expect(outcome).toMatchObject({ signature: [...sent][0] });
    expect(calls.get('simulate')).toBe(lasting === 'final' ? 1 : 5);
  });

  test.each([
    ['a new one', 'NotYetInvented'],
    ['one of a new form', { NotYetInvented: 1 }],
    ['a name of every object', 'toString'],
    ['none of a node', 7],
  ])('%s is final', async (_, error) => {
    fails(error, 4);
    await expect(send()).rejects.toMatchObject({ number: 7021 });
    expect(calls.get('simulate')).toBe(1);
  });

  test('is the error in the end', async () => {
    fails('BlockhashNotFound', 9);
    await expect(send()).rejects.toMatchObject({ number: 7021, hint: expect.stringMatching(/another node/) });
    expect([calls.get('simulate'), sent.size]).toEqual([5, 0]);
  });
});
