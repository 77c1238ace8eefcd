import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { LinesmanError } from '../error/index.js';
import {
  type BufferedForm,
  type BuiltTransaction,
  cheapestForm,
  fetchAccount,
  finaliseInstruction,
  type Market,
  marketAccount,
  type ProgramIds,
  voidInstruction,
} from '../program/index.js';
import { chainTime } from './chainTime.js';
import { Clearing } from './clearing.js';
import { findProof, type ProofSearch } from './findProof.js';
import type { FoundAccount, KeeperChain } from './keeperChain.js';
import type { Log } from './log.js';
import { type ListedMarket, listMarkets, MARKET_FILTER } from './marketList.js';
import type { Action, ActionOutcome, KeeperMetrics } from './metrics.js';
import { nextStep, type Step } from './nextStep.js';
import { isTransient, type NoProofReason } from './noProof.js';
import { currentFee, type PriorityFee } from './priorityFee.js';
import type { ProofSource } from './proofSource.js';
import { RecordCache } from './recordCache.js';
import { sendTransaction } from './sendTransaction.js';
import type { Timers } from './timers.js';

/** Steps of one market in one round: settle, finalise (window 0 does both), clear. */
const MOST_STEPS = 4;
/** ms between two rounds, at least. */
const SHORTEST_PAUSE = 1_000;
const FIRST_BACKOFF = 5_000;
const LONGEST_BACKOFF = 600_000;

export interface KeeperOptions {
  readonly chain: KeeperChain;
  readonly programs: ProgramIds;
  readonly source: ProofSource;
  /** Pays for the transactions; nothing else is signed with it. */
  readonly payer: Keypair;
  readonly timers: Timers;
  readonly log: Log;
  readonly metrics: KeeperMetrics;
  /** Only these markets. */
  readonly markets?: readonly PublicKey[];
  /** Only markets that trust one of these oracle programs. */
  readonly oracles?: readonly PublicKey[];
  readonly priorityFee?: PriorityFee;
  /** Pays everybody's positions once a market is decided. */
  readonly claim?: boolean;
  /** Says what would be sent, and sends nothing. */
  readonly dryRun?: boolean;
  /** ms between two rounds, at most. Default 30,000. */
  readonly interval?: number;
  /**
   * Seconds by which a finalisation or a void is put off while the service fails to say whether there is a (better) proof.
   * Default 900.
   */
  readonly patience?: number;
}

export interface Round {
  readonly markets: number;
  /** Transactions that landed, or would have been sent. */
  readonly sent: number;
  readonly failures: number;
  /** Time of the chain's clock (s) at which something can be done that cannot be done now. */
  readonly wakeAt: number | null;
}

/**
 * Looks after markets: settles them, corrects proposals, makes them final, voids what nobody could settle, pays. What it does follows
 * from the chain and the service alone: there is nothing to keep between two runs, and several keepers may run at once, for the program
 * refuses whatever comes second.
 */
export class Keeper {
  private readonly records: RecordCache;
  /** What was last said of each market, so that it is said once. */
  private readonly said = new Map<string, string>();
  private readonly backoff = new Map<string, { failures: number; until: number }>();
  private sent = 0;
  private failures = 0;

  constructor(private readonly options: KeeperOptions) {
    this.records = new RecordCache(options.source);
  }

  /** Rounds until the signal is aborted; a transaction in flight is seen through. */
  async run(signal: AbortSignal): Promise<void> {
    const { chain, programs, timers, log, interval = 30_000 } = this.options;
    let changed = false;
    let wake = (): void => {};
    const unwatch = chain.watch(programs.settlement, [MARKET_FILTER], () => {
      changed = true;
      wake();
    });
    try {
      while (!signal.aborted) {
        changed = false;
        const pause = await this.roundAndPause(interval, signal);
        if (signal.aborted) break;
        const waker = new AbortController();
        wake = () => waker.abort();
        await timers.sleep(SHORTEST_PAUSE, signal);
        // Set by the callback meanwhile, which the compiler does not see.
        if (!(changed as boolean)) await timers.sleep(pause - SHORTEST_PAUSE, AbortSignal.any([signal, waker.signal]));
      }
    } finally {
      unwatch();
      log('info', 'stopped');
    }
  }

