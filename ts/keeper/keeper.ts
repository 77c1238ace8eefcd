import { setMaxListeners } from 'node:events';
import { isError, REQUEST_ABORTED } from '@linesman/sdk/error';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import { SIGNATURE_FEE } from '@linesman/sdk/internal/program/transaction/budget';
import { versionFor } from '@linesman/sdk/internal/program/transaction/compileFor';
import { LeastRecent } from '@linesman/sdk/node';
import { type Address, chainMoment, chainTime, findMarketEnds, Outbox, type Parlay } from '@linesman/sdk/program';
import type { ProofSearch } from '@linesman/sdk/prove';
import { Backoff } from './backoff.js';
import { ChainFailures } from './chainFailures.js';
import { DailyBudget } from './dailyBudget.js';
import { Executor, type ResultSearches } from './executor.js';
import { Finalising } from './finalising.js';
import { checkKeeperOptions, type KeeperOptions, oraclesOf, PAY_FEES, PAY_RESULTS } from './keeperOptions.js';
import { LamportLimit } from './lamportLimit.js';
import { readLookupTables } from './lookupTables.js';
import { OwnResults } from './ownResults.js';
import { partsOf } from './part.js';
import type { Accounts } from './plan.js';
import { filterOf, isStaked, listPools, type PoolOf } from './pools.js';
import { PositionList } from './positionList.js';
import { ProofBuffers } from './proofBuffers.js';
import { RecordCache } from './recordCache.js';
import { Reporter, type Subject } from './reporter.js';
import { roundChain, roundSource } from './roundChain.js';
import { Sender } from './sender.js';

/** The maximum number of remembered searches for results. */
const MAX_SEARCHES = 1_024;
/** The shortest pause between two rounds, in ms. */
const SHORTEST_PAUSE = 1_000;

export interface Round {
  readonly markets: number;
  readonly parlays: number;
  /** Transactions that landed, or in a dry run would have been sent. */
  readonly sent: number;
  readonly failures: number;
  /** The time at which the next postponed step can be done, in Unix seconds of the chain's clock. */
  readonly wakeAt: number | null;
}

/** The costs of others that the keeper may pay. */
interface Budgets {
  readonly accountBudget: DailyBudget;
  readonly resultBudget: DailyBudget;
  readonly fees: DailyBudget;
}

const budgetsOf = ({ payAccounts = 0n, payResults = PAY_RESULTS, payFees = PAY_FEES }: KeeperOptions): Budgets => ({
  accountBudget: new DailyBudget(payAccounts),
  resultBudget: new DailyBudget(payResults),
  fees: new DailyBudget(payFees),
});

/**
 * Looks after markets and parlays: settles them, corrects proposals, proposes to void matches that were called off,
 * makes proposals final, voids markets that could not be settled, and pays.
 *
 * It processes them concurrently and independently: a market whose transaction is undecided or has failed never delays
 * another.
 *
 * It needs only the chain and the service, so it keeps no state between runs. Several keepers may run at once,
 * because the program refuses the second transaction.
 *
 * @example
 * ```ts
 * import { Keeper, type KeeperOptions } from '@linesman/keeper';
 *
 * declare const options: KeeperOptions;
 * const stopping = new AbortController();
 * process.once('SIGTERM', () => stopping.abort());
 * await new Keeper(options).run(stopping.signal);
 * ```
 */
export class Keeper {
  private readonly records: RecordCache;
  private readonly outbox: Outbox;
  private readonly lamports: LamportLimit;
  private readonly buffers: ProofBuffers;
  private readonly searches: ResultSearches = new LeastRecent(MAX_SEARCHES);
  private readonly unstated = new LeastRecent<ProofSearch, string>(MAX_SEARCHES);
  private readonly budgets: Budgets;
  private readonly ownResults: OwnResults;
  private readonly backoff: Backoff;
  private readonly chainFailures = new ChainFailures();
  /** Whether the log says so since the budget for fees was last enough for a transaction. */
  private isUsedUp = false;
  /** Accounts that this or an earlier round is working on. */
  private readonly locked = new Set<Address>();
  /** The last message about each account. */
  private readonly said = new Map<string, string>();

  /** Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the options. */
  constructor(private readonly options: KeeperOptions) {
    checkKeeperOptions(options);
    const { chain, programs, payer, timers, metrics, source, inFlight } = options;
    this.records = new RecordCache(source);
    this.outbox = new Outbox({
      ...{ chain, programs, payer, timers },
      ...(inFlight !== undefined && { inFlight }),
      onInFlight: (count) => metrics.inFlight.set(count),
    });
    this.lamports = new LamportLimit(metrics, options.lamportsInFlight);
    this.buffers = new ProofBuffers(options, this.lamports);
    this.budgets = budgetsOf(options);
    this.ownResults = new OwnResults(options, this.budgets.resultBudget);
    this.backoff = new Backoff(timers.now);
  }

