import { setMaxListeners } from 'node:events';
import { isError, REQUEST_ABORTED } from 'linesman/error';
import { isoTime, versionFor } from 'linesman/internal';
import { type Address, bufferIdOf, chainTime, findMarketEnds, Outbox } from 'linesman/program';
import { Backoff } from './backoff.js';
import { DailyBudget } from './dailyBudget.js';
import { Finalising } from './finalising.js';
import { checkKeeperOptions, type KeeperOptions, PAY_RESULTS } from './keeperOptions.js';
import { KeyLocks } from './keyLocks.js';
import { LamportLimit } from './lamportLimit.js';
import { readLookupTables } from './lookupTables.js';
import { MarketKeeper } from './marketKeeper.js';
import { type ListedMarket, listMarkets, MARKET_FILTER } from './marketList.js';
import { OwnResults } from './ownResults.js';
import { hasLegAmong, ParlayKeeper } from './parlayKeeper.js';
import { type ListedParlay, listParlays } from './parlayList.js';
import { PositionList } from './positionList.js';
import { ProofBuffers } from './proofBuffers.js';
import { RecordCache } from './recordCache.js';
import { Reporter, type Subject } from './reporter.js';
import { type ByResult, type ResultGroup, ResultKeeper, resultGroups, resultSearches } from './resultKeeper.js';
import { roundChain, roundSource } from './roundChain.js';
import { Sender } from './sender.js';

/** The shortest pause between two rounds, in ms. */
const SHORTEST_PAUSE = 1_000;

export interface Round {
  readonly markets: number;
  readonly parlays: number;
  /** Transactions that landed, or in a dry run would have been sent. */
  readonly sent: number;
  readonly failures: number;
  /** When something that is too early now can be done, in Unix seconds of the chain's clock. */
  readonly wakeAt: number | null;
}

/** What one round works with. */
interface RoundWork {
  readonly options: KeeperOptions;
  readonly reporter: Reporter;
  readonly sender: Sender;
  readonly signal: AbortSignal | undefined;
}

/** What the keeper may pay for others. */
interface Budgets {
  readonly accountBudget: DailyBudget;
  readonly resultBudget: DailyBudget;
}

const budgetsOf = ({ payAccounts = 0n, payResults = PAY_RESULTS }: KeeperOptions): Budgets => ({
  accountBudget: new DailyBudget(payAccounts),
  resultBudget: new DailyBudget(payResults),
});

/** The work on a result. */
interface GroupWork {
  /** The markets that it will serve. */
  readonly planned: Promise<ReadonlySet<Address>>;
  readonly done: Promise<ReadonlyMap<Address, ByResult> | null>;
}

