import { OwnRegistry } from '@linesman/keeper/internal/ownRegistry';
import { LinesmanError } from '@linesman/sdk/error';
import { FEATURES } from '@linesman/sdk/internal/program/network/changes';
import { featureState } from '@linesman/sdk/internal/program/network/featureState';
import { clockIn } from '@linesman/sdk/internal/program/network/networkClock';
import { type AccountsChain, CLOCK_SYSVAR } from '@linesman/sdk/program';
import { Counter, collectDefaultMetrics, Gauge, Histogram } from 'prom-client';
import type { WorldTime } from '../clock/clock.js';
import type { IngestDecision } from '../data/ingest/ingest.js';
import { LONGEST_WAIT, MOST_WAITING } from '../data/ingest/patience.js';
import type { BatchKey, RootsProgress } from '../data/store/batchStore.js';
import { RECORD_KINDS } from '../data/store/recordKind.js';
import type { MissingSummary } from '../data/store/recordStore.js';
import { sqlStateOf } from '../data/store/sqlState.js';
import type { Answered } from '../edge/http/server.js';
import type { StreamObserver } from '../edge/stream/hub.js';
import type { ReadinessReport } from '../health/check.js';
import { latenessByKind } from '../health/rootsLateness.js';
import { SCORES_FROM, type ScoreFrom } from '../roots/proofs/proofs.js';
import type { Funds } from '../roots/publish/publisherFunds.js';
import type { RootsChain } from '../roots/publish/rootsChain.js';

export interface RootsSource {
  readonly progress: () => Promise<readonly RootsProgress[]>;
  /** World time, ms. */
  readonly now: () => WorldTime;
}

/** Maximum time that a scrape waits for the database, ms. */
const ROOTS_TIME_LIMIT = 2_000;

/** Shortest time over which slots are counted, ms. */
const SLOTS_OVER = 30_000;

/** Waits for a look that may fail or be late. `onLate` is called if it is. */
async function withinLimit(looking: Promise<void>, onLate?: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate?.();
      resolve();
    }, ROOTS_TIME_LIMIT);
  });
  await Promise.race([looking.catch(() => {}), late]);
  clearTimeout(timer);
}

/**
 * Metrics of one service process, in their own registry. Label values never come from outside: routes are the service's
 * templates, errors are its numbers.
 */
