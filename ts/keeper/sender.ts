import { isError, LinesmanError, REQUEST_ABORTED, TRANSACTION_NOT_KNOWN } from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/format';
import {
  type Address,
  type BuiltTransaction,
  type Instruction,
  isWritable,
  type KeyPair,
  type LookupTable,
  marketsPerTransaction,
  type Outbox,
  type ProgramAccount,
  type TransactionVersion,
} from '@linesman/sdk/program';
import type { ChainFailures } from './chainFailures.js';
import type { DailyBudget, Spending } from './dailyBudget.js';
import type { KeeperOptions } from './keeperOptions.js';
import type { LamportLimit } from './lamportLimit.js';
import type { Action, ActionOutcome } from './metrics.js';
import { currentFee } from './priorityFee.js';
import { named, type Reporter, type Subject } from './reporter.js';
import { type TransactionCost, transactionCost } from './transactionCost.js';

/** The log line of one account in a transaction that serves several. */
export interface LogLine {
  readonly event: string;
  readonly subject: Subject;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface Sending {
  readonly action: Action;
  readonly subject: Subject;
  /**
   * The accounts that the decision was based on. If one of them has changed, a failure means that another sender was
   * faster.
   */
  readonly seen: readonly ProgramAccount[];
  readonly instructions: readonly Instruction[];
  /** Added to the log line. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Logged instead of the action, one line each. */
  readonly lines?: readonly LogLine[];
  /** Rent that the payer deposits, lamports. */
  readonly rent?: bigint;
  /** Called once the rent is paid, or may have been. */
  readonly onSpent?: () => void;
  /** Signers besides the payer. */
  readonly signers?: readonly KeyPair[];
  /** The limit on lamports already counts it. */
  readonly isPaid?: boolean;
  /** The part of the budget for fees that is reserved for it. */
  readonly feeFrom?: Spending | null;
  /** It returns more than its fee, so the budget counts the fee, but does not delay it. */
  readonly isReturning?: boolean;
  /** Whether others go first. Default `urgent`. */
  readonly turn?: 'urgent' | 'later';
  /** Failures are not reported, because the action is then tried in another way. */
  readonly isTry?: boolean;
}

const HOPELESS = 'Left to others, until the account changes: it has failed on chain three times.';

/** The accounts that a failure is counted for; for one that does not exist yet, its address. */
const countedFor = ({ subject: { address }, seen }: Pick<Sending, 'subject' | 'seen'>): readonly ProgramAccount[] =>
  seen.length > 0 ? seen : [{ address, data: new Uint8Array() }];

/** Sends the keeper's transactions in one round, and logs and counts their outcomes. */
export class Sender {
  /** Transactions that landed, or in a dry run would have been sent. */
  sent = 0;