  /**
   * Runs rounds until the signal is aborted, and then ends at once, after logging the signature of every pending
   * transaction. A round that takes longer than the interval does not delay the next, which skips accounts that are
   * still being worked on.
   */
  run(signal: AbortSignal): Promise<void> {
    return withOwnSignal(signal, (own) => this.runRounds(own));
  }

  private async runRounds(signal: AbortSignal): Promise<void> {
    const { chain, programs, timers, log, interval = 30_000 } = this.options;
    let changed = false;
    let wake = (): void => {};
    const unwatch = chain.watch(programs.settlement, [filterOf('market')], () => {
      changed = true;
      wake();
    });
    const running = new Set<Promise<unknown>>();
    try {
      while (!signal.aborted) {
        changed = false;
        const round = this.begin(signal);
        running.add(round.ended);
        void round.ended.finally(() => running.delete(round.ended));
        await round.listed;
        const pause = await this.pauseAfter(round.ended, interval, signal);
        if (signal.aborted) break;
        const waker = new AbortController();
        wake = () => waker.abort();
        await timers.sleep(SHORTEST_PAUSE, signal);
        // The callback may have set it during the pause. The compiler cannot know that.
        if (!(changed as boolean)) await timers.sleep(pause - SHORTEST_PAUSE, AbortSignal.any([signal, waker.signal]));
      }
      await Promise.all(running);
    } finally {
      unwatch();
      log('info', 'stopped');
    }
  }

  /** Looks at every market, buffer and parlay once. Errors: those of the chain when they cannot even be listed. */
  round(signal?: AbortSignal): Promise<Round> {
    return withOwnSignal(signal, (own) => this.work(own, () => {}));
  }

  /** A round that logs and counts its failure; `null` when it failed. */
  async safeRound(signal?: AbortSignal): Promise<Round | null> {
    return withOwnSignal(signal, (own) => this.begin(own).ended);
  }

  /**
   * Begins a round. `listed` resolves once the round knows its accounts, so that another round may begin. Neither
   * promise rejects.
   */
  private begin(signal: AbortSignal | undefined) {
    let hasListed = (): void => {};
    const listed = new Promise<void>((resolve) => {
      hasListed = resolve;
    });
    const ended = this.work(signal, () => hasListed())
      .catch((error: unknown) => {
        if (!isStop(error, signal)) this.reporter().report('round failed', error);
        return null;
      })
      .finally(() => hasListed());
    return { listed, ended };
  }

  /** Waits for the end of a round, at most as long as the interval. Returns the ms until the next. */
  private async pauseAfter(ended: Promise<Round | null>, interval: number, signal: AbortSignal): Promise<number> {
    const { after = startTimer } = this.options.timers;
    let stopTimer = (): void => {};
    const isLate = new Promise<'late'>((resolve) => {
      stopTimer = after(interval, () => resolve('late'));
    });
    const round = await Promise.race([ended, isLate]);
    stopTimer();
    if (round === 'late') return SHORTEST_PAUSE;
    if (round === null || round.wakeAt === null || signal.aborted) return interval;
    const now = await chainTime(roundChain(this.options.chain, signal)).catch(() => Number.NEGATIVE_INFINITY);
    return Math.min(interval, Math.max(SHORTEST_PAUSE, (round.wakeAt - now) * 1000));
  }

  private tellBudgets(reporter: Reporter): void {
    const { fees, resultBudget: results, accountBudget: accounts } = this.budgets;
    const left = { fees: fees.left(), results: results.left(), accounts: accounts.left() };
    for (const [budget, lamports] of Object.entries(left))
      this.options.metrics.budgetLeft.set({ budget }, Number(lamports));
    if (this.options.explain) reporter.explainBudgets(left);
    const isUsedUp = left.fees < SIGNATURE_FEE;
    if (isUsedUp && !this.isUsedUp)
      this.options.log('warn', 'the fees of the day are used up', { payFees: fees.limit });
    this.isUsedUp = isUsedUp;
  }

  private reporter(): Reporter {
    const { log, metrics, explain, dryRun } = this.options;
    return new Reporter(log, metrics, this.said, !!explain || !!dryRun);
  }