  /** One look at every market. Errors: those of the chain when not even the markets can be listed. */
  async round(signal?: AbortSignal): Promise<Round> {
    const { chain, programs, metrics, timers, markets, oracles, payer } = this.options;
    const started = timers.now();
    this.sent = 0;
    this.failures = 0;
    this.records.startRound();
    const listed = await listMarkets({
      chain,
      programs,
      ...(markets && { markets }),
      ...(oracles && { oracles }),
      onUnusable: (address, error) => this.failed(address, 'market', error),
    });
    metrics.markets.reset();
    for (const { market } of listed) metrics.markets.inc({ state: market.state });
    const wakeTimes: number[] = [];
    for (const one of listed) {
      if (signal?.aborted) break;
      const wakeAt = await this.tendSafely(one, signal);
      if (wakeAt !== null) wakeTimes.push(wakeAt);
    }
    metrics.balance.set(await chain.lamports(payer.publicKey));
    metrics.rounds.observe((timers.now() - started) / 1000);
    metrics.lastRound.set(timers.now() / 1000);
    return {
      markets: listed.length,
      sent: this.sent,
      failures: this.failures,
      wakeAt: wakeTimes.length > 0 ? Math.min(...wakeTimes) : null,
    };
  }

  /** A round whose failure is logged and counted; `null` when it failed. */
  async safeRound(signal?: AbortSignal): Promise<Round | null> {
    try {
      return await this.round(signal);
    } catch (error) {
      this.report('round failed', error);
      return null;
    }
  }

  /** ms until the next round. */
  private async roundAndPause(interval: number, signal: AbortSignal): Promise<number> {
    const round = await this.safeRound(signal);
    if (round === null || round.wakeAt === null) return interval;
    const now = await chainTime(this.options.chain).catch(() => Number.NEGATIVE_INFINITY);
    return Math.min(interval, Math.max(SHORTEST_PAUSE, (round.wakeAt - now) * 1000));
  }

