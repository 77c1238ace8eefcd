import { base58 } from '@scure/base';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { BROKEN_INVARIANT } from '../../ts/sdk/error/codes/arguments.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { OutboxChain, TransactionStatus } from '../../ts/sdk/program/sendingChain.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { Outbox, type OutboxParameters } from '../../ts/sdk/program/transaction/outbox.js';
import { signatureOf, type Transaction } from '../../ts/sdk/program/transaction/transaction.js';
import { VirtualTime } from '../helpers/virtualTime.js';

/** Block times in ms: faster than on the network today, as there, and when many validators are late. */
const BLOCKS = [200, 250, 600];
/** Blocks for which a blockhash is valid. */
const VALID = 150;
const LANDS_AFTER = 800;

const payer = KeyPair.fromSeed(new Uint8Array(32).fill(1));
const pays = (lamports: bigint) => [transferInstruction({ from: payer.address, to: payer.address, lamports })];
const never = () => new Promise<never>(() => {});

type Method = keyof OutboxChain;

/** A chain on which transactions land after 800 ms, unless their submission is lost. */
class SlowChain implements OutboxChain {
  readonly calls = new Map<Method, number>();
  /** Submissions, in order. */
  readonly submitted: { readonly signature: string; readonly at: number }[] = [];
  readonly landed = new Map<string, NonNullable<TransactionStatus>>();
  /** Whether the n-th submission, from 0, is lost. */
  loses: (submission: number, transaction: Transaction) => boolean = () => false;
  /** What else happens to a request; it arrives in any case. */
  trouble: (method: Method) => Promise<unknown> | undefined = () => undefined;
  outcome: NonNullable<TransactionStatus> = { error: null, logs: [] };
  /** Whether the node has forgotten a landed transaction. */
  forgets = false;
  /** Blocks by which the node's height lags behind. */
  lag = 0;
  /** ms from one block to the next. */
  blockTime = 250;

  constructor(readonly time: VirtualTime) {}

  get height(): number {
    return Math.floor(this.time.now() / this.blockTime);
  }

  async answer<T>(method: Method, work: () => T): Promise<T> {
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
    const result = work();
    await this.trouble(method);
    return result;
  }

  private blockhashAt = (height: number): string =>
    base58.encode(new Uint8Array(new BigUint64Array([1n, 2n, 3n, BigInt(height)]).buffer));

  latestBlockhash = () => this.answer('latestBlockhash', () => this.blockhashAt(this.height));
  recentBlockhash = () =>
    this.answer('recentBlockhash', () => ({
      blockhash: this.blockhashAt(this.height),
      lastValidBlockHeight: this.height + VALID,
    }));
  blockHeight = () => this.answer('blockHeight', () => this.height - this.lag);
  isBlockhashValid = () => this.answer('isBlockhashValid', () => true);
  account = () => this.answer('account', () => null);
  simulate: OutboxChain['simulate'] = () =>
    this.answer('simulate', () => ({ error: null, logs: [], unitsConsumed: 150, returnData: null }));
  send = (transaction: Transaction) =>
    this.answer('send', () => {
      const signature = signatureOf(transaction);
      const isLost = this.loses(this.submitted.length, transaction);
      this.submitted.push({ signature, at: this.time.now() });
      if (isLost) return;
      void this.time.sleep(LANDS_AFTER).then(() => this.landed.set(signature, this.outcome));
    });
  status = (signature: string) => this.answer('status', () => this.landed.get(signature) ?? null);
  statuses = (signatures: readonly string[]) =>
    this.answer('statuses', () => signatures.map((one) => (this.forgets ? null : (this.landed.get(one) ?? null))));

  /** Different transactions that were submitted. */
  get sent(): Set<string> {
    return new Set(this.submitted.map(({ signature }) => signature));
  }
}

let time: VirtualTime;
let chain: SlowChain;
beforeEach(() => {
  time = new VirtualTime();
  chain = new SlowChain(time);
});