export class ServiceMetrics extends OwnRegistry {
  readonly requests = new Counter({
    name: 'linesman_http_requests_total',
    help: 'Answered requests by route template (none: unknown path, not HTTP) and status. Streams count at their end.',
    labelNames: ['route', 'status'] as const,
    ...this.in,
  });
  /** Excludes streams, whose duration the subscribers decide. */
  readonly durations = new Histogram({
    name: 'linesman_http_request_duration_seconds',
    help: 'Time from the request header to the end of the answer, by route. Excludes streams.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    ...this.in,
  });
  readonly scores = new Counter({
    name: 'linesman_proof_records_total',
    help: 'Records for stat proofs by origin: cache, ahead (read with others of their slot), database.',
    labelNames: ['from'] as const,
    ...this.in,
  });
  readonly streams = new Gauge({
    name: 'linesman_streams_open',
    help: 'Open streams by kind.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly deliveries = new Counter({
    name: 'linesman_stream_deliveries_total',
    help: 'Events sent to subscribers, counted once per subscriber, by kind.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly dropped = new Counter({
    name: 'linesman_stream_readers_dropped_total',
    help: 'Streams ended by the service, by reason: slow, stopping, session, subscription.',
    labelNames: ['kind', 'reason'] as const,
    ...this.in,
  });
  readonly records = new Counter({
    name: 'linesman_ingest_records_total',
    help: 'Incoming records by kind (unknown: unreadable) and status; early: not decided yet.',
    labelNames: ['kind', 'status'] as const,
    ...this.in,
  });
  readonly refusals = new Counter({
    name: 'linesman_ingest_refusals_total',
    help: 'Refused records by error number.',
    labelNames: ['error'] as const,
    ...this.in,
  });
  readonly unfit = new Counter({
    name: 'linesman_ingest_unfit_fields_total',
    help: 'Fields of accepted records that do not fit the description, by kind: kept, left out in the described wire.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly missing = new Gauge({
    name: 'linesman_missing_scores',
    help: 'Score records that were passed over and not given since.',
    ...this.in,
  });
  readonly held = new Gauge({
    name: 'linesman_held_scores',
    help: 'Score records that wait for one before them.',
    ...this.in,
  });
  readonly waiting = new Gauge({
    name: 'linesman_ingest_waiting_records',
    help: `Records that came before one that they need: at most ${MOST_WAITING}, for ${LONGEST_WAIT / 1000} s.`,
    ...this.in,
  });
  readonly lastRecord = new Gauge({
    name: 'linesman_ingest_last_record_timestamp_seconds',
    help: 'When the last record came in that was stored or repeated, Unix time, by kind. 0: none since the start.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly undelivered = new Gauge({
    name: 'linesman_ingest_nats_undelivered_messages',
    help: 'Messages of the stream that are not delivered yet: how far the consumer is behind. Of ingest --nats.',
    ...this.in,
  });
  readonly unacknowledged = new Gauge({
    name: 'linesman_ingest_nats_unacknowledged_messages',
    help: 'Messages of the stream that are delivered and not acknowledged. Of ingest --nats.',
    ...this.in,
  });
  readonly checks = new Gauge({
    name: 'linesman_check_ok',
    help: '1 if the check of /readyz succeeds, 0 if not. A process is ready if all of its checks succeed.',
    labelNames: ['check'] as const,
    ...this.in,
  });
  readonly isPublisher = new Gauge({
    name: 'linesman_publisher_active',
    help: '1 if this process has the lease, and so publishes; the others wait for it.',
    ...this.in,
  });
  readonly publisherBalance = new Gauge({
    name: 'linesman_publisher_balance_lamports',
    help: 'What the publisher key pair holds, which pays for roots.',
    ...this.in,
  });
  readonly publisherDays = new Gauge({
    name: 'linesman_publisher_days_left',
    help: 'Days for which that lasts, if every slot has a root: fees, and rents of the accounts.',
    ...this.in,
  });
  readonly published = new Counter({
    name: 'linesman_roots_published_total',
    help: 'Roots published by this process, by kind.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly publishAttempts = new Counter({
    name: 'linesman_publish_attempts_total',
    help: 'Attempts to publish a root, by kind and outcome: done, failed.',
    labelNames: ['kind', 'outcome'] as const,
    ...this.in,
  });
  readonly chainReadFailures = new Counter({
    name: 'linesman_publish_chain_read_failures_total',
    help: 'Failed reads of a root from the chain.',
    ...this.in,
  });
  readonly turnFailures = new Counter({
    name: 'linesman_batch_turn_failures_total',
    help: 'Failed runs of sealing and publishing, by error number (0: other errors).',
    labelNames: ['error'] as const,
    ...this.in,
  });
  readonly lastPublished = new Gauge({
    name: 'linesman_roots_last_published_slot_start_seconds',
    help: 'Start of the latest slot whose root is on chain, Unix time, by kind.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly late = new Gauge({
    name: 'linesman_roots_late_seconds',
    help: 'Time since the end of the slot of the earliest missing root, in world time, by kind. 0: no root is missing.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly alarms = new Gauge({
    name: 'linesman_roots_alarms',
    help: 'Slots with a root on chain other than the one built here, or too late for theirs, by kind.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly rootsUnknown = new Gauge({
    name: 'linesman_roots_state_unknown',
    help: '1: the database did not answer this scrape, and the root metrics are from an earlier one.',
    ...this.in,
  });
  readonly clockLag = new Gauge({
    name: 'linesman_chain_clock_lag_seconds',
    help: "Time by which the chain's clock is behind the world's; negative if it is ahead. Of publishers.",
    ...this.in,
  });
  readonly slotTime = new Gauge({
    name: 'linesman_chain_slot_seconds',
    help: 'Average time of a slot since an earlier scrape, at least half a minute ago. Of publishers.',
    ...this.in,
  });
  readonly features = new Gauge({
    name: 'linesman_chain_feature_active',
    help: '1 if a change of the network is active that docs/internals/network.md lists, by its number. Of publishers.',
    labelNames: ['feature'] as const,
    ...this.in,
  });
  readonly storeErrors = new Counter({
    name: 'linesman_store_errors_total',
    help: 'Failed statements and sessions by SQLSTATE class (none: the database did not answer).',
    labelNames: ['class'] as const,
    ...this.in,
  });