  constructor(
    /** The options, with the chain of the round. */
    readonly options: KeeperOptions,
    private readonly reporter: Reporter,
    private readonly outbox: Outbox,
    readonly lamports: LamportLimit,
    /** The budget for fees. */
    readonly fees: DailyBudget,
    private readonly chainFailures: ChainFailures,
    /** Lookup tables that transactions may use. */
    readonly lookupTables: readonly LookupTable[],
    /** The version of transactions: 1 if the chain accepts it. */
    readonly version: TransactionVersion,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Sends one transaction. */
  async act(sending: Sending): Promise<ActionOutcome> {
    const { action, subject, instructions, fields = {}, signers = [], turn = 'urgent', isTry = false } = sending;
    const { metrics, log, dryRun } = this.options;
    const about = { ...named(subject), ...fields };
    if (this.leaves(sending)) return 'left';
    let release = (): void => {};
    // The fee of what was submitted last, as long as that may land.
    const submitted: { fee: Spending | null; isShort: boolean } = { fee: null, isShort: false };
    try {
      const microLamportsPerUnit = await this.fee(instructions);
      if (!sending.isPaid) release = await this.lamports.hold(this.cost(sending, microLamportsPerUnit), this.signal);
      const { signature, size, computeUnitLimit } = await this.outbox.send({
        instructions,
        signers,
        lookupTables: this.lookupTables,
        version: this.version === 1 ? 'auto' : 0,
        microLamportsPerUnit,
        turn,
        signal: this.signal,
        beforeSend: (built: BuiltTransaction) => {
          const units = built.computeUnitLimit;
          // It is built again, without being sent, when an equal one has the same blockhash.
          submitted.fee?.release();
          if (!dryRun) submitted.fee = this.take(this.cost({ instructions, units }, microLamportsPerUnit), sending);
          submitted.isShort = !dryRun && submitted.fee === null;
          if (submitted.isShort) return false;
          log('debug', `${dryRun ? 'would send' : 'sends'} ${action}`, { ...about, bytes: built.size });
          return !dryRun;
        },
        onExpired: () => {
          submitted.fee?.release();
          submitted.fee = null;
          metrics.expired.inc();
          log('warn', `${action}: the blockhash expired`, about);
        },
      });
      if (submitted.isShort) return this.leave(sending);
      this.sent++;
      if (!dryRun) sending.onSpent?.();
      this.tell(sending, { bytes: size, computeUnits: computeUnitLimit, microLamportsPerUnit, signature });
      return this.count(action, dryRun ? 'dry_run' : 'landed');
    } catch (error) {
      if (isError(error, TRANSACTION_NOT_KNOWN)) sending.onSpent?.();
      const outcome = await this.outcomeOf(error, sending, isTry);
      const [only, ...others] = countedFor(sending);
      const failed = submitted.fee !== null && (outcome === 'refused' || outcome === 'failed');
      // One account of a batch may have made the others fail.
      if (failed && only && others.length === 0) this.chainFailures.add(action, only);
      return this.count(action, outcome);
    } finally {
      submitted.fee?.keep();
      release();
    }
  }

  /** Whether this is not sent, which is counted and explained. */
  leaves(sending: Pick<Sending, 'action' | 'subject' | 'seen' | 'feeFrom' | 'isReturning'>): boolean {
    const { action, feeFrom, isReturning = false } = sending;
    if (this.options.dryRun) return false;
    const isHopeless = countedFor(sending).some((one) => this.chainFailures.isHopeless(action, one));
    // Without a simulation, only the smallest fee is known.
    const isShort = !feeFrom && !isReturning && this.fees.left() < this.cost({ instructions: [] }, 0n);
    if (isHopeless || isShort) this.leave(sending, isHopeless ? HOPELESS : this.usedUp);
    return isHopeless || isShort;
  }

  /** Counts and explains what the budget for fees does not allow. */
  leave({ action, subject }: Pick<Sending, 'action' | 'subject'>, why = this.usedUp): ActionOutcome {
    this.reporter.explain(subject, why, { action }, 'not sent');
    return this.count(action, 'left');
  }

  private get usedUp(): string {
    return `Not sent: the budget for fees is not enough; --pay-fees gives ${this.fees.limit} lamports a day.`;
  }

  /** Takes a fee from the budget, or from the part that was reserved; `null` if it does not suffice. */
  private take(fee: bigint, { feeFrom, isReturning = false }: Sending): Spending | null {
    if (!feeFrom && !isReturning) return this.fees.take(fee);
    const keep = (): void => (feeFrom ? feeFrom.keep(fee) : this.fees.spend(fee));
    return isReturning || (feeFrom && feeFrom.left >= fee) ? { left: fee, keep, release: () => {} } : null;
  }

  /**
   * Sends one transaction for several accounts. If it fails, sends one for each half, so that an account that cannot
   * be served does not block the rest.
   *
   * @param again Outcomes that count as a failure.
   */
  async actTogether<T>(
    all: readonly T[],
    sendingOf: (some: readonly T[]) => Sending,
    again: readonly ActionOutcome[] = ['refused', 'failed'],
  ): Promise<Map<T, ActionOutcome>> {
    // One that is left would make all others wait.
    const left = all.length === 1 ? [] : all.filter((one) => this.leaves(sendingOf([one])));
    if (left.length > 0) {
      const rest = all.filter((one) => !left.includes(one));
      const outcomes = rest.length === 0 ? [] : await this.actTogether(rest, sendingOf, again);
      return new Map([...left.map((one) => [one, 'left'] as const), ...outcomes]);
    }
    const sending = { isTry: all.length > 1, ...sendingOf(all) };
    const outcome = await this.act(sending);
    const { action, lines } = sending;
    if (outcome === 'landed' && lines) this.options.metrics.batches.observe({ action }, all.length);
    if (all.length === 1 || !again.includes(outcome)) return new Map(all.map((one) => [one, outcome]));
    const half = Math.ceil(all.length / 2);
    const halves = [all.slice(0, half), all.slice(half)];
    const outcomes = await Promise.all(halves.map((one) => this.actTogether(one, sendingOf, again)));
    return new Map(outcomes.flatMap((one) => [...one]));
  }

  /** The most that a transaction takes from the payer, as a deposit or permanently. */
  cost(
    { instructions, rent, units }: Pick<TransactionCost, 'instructions' | 'rent' | 'units'>,
    microLamportsPerUnit: bigint,
  ): bigint {
    return transactionCost({ payer: this.options.payer.address, instructions, microLamportsPerUnit, rent, units });
  }

  /**
   * A fee for computing the size of transactions, micro-lamports per compute unit. The fee itself is known only when a
   * transaction is sent, but every fee except 0 takes the same bytes.
   */
  get draftFee(): bigint {
    return this.options.priorityFee ? 1n : 0n;
  }

  /** How many of these markets fit into one transaction together with its other accounts, at least 1. */
  marketsThatFit(markets: readonly Address[], result?: Address): number {
    const { programs, payer } = this.options;
    const fitting = marketsPerTransaction({
      ...{ programs, payer: payer.address, markets, version: this.version, lookupTables: this.lookupTables },
      ...(result && { result }),
      microLamportsPerUnit: this.draftFee,
    });
    return Math.max(1, fitting);
  }

  async fee(instructions: readonly Instruction[]): Promise<bigint> {
    const { priorityFee, chain } = this.options;
    if (!priorityFee) return 0n;
    const writable = instructions.flatMap(({ accounts }) => accounts.filter(isWritable));
    return currentFee(
      priorityFee,
      chain,
      writable.map(({ address }) => address),
    );
  }

  private tell(
    { action, subject, fields, lines = [{ event: action, subject, ...(fields && { fields }) }] }: Sending,
    { signature, ...cost }: Readonly<Record<string, unknown>>,
  ): void {
    const { log, dryRun } = this.options;
    for (const one of lines) {
      this.reporter.forget(one.subject);
      const about = { ...named(one.subject), ...one.fields, ...cost, ...(signature !== null && { signature }) };
      log('info', dryRun ? `would ${one.event}` : one.event, about);
    }
  }

  private async outcomeOf(
    error: unknown,
    { action, subject, seen, fields = {} }: Sending,
    isTry: boolean,
  ): Promise<ActionOutcome> {
    const { log } = this.options;
    const about = { ...named(subject), ...fields };
    if (this.signal?.aborted) {
      if (!isError(error, TRANSACTION_NOT_KNOWN)) return 'stopped';
      const { signature } = error.context;
      log('warn', `${action}: stopped before its outcome was known`, { ...about, signature });
      return 'unknown';
    }
    if (await this.haveChanged(seen)) {
      log('info', `${action}: somebody else was faster`, about);
      return 'raced';
    }
    if (isTry) log('info', `${action}: not as planned`, { ...about, message: (error as Error).message });
    else this.reporter.failed(subject, action, error);
    if (isError(error, TRANSACTION_NOT_KNOWN)) return 'unknown';
    if (isError(error, REQUEST_ABORTED)) return 'stopped';
    return error instanceof LinesmanError && error.isOfProgram ? 'refused' : 'failed';
  }

  private async haveChanged(seen: readonly ProgramAccount[]): Promise<boolean> {
    try {
      const now = await this.options.chain.accounts(seen.map(({ address }) => address));
      return seen.some(({ data }, i) => {
        const account = now[i];
        return !account || !equalBytes(account.data.subarray(0, data.length), data);
      });
    } catch {
      return false;
    }
  }

  private count(action: Action, outcome: ActionOutcome): ActionOutcome {
    this.options.metrics.transactions.inc({ action, outcome });
    return outcome;
  }
}