const outboxOf = (options: { inFlight?: number; unanswered?: number; onInFlight?: (count: number) => void } = {}) =>
  new Outbox({ chain, programs: LOCALNET_PROGRAM_IDS, payer, timers: time, ...options });
/** Sends this number of different transactions at once. */
const sendAll = (outbox: Outbox, count: number, more: Partial<OutboxParameters> = {}) =>
  Promise.all(Array.from({ length: count }, (_, i) => outbox.send({ instructions: pays(BigInt(i + 1)), ...more })));
const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error);
const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const from = time.now();
  await time.run(work);
  return (time.now() - from) / 1_000;
};

describe('many transactions at once', () => {
  test('take as long as one, with one blockhash and one request for all statuses', async () => {
    expect(await secondsOf(() => sendAll(outboxOf({ inFlight: 300 }), 300))).toBe(1);
    expect(chain.sent.size).toBe(300);
    expect(Object.fromEntries(chain.calls)).toEqual({
      ...{ recentBlockhash: 1, simulate: 300, send: 300 },
      ...{ blockHeight: 2, statuses: 2 },
    });
  });

  test('share a blockhash for a second', async () => {
    const outbox = outboxOf({ inFlight: 1 });
    // Each takes a second.
    expect(await secondsOf(() => sendAll(outbox, 5))).toBe(5);
    expect(chain.calls.get('recentBlockhash')).toBe(5);
    chain.calls.clear();
    const bigger = outboxOf({ inFlight: 2 });
    await time.run(() => sendAll(bigger, 4));
    expect(chain.calls.get('recentBlockhash')).toBe(2);
  });

  test('share none of before the clock was set back', async () => {
    let ahead = 86_400_000;
    const timers = { ...time, now: () => time.now() + ahead };
    const early = new Outbox({ chain, programs: LOCALNET_PROGRAM_IDS, payer, timers });
    await time.run(() => early.send({ instructions: pays(1n) }));
    const { calls } = chain;
    const asked = calls.get('recentBlockhash') ?? 0;
    ahead = 0;
    await time.run(() => early.send({ instructions: pays(2n) }));
    expect(calls.get('recentBlockhash')).toBe(asked + 1);
  });

  test('stop before one takes the outcome of an equal one, if a fault lets both through', async () => {
    const outbox = outboxOf();
    vi.spyOn(outbox as unknown as { isNew(): boolean }, 'isNew').mockReturnValue(true);
    const [first, second] = await time.run(() =>
      Promise.allSettled([outbox.send({ instructions: pays(1n) }), outbox.send({ instructions: pays(1n) })]),
    );
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ status: 'rejected', reason: { number: BROKEN_INVARIANT } });
    expect(chain.submitted).toHaveLength(1);
  });

  test('stop if a fault lets more through than allowed', async () => {
    const outbox = outboxOf({ inFlight: 1 });
    const { slots } = outbox as unknown as { slots: { take(): Promise<() => void> } };
    vi.spyOn(slots, 'take').mockResolvedValue(() => {});
    const [first, second] = await time.run(() =>
      Promise.allSettled([outbox.send({ instructions: pays(1n) }), outbox.send({ instructions: pays(2n) })]),
    );
    expect(first).toMatchObject({ status: 'fulfilled' });
    expect(second).toMatchObject({ status: 'rejected', reason: { number: BROKEN_INVARIANT } });
  });

  test('are never more than allowed', async () => {
    const counts: number[] = [];
    await time.run(() => sendAll(outboxOf({ inFlight: 3, onInFlight: (count) => counts.push(count) }), 20));
    expect(Math.max(...counts)).toBe(3);
    expect(counts.at(-1)).toBe(0);
    const inTime = chain.submitted.map(({ at }) => chain.submitted.filter((one) => one.at === at).length);
    expect(Math.max(...inTime)).toBe(3);
  });

  test('are submitted only as fast as the node answers', async () => {
    let open = 0;
    let most = 0;
    const send = chain.send;
    chain.send = async (transaction) => {
      most = Math.max(most, ++open);
      await time.sleep(100);
      open--;
      await send(transaction);
    };
    await time.run(() => sendAll(outboxOf({ inFlight: 40, unanswered: 4 }), 40));
    expect([most, chain.sent.size]).toEqual([4, 40]);
    await time.run(() => sendAll(outboxOf({ inFlight: 40 }), 40, { microLamportsPerUnit: 1n }));
    expect(most).toBe(40);
  });

  test('are not submitted once nobody waits for them', async () => {
    const stop = new AbortController();
    const send = chain.send;
    chain.send = async (transaction) => {
      await time.sleep(100);
      stop.abort();
      await send(transaction);
    };
    const outbox = outboxOf({ inFlight: 3, unanswered: 1 });
    const all = await time.run(() =>
      Promise.all(
        [1n, 2n, 3n].map((lamports) => failureOf(outbox.send({ instructions: pays(lamports), signal: stop.signal }))),
      ),
    );
    expect(all).toEqual(Array(3).fill(expect.objectContaining({ number: 7143 })));
    expect(chain.submitted.length).toBe(1);
  });

  test('may go as they are: without a budget, and without a simulation', async () => {
    const [one] = await time.run(() => sendAll(outboxOf(), 1, { withoutBudget: true }));
    expect(one).toMatchObject({ unitsConsumed: 0, computeUnitLimit: 0 });
    expect(one?.transaction.message.instructions.length).toBe(1);
    expect(chain.calls.get('simulate')).toBeUndefined();
    const tooLong = { ...pays(1n)[0], data: new Uint8Array(1_200) } as Instruction;
    const sending = outboxOf().send({ instructions: [tooLong], withoutBudget: true });
    expect(await failureOf(sending)).toMatchObject({ context: { size: expect.any(Number) } });
  });

  test('that are urgent overtake those that are not', async () => {
    const outbox = outboxOf({ inFlight: 1 });
    const order: string[] = [];
    const send = (name: string, lamports: bigint, turn: 'urgent' | 'later') =>
      outbox.send({ instructions: pays(lamports), turn }).then(() => order.push(name));
    await time.run(() =>
      Promise.all([
        send('first', 1n, 'later'),
        send('claim', 2n, 'later'),
        send('sweep', 3n, 'later'),
        send('settle', 4n, 'urgent'),
      ]),
    );
    expect(order).toEqual(['first', 'settle', 'claim', 'sweep']);
  });

  test('that are equal all land: the chain must not take one for the other', async () => {
    const outbox = outboxOf();
    const send = () => outbox.send({ instructions: pays(7n) });
    const all = await time.run(() => Promise.all([send(), send(), send()]));
    expect(new Set(all.map(({ signature }) => signature)).size).toBe(3);
    expect(chain.landed.size).toBe(3);
  });

  test('fail one by one', async () => {
    chain.outcome = {
      error: { InstructionError: [0, { Custom: 6214 }] },
      logs: [
        `Program ${LOCALNET_PROGRAM_IDS.settlement} invoke [1]`,
        `Program ${LOCALNET_PROGRAM_IDS.settlement} failed: custom program error: 0x1846`,
      ],
    };
    expect(await time.run(() => failureOf(outboxOf().send({ instructions: pays(1n) })))).toMatchObject({
      number: 6214,
    });
    chain.outcome = { error: 'other', logs: [] };
    expect(await time.run(() => failureOf(outboxOf().send({ instructions: pays(2n) })))).toMatchObject({
      number: 7021,
    });
  });

  test('are withheld one by one', async () => {
    const [one] = await time.run(() => sendAll(outboxOf(), 1, { beforeSend: () => false }));
    expect([one?.signature, chain.submitted.length]).toEqual([null, 0]);
  });
});