  /** `defaults`: adds the process and event-loop metrics of prom-client. */
  constructor({ roots, defaults = true }: { readonly roots?: RootsSource; readonly defaults?: boolean } = {}) {
    super();
    if (defaults) collectDefaultMetrics({ register: this.registry, prefix: 'linesman_' });
    // Counters start at zero, because rate() misses the first event of a counter that appears with that event.
    for (const kind of RECORD_KINDS) {
      this.published.inc({ kind }, 0);
      this.unfit.inc({ kind }, 0);
      this.lastRecord.set({ kind }, 0);
      for (const status of ['accepted', 'repeated', 'held', 'refused', 'early']) this.records.inc({ kind, status }, 0);
      for (const outcome of ['done', 'failed']) this.publishAttempts.inc({ kind, outcome }, 0);
    }
    this.records.inc({ kind: 'unknown', status: 'refused' }, 0);
    for (const kind of ['scores', 'odds'] as const) {
      this.streams.set({ kind }, 0);
      this.deliveries.inc({ kind }, 0);
      for (const reason of ['slow', 'stopping', 'session', 'subscription']) this.dropped.inc({ kind, reason }, 0);
    }
    for (const from of SCORES_FROM) this.scores.inc({ from }, 0);
    // Unknown, not 0, so that no alarm of the other roles fires.
    for (const gauge of [this.publisherBalance, this.publisherDays]) gauge.set(Number.NaN);
    this.roots = roots;
  }

  private roots: RootsSource | undefined;

  /**
   * Sets the source of the root metrics. Comes after construction because the store, whose errors are counted here, is
   * opened later.
   */
  watchRoots(roots: RootsSource): void {
    this.roots = roots;
  }

  /** What each scrape looks at besides. A look that fails leaves the last known numbers. */
  private readonly looks: (() => Promise<void>)[] = [];

  /** Sets the source of the metrics of missing records, as `watchRoots`. */
  watchMissing(source: () => Promise<MissingSummary>): void {
    this.looks.push(async () => {
      const { missing, held } = await source();
      this.missing.set(missing);
      this.held.set(held);
    });
  }

  /** Sets the source of the metrics of readiness, as `watchRoots`. */
  watchReadiness(readiness: { report(): Promise<ReadinessReport> }): void {
    this.looks.push(async () => {
      const { ready, checks } = await readiness.report();
      // A process that stops has one check, which fails.
      if (!ready && checks.length === 1) this.checks.reset();
      for (const { name, ok } of checks) this.checks.set({ check: name }, Number(ok));
    });
  }

  /** Sets the publisher of this process, as `watchRoots`. */
  watchPublisher(publisher: { readonly isActive: boolean }): void {
    this.looks.push(async () => this.isPublisher.set(Number(publisher.isActive)));
  }

  /** Sets the chain of the metrics about the network, and the world's time in ms; as `watchRoots`. */
  watchNetwork(chain: AccountsChain, now: () => WorldTime): void {
    let earlier: { readonly slot: number; readonly at: number } | undefined;
    this.looks.push(async () => {
      const [clock, ...features] = await chain.accounts([CLOCK_SYSVAR, ...FEATURES.map(({ id }) => id)]);
      const [found, at] = [clockIn(clock), now()];
      if (found === null) return;
      this.clockLag.set(at / 1_000 - found.time);
      for (const [i, { number }] of FEATURES.entries())
        this.features.set({ feature: number }, featureState(features[i] ?? null).state === 'active' ? 1 : 0);
      if (earlier !== undefined && at - earlier.at < SLOTS_OVER) return;
      if (earlier !== undefined && found.slot > earlier.slot)
        this.slotTime.set((at - earlier.at) / 1_000 / (found.slot - earlier.slot));
      earlier = { slot: found.slot, at };
    });
  }