  private async work(signal: AbortSignal | undefined, hasListed: () => void): Promise<Round> {
    const { metrics, timers, payer } = this.options;
    const started = timers.now();
    const reporter = this.reporter();
    const options = { ...this.options, chain: roundChain(this.options.chain, signal) };
    this.records.startRound();
    const all = await this.listMarkets(options, reporter);
    const { listed } = all;
    await this.ownResults.list(options.chain);
    if (options.explain || options.dryRun) await explainEnds(options, listed, reporter);
    const sender = await this.sender(options, reporter, signal);
    const markets = this.idle(listed);
    const parts = await this.parts(options, markets);
    const results = parts.flatMap(({ result }) => result ?? []);
    const kept = await this.buffers.startRound(
      [...listed, ...results].map(({ address }) => address),
      options.chain,
    );
    hasListed();
    const addresses = markets.map(({ address }) => address);
    const { buffers, searches, unstated, ownResults, locked, backoff } = this;
    const executor = new Executor(
      {
        ...{ options, sender, reporter, signal, kept, buffers, searches, unstated, ownResults, locked, backoff },
        // A dry run pays nothing, so a round leaves nothing behind for the next.
        ...(options.dryRun ? budgetsOf(options) : this.budgets),
        positions: new PositionList(options),
        records: roundSource(this.records, signal),
        finalising: new Finalising({ options, sender }, addresses),
      },
      listed,
    );
    await Promise.all(parts.map((part) => executor.tend(part)));
    await this.buffers.closeUnneeded(kept, sender, signal);
    // Parlays come after the markets, so that legs decided in this round count.
    const parlays = signal?.aborted ? [] : await this.listParlays(options, all, reporter);
    const own = this.idle(this.ownResults.all).map((one) => ({ ownResults: [one] }));
    await Promise.all(
      [...own, ...this.idle(parlays).map((one) => ({ parlays: [one] }))].map((one) => executor.tend(one)),
    );
    if (!signal?.aborted) metrics.balance.set(Number(await options.chain.lamports(payer.address)));
    this.tellBudgets(reporter);
    metrics.rounds.observe((timers.now() - started) / 1000);
    metrics.lastRound.set(timers.now() / 1000);
    return {
      markets: listed.length,
      parlays: parlays.length,
      sent: sender.sent,
      failures: reporter.failures,
      wakeAt: executor.wakeAt,
    };
  }

  /** The markets that are planned together, with their result unless the result has failed lately. */
  private async parts(options: KeeperOptions, markets: readonly PoolOf<'market'>[]): Promise<Accounts[]> {
    const { chain, results } = options;
    if (markets.length === 0) return [];
    return partsOf(markets, options, await chainMoment(chain)).map(({ result, ...part }) =>
      result && results !== 'never' && !this.backoff.isHeld(result.address) ? { ...part, result } : part,
    );
  }

  private async sender(options: KeeperOptions, reporter: Reporter, signal: AbortSignal | undefined): Promise<Sender> {
    const { chain, lookupTables = [], log } = options;
    const tables = await readLookupTables(chain, lookupTables, (table, error) =>
      log('warn', 'lookup table left out', { table, message: error.message }),
    );
    const version = await versionFor(chain, 'auto');
    const { outbox, lamports, budgets, chainFailures } = this;
    return new Sender(options, reporter, outbox, lamports, budgets.fees, chainFailures, tables, version, signal);
  }

  /** Those that no round is working on, and that have not failed lately. */
  private idle<T extends { readonly address: Address }>(accounts: readonly T[]): T[] {
    return accounts.filter(({ address }) => !this.locked.has(address) && !this.backoff.isHeld(address));
  }

  private async listMarkets(options: KeeperOptions, reporter: Reporter): Promise<Listed> {
    const { metrics, markets } = options;
    metrics.leftAlone.reset();
    const unusable = new Set<Address>();
    const found = await this.list(options, 'market', markets, reporter, (address) => unusable.add(address));
    const oracles = oraclesOf(options);
    const isForeign = ({ account }: PoolOf<'market'>) => oracles?.includes(account.terms.oracleProgram) === false;
    const foreign = found.filter(isForeign);
    metrics.leftAlone.inc({ kind: 'market', reason: 'oracle' }, foreign.length);
    const listed = this.staked(
      options,
      found.filter((one) => !isForeign(one)),
      reporter,
    );
    metrics.markets.reset();
    for (const { account } of listed) metrics.markets.inc({ state: account.state });
    return { listed, foreign: new Set(foreign.map(({ address }) => address)), unusable };
  }