describe.each(BLOCKS)('a transaction that is lost, at blocks of %i ms,', (blockTime) => {
  beforeEach(() => {
    chain.blockTime = blockTime;
  });

  test('on its way to the node is submitted again', async () => {
    chain.loses = (submission) => submission === 0;
    expect(await secondsOf(() => sendAll(outboxOf(), 1))).toBe(3);
    expect([chain.sent.size, chain.submitted.length]).toEqual([1, 2]);
  });

  test('for good is built again once it can no longer land', async () => {
    const lost = new Set<string>();
    let expired = 0;
    const outbox = outboxOf();
    const work = () =>
      outbox.send({
        instructions: pays(1n),
        onExpired: () => {
          expired++;
        },
        beforeSend: ({ transaction }) => {
          if (lost.size === 0) lost.add(transaction.message.blockhash);
          return true;
        },
      });
    chain.loses = (_, { message }) => lost.has(message.blockhash);
    const seconds = await secondsOf(work);
    expect(expired).toBe(1);
    expect(chain.sent.size).toBe(2);
    expect(chain.landed.size).toBe(1);
    // 151 blocks, and then another second.
    expect(seconds).toBeGreaterThanOrEqual((VALID * blockTime) / 1_000);
    expect(seconds).toBeLessThan((VALID * blockTime) / 1_000 + 3);
  });

  test('is given up after the last attempt', async () => {
    chain.loses = () => true;
    expect(await time.run(() => failureOf(outboxOf().send({ instructions: pays(1n), attempts: 2 })))).toMatchObject({
      number: 7029,
    });
    expect(chain.sent.size).toBe(2);
  });

  test('is not built again while the node lags behind', async () => {
    chain.loses = () => true;
    chain.lag = 10_000;
    expect(await time.run(() => failureOf(outboxOf().send({ instructions: pays(1n) })))).toMatchObject({
      number: 7143,
      context: { signature: [...chain.sent][0] },
    });
    expect(chain.sent.size).toBe(1);
  });

  test('is not built again when the node has only forgotten that it landed', async () => {
    chain.forgets = true;
    const { signature } = await time.run(() => outboxOf().send({ instructions: pays(1n) }));
    expect([...chain.sent]).toEqual([signature]);
    expect(chain.calls.get('status')).toBe(1);
  });

  test('is not built again as long as nobody can tell', async () => {
    chain.forgets = true;
    let refused = 0;
    chain.trouble = (method) =>
      method === 'status' && ++refused < 5 ? Promise.reject(new LinesmanError(7068)) : undefined;
    const { signature } = await time.run(() => outboxOf().send({ instructions: pays(1n) }));
    expect([...chain.sent]).toEqual([signature]);
    expect(refused).toBe(5);
  });
});

