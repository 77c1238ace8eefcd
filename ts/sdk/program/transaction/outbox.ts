import { REQUEST_ABORTED } from '../../error/codes/api.js';
import { TRANSACTION_NOT_LANDED } from '../../error/codes/library.js';
import { TRANSACTION_NOT_KNOWN } from '../../error/codes/operation.js';
import { fail } from '../../error/linesmanError.js';
import { checkOptions, deliberate, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { invariant } from '../../format/invariant.js';
import { AMOUNT, BOOLEAN, FUNCTION, integerOf, LIST, OBJECT, oneOf, SIGNAL } from '../../format/optionKinds.js';
import type { Chain } from '../chain.js';
import type { Instruction } from '../instruction/instruction.js';
import type { Signer } from '../keyPair.js';
import type { ProgramIds } from '../programId.js';
import type { OutboxChain, RecentBlockhash, TransactionStatus } from '../sendingChain.js';
import { untilAborted } from '../untilAborted.js';
import { type BuiltTransaction, buildTransaction } from './build.js';
import { type TransactionVersion, VERSION } from './compileFor.js';
import type { LookupTable } from './message.js';
import { passedSince } from './passedSince.js';
import { buildPatiently, POLL, SEND_ATTEMPTS } from './passingFailure.js';
import { failureOf, MAX_POLLS, RESEND, type SentTransaction } from './send.js';
import { Slots, type Turn } from './slots.js';
import { signatureOf, signTransaction, type Transaction } from './transaction.js';

/** How long a blockhash is handed out before a newer one is requested, ms. */
const BLOCKHASH_AGE = 1_000;
/** How long it is handed out if no newer one arrives, ms. */
const OLDEST_BLOCKHASH = 10_000;
/** The maximum number of unanswered status requests to a slow node. */
const MAX_UNANSWERED = 4;
const IN_FLIGHT = 64;

export interface OutboxTimers {
  /** ms since any fixed moment. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

export interface OutboxOptions {
  readonly chain: OutboxChain;
  readonly programs: ProgramIds;
  readonly payer: Signer;
  readonly timers: OutboxTimers;
  /** The most transactions in flight at once, from their simulation to their outcome. Default 64. */
  readonly inFlight?: number;
  /**
   * The maximum number of submissions that the node has not answered yet. A node that is slow to accept transactions
   * would otherwise be too busy to answer anything else. Default: all.
   */
  readonly unanswered?: number;
  /** Called when the number of transactions in flight changes. */
  readonly onInFlight?: (count: number) => void;
}

export interface OutboxParameters {
  readonly instructions: readonly Instruction[];
  /** Signers besides the payer. */
  readonly signers?: readonly Signer[];
  /** Lookup tables that may be used where they save bytes. */
  readonly lookupTables?: readonly LookupTable[];
  /** Priority fee in micro-lamports per compute unit. Default 0. */
  readonly microLamportsPerUnit?: bigint;
  /** As in `buildTransaction`. Default false. */
  readonly withoutBudget?: boolean;
  /** As in `buildTransaction`. Default `auto`. */
  readonly version?: TransactionVersion | 'auto';
  /** Whether it waits for a place behind all `urgent` ones. Default `urgent`. */
  readonly turn?: Turn;
  /** As in `sendTransaction`. Default 5. */
  readonly attempts?: number;
  /** Called with each transaction before it is submitted; `false` withholds it. */
  readonly beforeSend?: (built: BuiltTransaction) => boolean;
  /** Called when a blockhash has expired. */
  readonly onExpired?: () => void;
  /**
   * Stops waiting, whatever the chain does. The promise then rejects with TRANSACTION_NOT_KNOWN if something was
   * submitted, otherwise with REQUEST_ABORTED.
   */
  readonly signal?: AbortSignal | undefined;
}

const OPTIONS: OptionRules<OutboxOptions> = {
  chain: required(OBJECT),
  programs: required(OBJECT),
  payer: required(OBJECT),
  timers: required(OBJECT),
  // If the limit got lost, more would be in flight than the caller allows.
  inFlight: deliberate(integerOf(1)),
  unanswered: deliberate(integerOf(1)),
  onInFlight: optional(FUNCTION),
};

const GIVEN: OptionRules<OutboxParameters> = {
  instructions: required(LIST),
  signers: optional(LIST),
  lookupTables: optional(LIST),
  microLamportsPerUnit: optional(AMOUNT),
  withoutBudget: optional(BOOLEAN),
  version: optional(VERSION),
  turn: optional(oneOf('urgent', 'later')),
  attempts: optional(integerOf(1)),
  // If this option got lost, a transaction meant to be withheld would be sent.
  beforeSend: deliberate(FUNCTION),
  onExpired: optional(FUNCTION),
  signal: optional(SIGNAL),
};

/** A submitted transaction whose outcome is not known yet. */
interface Pending extends RecentBlockhash {
  readonly transaction: Transaction;
  readonly signature: string;
  /** Settles the promise of its sender: `null` when it can no longer land. */
  readonly tell: (outcome: TransactionStatus | 'stuck') => void;
  polls: number;
  /** Whether a submission has not been answered yet. */
  isSubmitting: boolean;
}

/**
 * Sends many transactions at once, by the rules of `sendTransaction`: each is simulated, signed, submitted until it
 * lands, and built again only when its blockhash has expired and it has not landed. All of them share a blockhash for
 * a second, and one request for their statuses every half second.
 *
 * It does not keep an order. A caller that needs one waits for the first transaction, then sends the second. Two equal
 * transactions both land: the second waits for another blockhash, because the chain would otherwise take it for the
 * first.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the options.
 *
 * @example
 * ```ts
 * import { type Instruction, LOCALNET_PROGRAM_IDS, Outbox, type OutboxOptions } from '@linesman/sdk/program';
 *
 * declare const { chain, payer }: OutboxOptions;
 * declare const transactions: readonly (readonly Instruction[])[];
 * const timers = { now: Date.now, sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) };
 * const outbox = new Outbox({ chain, programs: LOCALNET_PROGRAM_IDS, payer, timers, inFlight: 100 });
 * const outcomes = await Promise.allSettled(transactions.map((instructions) => outbox.send({ instructions })));
 * ```
 */
export class Outbox {
  private readonly slots: Slots;
  private readonly most: number;
  private readonly submissions: Slots;
  private readonly pending = new Map<string, Pending>();
  /** Signatures by blockhash, for as long as a transaction with it can land. */
  private readonly used = new Map<string, { readonly signatures: Set<string>; readonly lastValid: number }>();
  private current: RecentBlockhash | null = null;
  private asked: Promise<RecentBlockhash> | null = null;
  private askedAt = Number.NEGATIVE_INFINITY;
  /** The greatest known block height. */
  private height = Number.NEGATIVE_INFINITY;
  /** Status requests without an answer yet. */
  private unanswered = 0;
  private inFlight = 0;
  private isPolling = false;

  constructor(private readonly options: OutboxOptions) {
    checkOptions('Outbox', options, OPTIONS);
    const { inFlight = IN_FLIGHT, unanswered = inFlight } = options;
    this.slots = new Slots(inFlight);
    this.most = inFlight;
    this.submissions = new Slots(unanswered);
  }

  /**
   * Sends a transaction, and resolves when it has landed. Errors: as `sendTransaction`.
   *
   * @example
   * ```ts
   * import { type Instruction, type Outbox } from '@linesman/sdk/program';
   *
   * declare const outbox: Outbox;
   * declare const instructions: readonly Instruction[];
   * const { signature } = await outbox.send({ instructions, microLamportsPerUnit: 1_000n });
   * ```
   */
  async send(parameters: OutboxParameters): Promise<SentTransaction> {
    checkOptions('Outbox.send', parameters, GIVEN);
    const { turn = 'urgent', signal } = parameters;
    if (signal?.aborted) return fail(REQUEST_ABORTED);
    const giveBack = await this.slots.take(turn, signal).catch(() => fail(REQUEST_ABORTED));
    this.count(1);
    try {
      return await this.untilLanded(parameters);
    } finally {
      giveBack();
      this.count(-1);
    }
  }

  private async untilLanded(parameters: OutboxParameters): Promise<SentTransaction> {
    const { programs, payer, timers } = this.options;
    const { signers = [], attempts = SEND_ATTEMPTS, signal, beforeSend, onExpired } = parameters;
    for (let attempt = 1; attempt <= attempts; ) {
      const build = async () => {
        const blockhash = await this.blockhash();
        return { blockhash, built: await this.build(parameters, blockhash) };
      };
      const { blockhash, built } = await buildPatiently(build, { sleep: timers.sleep, attempts, signal });
      if (beforeSend?.(built) === false) return { ...built, signature: null };
      const transaction = signTransaction(built.transaction, [payer, ...signers]);
      const signature = signatureOf(transaction);
      if (!this.isNew(signature, blockhash)) {
        await untilAborted(() => this.anotherBlockhash(blockhash), signal);
        continue;
      }
      const outcome = await this.outcome(transaction, signature, blockhash, signal);
      if (outcome === 'stuck') return fail(TRANSACTION_NOT_KNOWN, { signature });
      if (outcome !== null) {
        if (outcome.error === null) return { ...built, transaction, signature };
        throw failureOf(outcome, transaction, programs);
      }
      onExpired?.();
      attempt++;
    }
    return fail(TRANSACTION_NOT_LANDED, { attempts });
  }

  private build(parameters: OutboxParameters, { blockhash }: RecentBlockhash): Promise<BuiltTransaction> {
    const { chain, programs, payer } = this.options;
    const { instructions, lookupTables = [], microLamportsPerUnit = 0n, withoutBudget = false } = parameters;
    const { version = 'auto' } = parameters;
    const withIt: Chain = {
      latestBlockhash: async () => blockhash,
      simulate: (transaction) => chain.simulate(transaction),
      account: (address) => chain.account(address),
      takesVersion1: async () => (await chain.takesVersion1?.()) ?? false,
    };
    const how = { lookupTables, microLamportsPerUnit, withoutBudget, version };
    return buildTransaction({ chain: withIt, programs, payer: payer.address, instructions, ...how });
  }

  /** Submits it, and resolves with its status; `null` once it can no longer land, `stuck` when nothing is known. */
  private async outcome(
    transaction: Transaction,
    signature: string,
    blockhash: RecentBlockhash,
    signal: AbortSignal | undefined,
  ): Promise<TransactionStatus | 'stuck'> {
    // Two senders of one signature would each take the other's outcome for their own.
    invariant(!this.pending.has(signature), 'a transaction in flight is submitted once');
    try {
      return await untilAborted(
        () =>
          new Promise<TransactionStatus | 'stuck'>((tell) => {
            const one = { transaction, signature, tell, polls: 0, isSubmitting: false, ...blockhash };
            this.pending.set(signature, one);
            void this.submit(one);
            void this.poll();
          }),
        signal,
      );
    } catch (error) {
      if (!signal?.aborted) throw error;
      return fail(TRANSACTION_NOT_KNOWN, { signature });
    } finally {
      this.pending.delete(signature);
    }
  }

  /** A request that fails or times out says nothing about the transaction. */
  private async submit(one: Pending): Promise<void> {
    if (one.isSubmitting) return;
    one.isSubmitting = true;
    const giveBack = await this.submissions.take('urgent', undefined);
    try {
      // Its sender may have stopped waiting in the meantime.
      if (this.pending.get(one.signature) === one) await this.options.chain.send(one.transaction);
    } catch {
    } finally {
      giveBack();
      one.isSubmitting = false;
    }
  }

  /**
   * Requests the statuses of all pending transactions, as long as there are any. A late answer does not delay the next
   * request.
   */
  private async poll(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      while (this.pending.size > 0) {
        await this.options.timers.sleep(POLL);
        // All senders may have stopped waiting.
        if (this.pending.size > 0 && this.unanswered < MAX_UNANSWERED) void this.look();
      }
    } finally {
      this.isPolling = false;
    }
  }

  private async look(): Promise<void> {
    const { chain } = this.options;
    const asked = [...this.pending.values()];
    // The height must be read before the statuses. A transaction that has not landed by then, and is past its last
    // height, never will.
    const { height } = this;
    this.unanswered++;
    const [found, later] = await Promise.all([
      chain.statuses(asked.map(({ signature }) => signature)).catch(() => null),
      chain.blockHeight().catch(() => Number.NEGATIVE_INFINITY),
    ]);
    this.unanswered--;
    this.height = Math.max(height, this.height, later);
    for (const [blockhash, { lastValid }] of this.used) if (lastValid < height) this.used.delete(blockhash);
    await Promise.all(asked.map((one, i) => this.consider(one, found === null ? undefined : found[i], height)));
  }

  /** @param found `undefined`: no answer. */
  private async consider(one: Pending, found: TransactionStatus | undefined, height: number): Promise<void> {
    if (found) return one.tell(found);
    if (found === null && one.lastValidBlockHeight < height) {
      // `statuses` may have forgotten it. Without an answer here, nothing is known.
      const last = await this.options.chain.status(one.signature).catch(() => undefined);
      if (last !== undefined) return one.tell(last);
    }
    // Nothing can be known before the node has answered.
    if (one.isSubmitting) return;
    one.polls++;
    if (one.polls >= MAX_POLLS) one.tell('stuck');
    else if (one.polls % RESEND === 0) void this.submit(one);
  }

  /** All transactions within a second share a blockhash. Until a newer one arrives, the previous one is still used. */
  private async blockhash(): Promise<RecentBlockhash> {
    const { timers } = this.options;
    const age = passedSince(this.askedAt, timers.now());
    if (this.asked === null && age >= BLOCKHASH_AGE) this.askBlockhash();
    if (this.current && age < OLDEST_BLOCKHASH && this.current.lastValidBlockHeight > this.height) return this.current;
    return await (this.asked ?? this.askBlockhash());
  }

  private askBlockhash(): Promise<RecentBlockhash> {
    const { chain, timers } = this.options;
    this.askedAt = timers.now();
    const asked = chain.recentBlockhash().finally(() => {
      this.asked = null;
    });
    this.asked = asked;
    asked.then(
      (found) => {
        this.current = found;
      },
      () => {
        // The next transaction that needs one requests it again.
        this.askedAt = Number.NEGATIVE_INFINITY;
      },
    );
    return asked;
  }

  private async anotherBlockhash({ blockhash }: RecentBlockhash): Promise<void> {
    for (let poll = 0; poll < MAX_POLLS; poll++) {
      if ((await this.blockhash()).blockhash !== blockhash) return;
      await this.options.timers.sleep(POLL);
    }
    fail(TRANSACTION_NOT_LANDED, { attempts: MAX_POLLS });
  }

  private isNew(signature: string, { blockhash, lastValidBlockHeight }: RecentBlockhash): boolean {
    const { signatures } = this.used.get(blockhash) ?? { signatures: new Set() };
    if (signatures.has(signature)) return false;
    this.used.set(blockhash, { signatures: signatures.add(signature), lastValid: lastValidBlockHeight });
    return true;
  }

  private count(change: 1 | -1): void {
    this.inFlight += change;
    invariant(this.inFlight >= 0 && this.inFlight <= this.most, `at most ${this.most} transactions are in flight`);
    this.options.onInFlight?.(this.inFlight);
  }
}
