import { chainTime } from './chainTime.js';
import { checkKeeperOptions, type KeeperOptions } from './keeperOptions.js';
import { MarketKeeper } from './marketKeeper.js';
import { type ListedMarket, listMarkets, MARKET_FILTER } from './marketList.js';
import { hasLegAmong, ParlayKeeper } from './parlayKeeper.js';
import { type ListedParlay, listParlays } from './parlayList.js';
import { ProofBuffers } from './proofBuffers.js';
import { RecordCache } from './recordCache.js';
import { Reporter, type Subject } from './reporter.js';
import { Sender } from './sender.js';

/** The shortest pause between two rounds, in ms. */
const SHORTEST_PAUSE = 1_000;
const FIRST_BACKOFF = 5_000;
const LONGEST_BACKOFF = 600_000;

export interface Round {
  readonly markets: number;
  readonly parlays: number;
  /** Transactions that landed, or in a dry run would have been sent. */
  readonly sent: number;
  readonly failures: number;
  /** When something that is too early now can be done, in Unix seconds of the chain's clock. */
  readonly wakeAt: number | null;
}

/**
 * Looks after markets and parlays: settles them, corrects proposals, proposes to void matches that were called off,
 * makes proposals final, voids markets that nobody could settle, and pays.
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
  private readonly reporter: Reporter;
  private readonly sender: Sender;
  private readonly buffers: ProofBuffers;
  private readonly backoff = new Map<string, { failures: number; until: number }>();

  /** Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the options. */
  constructor(private readonly options: KeeperOptions) {
    checkKeeperOptions(options);
    this.records = new RecordCache(options.source);
    this.reporter = new Reporter(options.log, options.metrics);
    this.sender = new Sender(options, this.reporter);
    this.buffers = new ProofBuffers(options, this.sender);
  }

  /** Runs rounds until the signal is aborted. A transaction in flight is followed to its end. */
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
        // The callback may have set it during the pause, which the compiler does not see.
        if (!(changed as boolean)) await timers.sleep(pause - SHORTEST_PAUSE, AbortSignal.any([signal, waker.signal]));
      }
    } finally {
      unwatch();
      log('info', 'stopped');
    }
  }

  /** Looks at every market, buffer and parlay once. Errors: those of the chain when they cannot even be listed. */
  async round(signal?: AbortSignal): Promise<Round> {
    const { chain, metrics, timers, payer } = this.options;
    const started = timers.now();
    this.sender.sent = 0;
    this.reporter.failures = 0;
    this.records.startRound();
    const listed = await this.listMarkets();
    await this.buffers.startRound(listed);
    const { options, sender, reporter, buffers, records } = this;
    const keeper = new MarketKeeper({ options, sender, reporter, buffers, records });
    const wakeTimes: number[] = [];
    for (const one of listed) {
      if (signal?.aborted) break;
      keeper.seen.set(one.address, one.market);
      const wakeAt = await this.safely({ kind: 'market', address: one.address }, () => keeper.tend(one, signal));
      if (wakeAt !== null) wakeTimes.push(wakeAt);
    }
    await this.buffers.closeUnneeded(signal);
    // After the markets, so that legs decided in this round count.
    const parlays = signal?.aborted ? [] : await this.listParlays(listed);
    const parlayKeeper = new ParlayKeeper({ options, sender, reporter }, keeper.seen);
    for (const one of parlays) {
      if (signal?.aborted) break;
      await this.safely({ kind: 'parlay', address: one.address }, () => parlayKeeper.tend(one, signal));
    }
    metrics.balance.set(await chain.lamports(payer.address));
    metrics.rounds.observe((timers.now() - started) / 1000);
    metrics.lastRound.set(timers.now() / 1000);
    return {
      markets: listed.length,
      parlays: parlays.length,
      sent: sender.sent,
      failures: reporter.failures,
      wakeAt: wakeTimes.length > 0 ? Math.min(...wakeTimes) : null,
    };
  }

  /** A round that logs and counts its failure; `null` when it failed. */
  async safeRound(signal?: AbortSignal): Promise<Round | null> {
    try {
      return await this.round(signal);
    } catch (error) {
      this.reporter.report('round failed', error);
      return null;
    }
  }

  /** Runs a round and returns the ms until the next. */
  private async roundAndPause(interval: number, signal: AbortSignal): Promise<number> {
    const round = await this.safeRound(signal);
    if (round === null || round.wakeAt === null) return interval;
    const now = await chainTime(this.options.chain).catch(() => Number.NEGATIVE_INFINITY);
    return Math.min(interval, Math.max(SHORTEST_PAUSE, (round.wakeAt - now) * 1000));
  }

  private async listMarkets(): Promise<ListedMarket[]> {
    const { chain, programs, metrics, markets, oracles } = this.options;
    const listed = await listMarkets({
      chain,
      programs,
      ...(markets && { markets }),
      ...(oracles && { oracles }),
      onUnusable: (address, error) => this.reporter.failed({ kind: 'market', address }, 'market', error),
    });
    metrics.markets.reset();
    for (const { market } of listed) metrics.markets.inc({ state: market.state });
    return listed;
  }

  /** When markets are chosen, only parlays with a leg among them. */
  private async listParlays(listed: readonly ListedMarket[]): Promise<ListedParlay[]> {
    const { chain, programs, metrics, markets, oracles } = this.options;
    // Chosen markets are read one by one, for nodes that do not list accounts, so parlays are listed only if there are
    // any.
    const needed = markets === undefined || listed.some(({ market }) => market.parlays > 0);
    const found = needed
      ? await listParlays(chain, programs, (address, error) =>
          this.reporter.failed({ kind: 'parlay', address }, 'parlay', error),
        )
      : [];
    const chosen = listed.map(({ address }) => address);
    const parlays = markets || oracles ? found.filter(({ parlay }) => hasLegAmong(parlay, chosen)) : found;
    metrics.parlays.reset();
    for (const { parlay } of parlays) metrics.parlays.inc({ state: parlay.state });
    return parlays;
  }

  /** Keeps the failure of one market or parlay from affecting the others. */
  private async safely<T>(subject: Subject, tend: () => Promise<T>): Promise<T | null> {
    const { reporter, backoff } = this;
    const key = subject.address;
    const before = reporter.failures;
    const held = backoff.get(key);
    if (held && this.options.timers.now() < held.until) return null;
    try {
      return await tend();
    } catch (error) {
      reporter.failed(subject, subject.kind, error);
      return null;
    } finally {
      if (reporter.failures === before) backoff.delete(key);
      else {
        const failures = (held?.failures ?? 0) + 1;
        const delay = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (failures - 1));
        backoff.set(key, { failures, until: this.options.timers.now() + delay });
      }
    }
  }
}