describe('a simulation at a node that lags behind', () => {
  const simulation = (error: unknown) => ({
    error,
    logs: [],
    unitsConsumed: error === null ? 150 : 0,
    returnData: null,
  });

  test('is repeated with a new blockhash, until the node has caught up', async () => {
    let left = 4;
    chain.simulate = () => chain.answer('simulate', () => simulation(left-- > 0 ? 'BlockhashNotFound' : null));
    // It is built again after 0.5, 1, 1.5 and 2 s.
    expect(await secondsOf(() => outboxOf().send({ instructions: pays(1n) }))).toBe(6);
    expect([chain.sent.size, chain.calls.get('simulate'), chain.calls.get('recentBlockhash')]).toEqual([1, 5, 4]);
  });

  test('is the reason in the end, with what to do', async () => {
    chain.simulate = () => chain.answer('simulate', () => simulation('BlockhashNotFound'));
    const error = await time.run(() => failureOf(outboxOf().send({ instructions: pays(1n), attempts: 3 })));
    expect(error).toMatchObject({ number: 7021, hint: expect.stringMatching(/try again.*another node/i) });
    expect([chain.sent.size, chain.calls.get('simulate')]).toEqual([0, 3]);
  });

  test('ends with the signal', async () => {
    chain.simulate = () =>
      chain.answer('simulate', () => simulation({ ProgramExecutionTemporarilyRestricted: { account_index: 1 } }));
    const stop = new AbortController();
    void time.sleep(700).then(() => stop.abort());
    const error = await time.run(() => failureOf(outboxOf().send({ instructions: pays(1n), signal: stop.signal })));
    expect(error).toMatchObject({ name: 'RequestAborted' });
    expect(chain.calls.get('simulate')).toBe(2);
  });
});