/**
 * Looks after markets and parlays: settles them, corrects proposals, proposes to void matches that were called off,
 * makes proposals final, voids markets that nobody could settle, and pays.
 *
 * It works on all of them at once, but on each alone: a market whose transaction is not decided yet, or which has
 * failed, keeps no other waiting.
 *
 * It acts on the chain and the service alone, so it keeps no state between runs. Several keepers may run at once: the
 * program refuses whoever comes second.
 *
 * @example
 * ```ts
 * import { Keeper, type KeeperOptions } from 'linesman-keeper';
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
  private readonly searches = resultSearches();
  private readonly budgets: Budgets;
  private readonly ownResults: OwnResults;
  private readonly backoff: Backoff;
  /** Markets and parlays that a round, this one or an earlier one, is at work on. */
  private readonly locks = new KeyLocks();
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
   * Runs rounds until the signal is aborted, and then ends at once: what was submitted and not decided yet is logged
   * with its signature. A round that takes longer than the interval does not hold up the next, which leaves alone what
   * is still being worked on.
   */
  run(signal: AbortSignal): Promise<void> {
    return withOwnSignal(signal, (own) => this.runRounds(own));
  }

  private async runRounds(signal: AbortSignal): Promise<void> {
    const { chain, programs, timers, log, interval = 30_000 } = this.options;
    let changed = false;
    let wake = (): void => {};
    const unwatch = chain.watch(programs.settlement, [MARKET_FILTER], () => {
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
        // The callback may have set it during the pause, which the compiler does not see.
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

  /** Begins a round. `listed`: it knows what to do, so that another round may begin. Neither promise rejects. */
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
    const listed = await this.listMarkets(options, reporter);
    await this.ownResults.list(options.chain);
    if (options.explain || options.dryRun) await explainEnds(options, listed, reporter);
    const sender = await this.sender(options, reporter, signal);
    const round: RoundWork = { options, reporter, sender, signal };
    const markets = this.idle(listed);
    const groups = await this.groups(options, markets, reporter);
    const kept = await this.buffers.startRound(
      [...listed, ...groups].map(({ address }) => address),
      options.chain,
    );
    hasListed();
    const positions = new PositionList(options);
    const { buffers, searches } = this;
    const records = roundSource(this.records, signal);
    const addresses = markets.map(({ address }) => address);
    const finalising = new Finalising({ options, sender }, addresses);
    // A dry run pays nothing, so nothing is left of one round for the next.
    const { accountBudget, resultBudget } = options.dryRun ? budgetsOf(options) : this.budgets;
    const clearWork = { options, sender, reporter, positions, accountBudget };
    const resultKeeper = new ResultKeeper({ options, sender, reporter, buffers, records, searches, resultBudget });
    const keeper = new MarketKeeper({ ...clearWork, buffers, kept, records, finalising });
    for (const { address, market } of listed) keeper.seen.set(address, market);
    const byResult = new Map<Address, GroupWork>();
    for (const group of groups) {
      const work = this.beginGroup(round, group, resultKeeper);
      void work.done.then(() => kept.delete(bufferIdOf(group.address)));
      for (const { address } of group.markets) byResult.set(address, work);
    }
    const wakeTimes = await Promise.all(
      markets.map((one) =>
        this.safely(round, { kind: 'market', address: one.address }, async () => {
          const group = byResult.get(one.address);
          if (!(await group?.planned)?.has(one.address)) return keeper.tend(one, signal);
          finalising.pass(one.address);
          const by = (await group?.done)?.get(one.address);
          return by ? keeper.follow(one, by, signal) : keeper.tend(one, signal);
        }).finally(() => finalising.pass(one.address)),
      ),
    );
    await this.buffers.closeUnneeded(kept, sender, signal);
    await this.closeResults(round);
    // After the markets, so that legs decided in this round count.
    const parlays = signal?.aborted ? [] : await this.listParlays(options, listed, reporter);
    const parlayKeeper = new ParlayKeeper(clearWork, keeper.seen);
    await Promise.all(
      this.idle(parlays).map((one) =>
        this.safely(round, { kind: 'parlay', address: one.address }, () => parlayKeeper.tend(one, signal)),
      ),
    );
    if (!signal?.aborted) metrics.balance.set(Number(await options.chain.lamports(payer.address)));
    metrics.rounds.observe((timers.now() - started) / 1000);
    metrics.lastRound.set(timers.now() / 1000);
    const times = wakeTimes.filter((time) => time !== null && Number.isFinite(time)) as number[];
    return {
      markets: listed.length,
      parlays: parlays.length,
      sent: sender.sent,
      failures: reporter.failures,
      wakeAt: times.length > 0 ? Math.min(...times) : null,
    };
  }

  /** The markets that results can settle. */
  private async groups(
    options: KeeperOptions,
    markets: readonly ListedMarket[],
    reporter: Reporter,
  ): Promise<ResultGroup[]> {
    const { chain, programs, results = 'auto' } = options;
    if (results === 'never' || markets.length === 0) return [];
    const groups = resultGroups(markets, programs, await chainTime(chain), (address, why) =>
      reporter.explain({ kind: 'market', address }, `Not taken: ${why}.`, { form: 'result' }),
    );
    return groups.filter((group) => !this.backoff.isHeld(group.address));
  }

  private async closeResults(round: RoundWork): Promise<void> {
    if (round.signal?.aborted || this.ownResults.isEmpty) return;
    const due = this.ownResults.due(await chainTime(round.options.chain));
    await Promise.all(
      this.idle(due).map((one) =>
        this.safely(round, { kind: 'result', address: one.address }, () => this.ownResults.close(one, round.sender)),
      ),
    );
  }

  private beginGroup(round: RoundWork, group: ResultGroup, keeper: ResultKeeper): GroupWork {
    let hasPlanned = (_: ReadonlySet<Address>): void => {};
    const planned = new Promise<ReadonlySet<Address>>((resolve) => {
      hasPlanned = resolve;
    });
    const done = this.safely(round, { kind: 'result', address: group.address }, () =>
      keeper.tend(group, (served) => hasPlanned(new Set(served.map(({ address }) => address))), round.signal),
    ).finally(() => hasPlanned(new Set()));
    return { planned, done };
  }

  private async sender(options: KeeperOptions, reporter: Reporter, signal: AbortSignal | undefined): Promise<Sender> {
    const { chain, lookupTables = [], log } = options;
    const tables = await readLookupTables(chain, lookupTables, (table, error) =>
      log('warn', 'lookup table left out', { table, message: error.message }),
    );
    const version = await versionFor(chain, 'auto');
    return new Sender(options, reporter, this.outbox, this.lamports, tables, version, signal);
  }

  /** Those that no round is at work on, and that have not failed lately. */
  private idle<T extends { readonly address: Address }>(accounts: readonly T[]): T[] {
    return accounts.filter(({ address }) => !this.locks.isHeld(address) && !this.backoff.isHeld(address));
  }

  private async listMarkets(options: KeeperOptions, reporter: Reporter): Promise<ListedMarket[]> {
    const { chain, programs, metrics, markets, oracles } = options;
    const listed = await listMarkets({
      chain,
      programs,
      ...(markets && { markets }),
      ...(oracles && { oracles }),
      onUnusable: (address, error) => reporter.failed({ kind: 'market', address }, 'market', error),
    });
    metrics.markets.reset();
    for (const { market } of listed) metrics.markets.inc({ state: market.state });
    return listed;
  }

  /** When markets are chosen, only parlays with a leg among them. */
  private async listParlays(
    options: KeeperOptions,
    listed: readonly ListedMarket[],
    reporter: Reporter,
  ): Promise<ListedParlay[]> {
    const { chain, programs, metrics, markets, oracles } = options;
    // Chosen markets are read one by one, for nodes that do not list accounts, so parlays are listed only if there are
    // any.
    const needed = markets === undefined || listed.some(({ market }) => market.parlays > 0);
    const found = needed
      ? await listParlays(chain, programs, (address, error) =>
          reporter.failed({ kind: 'parlay', address }, 'parlay', error),
        )
      : [];
    const chosen = new Set(listed.map(({ address }) => address));
    const parlays = markets || oracles ? found.filter(({ parlay }) => hasLegAmong(parlay, chosen)) : found;
    metrics.parlays.reset();
    for (const { parlay } of parlays) metrics.parlays.inc({ state: parlay.state });
    return parlays;
  }

  /**
   * Works on one market or parlay, alone, and keeps its failure from affecting the others. `null` also when somebody
   * else is at it.
   */
  private async safely<T>(
    { reporter, signal }: RoundWork,
    subject: Subject,
    tend: () => Promise<T>,
  ): Promise<T | null> {
    return this.locks.tryAlone(subject.address, async () => {
      try {
        return await tend();
      } catch (error) {
        if (!isStop(error, signal)) reporter.failed(subject, subject.kind, error);
        return null;
      } finally {
        if (!signal?.aborted) this.backoff.ended(subject.address, reporter.failuresOf(subject) > 0);
      }
    });
  }
}

/** When each market becomes final, by itself or by its result. */
async function explainEnds(
  { chain, programs }: KeeperOptions,
  listed: readonly ListedMarket[],
  reporter: Reporter,
): Promise<void> {
  const ends = await findMarketEnds(
    chain,
    programs,
    listed.map(({ market }) => market),
  );
  for (const [i, { address }] of listed.entries()) {
    const { end = null, result = null } = ends[i] ?? {};
    if (end === null) continue;
    const what = end.outcome === null ? 'Void' : `Final as ${end.outcome}`;
    const who = result ? ` Who watches the market must watch its result ${result} too.` : '';
    const whose = end.of === 'market' ? 'its own proposal' : 'its result';
    const reason = `${what} from ${isoTime(end.at)} on, by the window of ${whose}.${who}`;
    reporter.explain({ kind: 'market', address }, reason, { ...end, ...(result && { result }) }, 'end');
  }
}

/** Not a failure, but the end that was asked for. */
const isStop = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && isError(error, REQUEST_ABORTED);

/**
 * Does work with a signal of its own, for as many waits as there are markets: Node warns of more than ten listeners to
 * one, which would mean a leak elsewhere. Not `AbortSignal.any`, whose result may be garbage-collected before it fires.
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