  /** One market's trouble is not another's. */
  private async tendSafely({ address, market }: ListedMarket, signal?: AbortSignal): Promise<number | null> {
    const key = address.toBase58();
    const before = this.failures;
    const held = this.backoff.get(key);
    if (held && this.options.timers.now() < held.until) return null;
    try {
      return await this.tend(address, market, signal);
    } catch (error) {
      this.failed(address, 'market', error);
      return null;
    } finally {
      if (this.failures === before) this.backoff.delete(key);
      else {
        const failures = (held?.failures ?? 0) + 1;
        const delay = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (failures - 1));
        this.backoff.set(key, { failures, until: this.options.timers.now() + delay });
      }
    }
  }

  private async tend(address: PublicKey, listed: Market, signal?: AbortSignal): Promise<number | null> {
    const { chain, programs } = this.options;
    let market = listed;
    for (let steps = 0; steps < MOST_STEPS && !signal?.aborted; steps++) {
      const now = await chainTime(chain);
      const step = nextStep(market, now);
      if (step.kind === 'wait') {
        this.say(address, `waits until ${time(step.until)}`);
        return step.until;
      }
      if (step.kind === 'clear') {
        await this.clear(address, market, signal);
        return null;
      }
      const outcome = await this.prove(address, market, step, now);
      if (outcome !== 'landed' && outcome !== 'raced') return step.due > now ? step.due : null;
      market = await fetchAccount(chain, marketAccount, address, programs.settlement);
    }
    return null;
  }

  /** Settles or corrects, if there is a proof for it; else finalises or voids, if it is time. */
  private async prove(
    address: PublicKey,
    market: Market,
    step: Extract<Step, { kind: 'prove' }>,
    now: number,
  ): Promise<ActionOutcome | null> {
    const { chain, programs, payer, priorityFee, patience = 900 } = this.options;
    const { terms, proposal, state } = market;
    const seen = { address, data: marketAccount.encode(market) };
    const standing = state === 'Proposed' && !proposal.void ? proposal : undefined;
    const search = await findProof({ terms, source: this.records, chain, ...(standing && { standing }) });
    if (search.found) {
      const { proof, witness, outcome, orderKey } = search.settlement;
      const form = cheapestForm({
        programs,
        market: address,
        terms,
        proof,
        ...(witness && { witness }),
        payer: payer.publicKey,
        // What it will be is known only when it is sent; any but 0 has the same size.
        microLamportsPerUnit: priorityFee ? 1n : 0n,
      });
      if (form.form === 'buffer') throw needsBuffer(form);
      const { instructions } = form;
      const { version } = proof;
      const fields = { seq: search.seq, outcome, orderKey, version, form: form.form, witness: witness?.stat.key };
      return await this.act(state === 'Open' ? 'settle' : 'correct', address, seen, instructions, fields);
    }
    const putOff = step.otherwise !== null && isTransient(search.reason) && now < step.due + patience;
    this.sayNoProof(address, search, putOff ? `${step.otherwise} put off` : undefined);
    if (step.otherwise === null || putOff) return null;
    const instruction = step.otherwise === 'void' ? voidInstruction : finaliseInstruction;
    return await this.act(step.otherwise, address, seen, [instruction(programs, address)]);
  }

  private async clear(address: PublicKey, market: Market, signal?: AbortSignal): Promise<void> {
    const { chain, programs, claim, payer } = this.options;
    let now = market;
    if (claim && market.openPositions > 0n) {
      const clearing = new Clearing(chain, programs, address, market);
      for (const open of await clearing.positions()) {
        if (signal?.aborted) return;
        const { owner, outcome } = open.position;
        const instruction = await clearing.claim(open, payer.publicKey);
        await this.act('claim', address, open, [instruction], { owner: owner.toBase58(), outcome });
      }
      now = await fetchAccount(chain, marketAccount, address, programs.settlement);
    }
    const clearing = new Clearing(chain, programs, address, now);
    const seen = { address, data: marketAccount.encode(now) };
    if (await clearing.holdsFee()) await this.act('sweep', address, seen, [await clearing.sweep()]);
    else this.say(address, `${now.state}, nothing left to do`);
  }

  /** Sends one transaction. `seen`: the account on which it was decided; if it has changed, a failure is somebody else's success. */
  private async act(
    action: Action,
    address: PublicKey,
    seen: FoundAccount,
    instructions: readonly TransactionInstruction[],
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<ActionOutcome> {
    const { chain, programs, payer, timers, metrics, log, dryRun } = this.options;
    const about = { market: address.toBase58(), ...fields };
    const count = (outcome: ActionOutcome): ActionOutcome => {
      metrics.transactions.inc({ action, outcome });
      return outcome;
    };
    try {
      const fee = this.options.priorityFee;
      const writable = instructions.flatMap(({ keys }) => keys.filter((key) => key.isWritable));
      const microLamportsPerUnit = fee
        ? await currentFee(
            fee,
            chain,
            writable.map(({ pubkey }) => pubkey),
          )
        : 0n;
      const { signature, size, computeUnitLimit } = await sendTransaction({
        chain,
        programs,
        payer,
        instructions,
        timers,
        microLamportsPerUnit,
        beforeSend: (built: BuiltTransaction) => {
          log('debug', `${dryRun ? 'would send' : 'sends'} ${action}`, { ...about, bytes: built.size });
          return !dryRun;
        },
        onExpired: () => {
          metrics.expired.inc();
          log('warn', `${action}: the blockhash expired`, about);
        },
      });
      this.sent++;
      this.said.delete(address.toBase58());
      const cost = { bytes: size, computeUnits: computeUnitLimit, microLamportsPerUnit };
      log('info', dryRun ? `would ${action}` : action, { ...about, ...cost, ...(signature && { signature }) });
      return count(dryRun ? 'dry_run' : 'landed');
    } catch (error) {
      const after = await chain.account(seen.address).catch(() => seen);
      if (after === null || seen.data.some((byte, i) => byte !== after.data[i])) {
        log('info', `${action}: somebody else was faster`, about);
        return count('raced');
      }
      this.failed(address, action, error);
      return count(error instanceof LinesmanError && error.number < 7000 ? 'refused' : 'failed');
    }
  }

  private sayNoProof(address: PublicKey, search: Extract<ProofSearch, { found: false }>, and?: string): void {
    const { reason, error } = search;
    this.options.metrics.noProof.inc({ reason });
    if (reason === 'ProofRefused') {
      this.options.metrics.proofsRefused.inc({ error: error.number });
      this.options.log('error', 'proof refused by the verifier', { market: address.toBase58(), ...errorFields(error) });
    }
    if (isFailure(reason)) this.failures++;
    const what = reason === 'Confirmed' || reason === 'NotNewer' ? 'nothing to correct' : `no proof: ${reason}`;
    this.say(address, and === undefined ? what : `${what}, ${and}`, error.message);
  }

  /** Says why nothing was done, once for as long as it stays the same. */
  private say(address: PublicKey, why: string, detail?: string): void {
    const key = address.toBase58();
    if (this.said.get(key) === why) return;
    this.said.set(key, why);
    this.options.log('info', why, { market: key, ...(detail !== undefined && { detail }) });
  }

  private failed(address: PublicKey, what: string, error: unknown): void {
    this.report(`${what} failed`, error, { market: address.toBase58() });
  }

  private report(event: string, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
    this.failures++;
    this.options.metrics.errors.inc({ error: error instanceof LinesmanError ? error.number : 0 });
    this.options.log('error', event, { ...fields, ...errorFields(error) });
  }
}

/** Reasons that somebody has to look into, if they stay. */
const isFailure = (reason: NoProofReason): boolean =>
  reason === 'ServiceUnavailable' || reason === 'ServiceRefused' || reason === 'ProofRefused';

/** 7008: the proof has to be brought in several transactions. */
const needsBuffer = ({ content, candidates }: BufferedForm): LinesmanError =>
  new LinesmanError(7008, {
    message: `No transaction holds the proof; a buffer of ${content.length} bytes would.`,
    candidates,
  });

const time = (seconds: number): string => new Date(seconds * 1000).toISOString();

const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof LinesmanError
    ? { error: error.number, name: error.name, message: error.message, hint: error.hint }
    : { message: error instanceof Error ? error.message : String(error) };