  /** Accounts of strangers that cannot be used are no failure; chosen ones are. */
  private list<Kind extends 'market' | 'parlay'>(
    options: KeeperOptions,
    kind: Kind,
    chosen: readonly Address[] | undefined,
    reporter: Reporter,
    onUnusable: (address: Address) => void = () => {},
  ): Promise<PoolOf<Kind>[]> {
    return listPools(options, kind, chosen, (one, error) => {
      onUnusable(one.address);
      if (chosen) reporter.failed(one, kind, error);
      else this.leaveAlone(one, 'unusable', error.message, reporter);
    });
  }

  /** Those with a stake, or all if they are chosen. */
  private staked<Pool extends PoolOf<'market'> | PoolOf<'parlay'>>(
    { markets }: KeeperOptions,
    pools: readonly Pool[],
    reporter: Reporter,
  ): readonly Pool[] {
    if (markets) return pools;
    for (const one of pools) if (!isStaked(one)) this.leaveAlone(one, 'unstaked', 'nobody has staked on it.', reporter);
    return pools.filter(isStaked);
  }

  private leaveAlone(one: Subject, reason: 'unusable' | 'unstaked', why: string, reporter: Reporter): void {
    this.options.metrics.leftAlone.inc({ kind: one.kind, reason });
    reporter.explain(one, `Left alone: ${why}`, {}, 'alone');
  }

  /** When markets are chosen, only parlays with a leg among them. */
  private async listParlays(
    options: KeeperOptions,
    { listed, foreign, unusable }: Listed,
    reporter: Reporter,
  ): Promise<readonly PoolOf<'parlay'>[]> {
    const { metrics, markets } = options;
    // Chosen markets are read one by one, for nodes that do not list accounts, so parlays are listed only if there are
    // any.
    const needed = markets === undefined || listed.some(({ account }) => account.parlays > 0);
    const found = needed ? await this.list(options, 'parlay', undefined, reporter) : [];
    const chosen = new Set(listed.map(({ address }) => address));
    // The market of a leg may be closed once its result is copied.
    const isOurs = ({ account }: PoolOf<'parlay'>): boolean =>
      markets ? hasLegAmong(account, chosen) : !hasOnlyLegsAmong(account, foreign) && !hasLegAmong(account, unusable);
    const parlays = this.staked(options, found.filter(isOurs), reporter);
    metrics.parlays.reset();
    for (const { account } of parlays) metrics.parlays.inc({ state: account.state });
    return parlays;
  }
}

/** The markets of a round: those to look after, those of other oracles, and those that cannot be used. */
interface Listed {
  readonly listed: readonly PoolOf<'market'>[];
  readonly foreign: ReadonlySet<Address>;
  readonly unusable: ReadonlySet<Address>;
}

/** Whether a leg of the parlay is on one of these markets. */
const hasLegAmong = ({ terms }: Parlay, markets: ReadonlySet<Address>): boolean =>
  terms.legs.some(({ market }) => markets.has(market));

const hasOnlyLegsAmong = ({ terms }: Parlay, markets: ReadonlySet<Address>): boolean =>
  terms.legs.every(({ market }) => markets.has(market));

/** When each market becomes final, by itself or by its result. */
async function explainEnds(
  { chain, programs }: KeeperOptions,
  listed: readonly PoolOf<'market'>[],
  reporter: Reporter,
): Promise<void> {
  const ends = await findMarketEnds(
    chain,
    programs,
    listed.map(({ account }) => account),
    await chainMoment(chain),
  );
  for (const [i, { address }] of listed.entries()) {
    const { end = null, result = null } = ends[i] ?? {};
    if (end === null) continue;
    const what = end.outcome === null ? 'Void' : `Final as ${end.outcome}`;
    const who = result ? ` Who watches the market must watch its result ${result} too.` : '';
    const whose = end.of === 'market' ? 'its own proposal' : 'its result';
    const reason = `${what} from ${end.isAbout ? 'about ' : ''}${isoTime(end.at)} on, by the window of ${whose}.${who}`;
    reporter.explain({ kind: 'market', address }, reason, { ...end, ...(result && { result }) }, 'end');
  }
}

/** This is not a failure but the requested stop. */
const isStop = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && isError(error, REQUEST_ABORTED);

/**
 * Does work with a separate signal, which may have one listener for each market. Node warns of more than ten listeners
 * to a signal, which elsewhere would mean a leak. Not `AbortSignal.any`, whose result may be garbage-collected before
 * it fires.
 */
async function withOwnSignal<T>(stop: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  setMaxListeners(0, own.signal);
  const follow = (): void => own.abort(stop?.reason);
  if (stop?.aborted) follow();
  stop?.addEventListener('abort', follow, { once: true });
  try {
    return await work(own.signal);
  } finally {
    stop?.removeEventListener('abort', follow);
  }
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