  /** The metrics in Prometheus' text format. */
  override async text(): Promise<string> {
    await Promise.all([this.lookAtRoots(), ...this.looks.map((look) => withinLimit(look()))]);
    return super.text();
  }

  /** For `AppOptions.onAnswered`. */
  readonly onAnswered = ({ route, status, seconds, isStream }: Answered): void => {
    this.requests.inc({ route, status });
    if (!isStream) this.durations.observe({ route }, seconds);
  };

  /** For `StreamHubPorts.observer`. */
  readonly streamObserver: StreamObserver = {
    opened: (kind) => this.streams.inc({ kind }),
    closed: (kind) => this.streams.dec({ kind }),
    dropped: (kind, reason) => this.dropped.inc({ kind, reason }),
    delivered: (kind, readers) => this.deliveries.inc({ kind }, readers),
  };

  /** For `EdgeConfiguration.onScore`. */
  readonly onScore = (from: ScoreFrom): void => {
    this.scores.inc({ from });
  };

  /** For `IngestOptions.onDecided`. */
  readonly onDecided = (decisions: readonly IngestDecision[]): void => {
    for (const { kind, status, error, unfit = [] } of decisions) {
      this.records.inc({ kind: kind ?? 'unknown', status });
      if (kind !== null) this.unfit.inc({ kind }, unfit.length);
      if (kind !== null && (status === 'accepted' || status === 'repeated'))
        this.lastRecord.set({ kind }, Date.now() / 1_000);
      if (error) this.refusals.inc({ error: error.number });
    }
  };

  /** For `BatchLoopOptions.onPublished`. */
  readonly onPublished = (batches: readonly BatchKey[]): void => {
    for (const { kind } of batches) this.published.inc({ kind });
  };

  /** For `BatchLoopOptions.onFailure`. */
  readonly onFailure = (error: unknown): void => {
    this.turnFailures.inc({ error: error instanceof LinesmanError ? error.number : 0 });
  };

  /** For `WatchFundsOptions.onFunds`. */
  readonly onFunds = ({ balance, days }: Funds): void => {
    this.publisherBalance.set(Number(balance));
    this.publisherDays.set(days);
  };

  /** For `StoreOptions.onError`. */
  readonly onStoreError = (error: unknown): void => {
    this.storeErrors.inc({ class: sqlStateOf(error)?.slice(0, 2) ?? 'none' });
  };

  /** Wraps the chain so that its failed reads are counted. */
  countedChain(chain: RootsChain): RootsChain {
    const counted = async <T>(reading: Promise<T>): Promise<T> => {
      try {
        return await reading;
      } catch (error) {
        this.chainReadFailures.inc();
        throw error;
      }
    };
    return {
      readRoot: (key, signal) => counted(chain.readRoot(key, signal)),
      readRoots: (keys, signal) => counted(chain.readRoots(keys, signal)),
      keep: () => chain.keep(),
      insertRoot: async (key, root, signal) => {
        try {
          await chain.insertRoot(key, root, signal);
        } catch (error) {
          this.publishAttempts.inc({ kind: key.kind, outcome: 'failed' });
          throw error;
        }
        this.publishAttempts.inc({ kind: key.kind, outcome: 'done' });
      },
    };
  }

  private looking: Promise<void> | undefined;

  /** Never fails, because a scrape matters most while the database is down. */
  private async lookAtRoots(): Promise<void> {
    if (!this.roots) return;
    const { progress, now } = this.roots;
    this.looking ??= progress()
      .then(
        (all) => this.setRoots(all, now()),
        () => this.rootsUnknown.set(1),
      )
      .finally(() => {
        this.looking = undefined;
      });
    await withinLimit(this.looking, () => this.rootsUnknown.set(1));
  }

  private setRoots(progress: readonly RootsProgress[], now: number): void {
    this.rootsUnknown.set(0);
    for (const { kind, published, alarms } of progress) {
      if (published !== null) this.lastPublished.set({ kind }, published / 1000);
      this.alarms.set({ kind }, alarms.length);
    }
    for (const [kind, late] of latenessByKind(progress, now)) this.late.set({ kind }, late / 1000);
  }
}