describe('a lost answer', () => {
  test.each<Method>(['recentBlockhash', 'simulate'])('to %s: nothing was sent', async (method) => {
    chain.trouble = (asked) => (asked === method ? Promise.reject(new LinesmanError(7068)) : undefined);
    const outbox = outboxOf({ inFlight: 1 });
    expect(await time.run(() => failureOf(outbox.send({ instructions: pays(1n) })))).toMatchObject({ number: 7068 });
    expect(chain.submitted).toEqual([]);
    // And the place is free again.
    chain.trouble = () => undefined;
    await time.run(() => sendAll(outbox, 2));
  });

  test.each<Method>(['send', 'statuses', 'blockHeight'])('to %s does not fail the transaction', async (method) => {
    let calls = 0;
    chain.trouble = (asked) => (asked === method && ++calls < 4 ? Promise.reject(new LinesmanError(7068)) : undefined);
    const { signature } = await time.run(() => outboxOf().send({ instructions: pays(1n) }));
    expect([...chain.sent]).toEqual([signature]);
  });
});

describe('a signal ends the wait', () => {
  test.each<[Method, number]>([
    ['recentBlockhash', 7090],
    ['simulate', 7090],
    ['send', 7143],
    ['statuses', 7143],
    ['blockHeight', 7143],
  ])('for a node that is silent to %s', async (method, number) => {
    // Nothing lands by itself.
    chain.loses = () => true;
    const stop = new AbortController();
    chain.trouble = (asked) => {
      if (asked !== method) return undefined;
      queueMicrotask(() => stop.abort());
      return never();
    };
    const failure = await time.run(() => failureOf(outboxOf().send({ instructions: pays(1n), signal: stop.signal })));
    expect(failure).toMatchObject({ number });
    if (number === 7143) expect(failure).toMatchObject({ context: { signature: [...chain.sent][0] } });
  });

  test('for a place, which goes to the next', async () => {
    const outbox = outboxOf({ inFlight: 1 });
    const stop = new AbortController();
    const [, aborted] = await time.run(() =>
      Promise.all([
        outbox.send({ instructions: pays(1n) }).then(() => outbox.send({ instructions: pays(3n) })),
        failureOf(outbox.send({ instructions: pays(2n), signal: stop.signal })),
        Promise.resolve().then(() => stop.abort()),
      ]),
    );
    expect(aborted).toMatchObject({ number: 7090 });
    expect(chain.sent.size).toBe(2);
  });

  test('of one transaction only', async () => {
    const outbox = outboxOf();
    const stop = new AbortController();
    chain.trouble = (method) => {
      if (method === 'send') stop.abort();
      return undefined;
    };
    const [aborted, { signature }] = await time.run(() =>
      Promise.all([
        failureOf(outbox.send({ instructions: pays(1n), signal: stop.signal })),
        outbox.send({ instructions: pays(2n) }),
      ]),
    );
    expect(aborted).toMatchObject({ number: 7143 });
    expect(chain.landed.has(signature ?? '')).toBe(true);
  });

  test('and the questions: nobody is asked about what nobody waits for', async () => {
    const stop = new AbortController();
    // Nothing lands, and it is given up once it was submitted.
    chain.loses = () => true;
    chain.trouble = (method) => {
      if (method === 'send') stop.abort();
      return undefined;
    };
    await time.run(async () => {
      await failureOf(outboxOf().send({ instructions: pays(1n), signal: stop.signal }));
      await time.sleep(5_000);
    });
    expect([chain.calls.get('send'), chain.calls.get('statuses')]).toEqual([1, undefined]);
  });

  test('that was aborted before: nothing is requested', async () => {
    const failure = await failureOf(outboxOf().send({ instructions: pays(1n), signal: AbortSignal.abort() }));
    expect(failure).toMatchObject({ number: 7090 });
    expect(chain.calls.size).toBe(0);
  });
});
