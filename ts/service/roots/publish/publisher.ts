import {
  EQUIVOCATION_ATTEMPT,
  fail,
  isError,
  LEASE_LOST,
  type LinesmanError,
  PUBLISH_FAILED,
  ROOT_TOO_LATE,
  SLOT_NOT_OVER,
} from '@linesman/sdk/error';
import { bytesToHex, equalBytes, type Root } from '@linesman/sdk/format';
import type { Clock, RealClock, WorldClock } from '../../clock/clock.js';
import { batchName } from '../../data/store/batchName.js';
import type { BatchKey, UnpublishedBatch } from '../../data/store/batchStore.js';
import type { Store } from '../../data/store/store.js';
import { PublisherLease } from './publisherLease.js';
import type { RootsChain } from './rootsChain.js';

export interface PublisherOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  readonly chain: RootsChain;
  /** Unique name of this process. */
  readonly holder: string;
  /** Duration of the lease, ms: another process takes over after this time. Default 30,000. */
  readonly lease?: number;
  /**
   * Clock for the lease and for pauses, shared by all processes, because these concern machines rather than the world.
   * Default `clock`.
   */
  readonly realClock?: RealClock;
  /** Attempts per root and turn. Default 5. */
  readonly attempts?: number;
  /** Roots in flight at a time. Default 1. */
  readonly parallel?: number;
  /** Real ms before the second attempt; doubles with each further one, up to `longestPause`. Default 500. */
  readonly pause?: number;
  /** ms. Default 8,000. */
  readonly longestPause?: number;
  /**
   * Length of the time before the latest publication in which roots are rechecked, in real ms. Default 1,800,000: a
   * cluster that still produces blocks finalises them within a minute.
   */
  readonly recheck?: number;
  /**
   * Stops waiting for the chain; roots in flight are looked up at the next start. Aborts after the signal of a turn,
   * which only prevents new work.
   */
  readonly giveUp?: AbortSignal;
}

/** The result of a turn. */
export interface Published {
  /** False: another process publishes, and this one did nothing. */
  readonly isPublisher: boolean;
  readonly published: readonly BatchKey[];
  /**
   * EQUIVOCATION_ATTEMPT for each slot with a different root on chain; such a slot is never written again.
   * ROOT_TOO_LATE for each slot that ended longer ago than the oracle's bound allows; the admin must sign for its root.
   * Both need an operator.
   */
  readonly alarms: readonly LinesmanError[];
  /** Slots that are not over by the chain's clock, which is behind. The chain will accept their roots soon. */
  readonly early: readonly BatchKey[];
}

/** The result of rechecking published roots. */
export interface Rechecked {
  /** Roots that the chain had lost or replaced, and that are back. */
  readonly restored: readonly BatchKey[];
  /** Like the alarms of {@link Published}. */
  readonly alarms: readonly LinesmanError[];
  readonly early: readonly BatchKey[];
}

/** Publishes the roots of built batches, one process at a time. */
export class Publisher {
  private readonly lease: PublisherLease;
  private readonly attempts: number;
  private readonly pause: number;
  private readonly longestPause: number;
  private readonly realClock: RealClock;
  /** Roots that could not be published in the last turn that tried: the next one begins with the others. */
  private readonly stuck = new Set<string>();

  constructor(private readonly options: PublisherOptions) {
    const { store, clock, holder, lease: ms = 30_000 } = options;
    // Without a separate real clock, world time is real time.
    this.realClock = options.realClock ?? (clock as Clock);
    this.lease = new PublisherLease({ leases: store.leases, clock: this.realClock, holder, ms });
    this.attempts = options.attempts ?? 5;
    this.pause = options.pause ?? 500;
    this.longestPause = options.longestPause ?? 8_000;
  }

  /** Whether this process is the one that publishes. */
  get isActive(): boolean {
    return this.lease.isHeld;
  }

  /**
   * Publishes batches for the first time, earliest first, those that have failed or have an alarm last. Neither an
   * alarm nor a slot that is not over by the chain's clock delays others. Errors: PUBLISH_FAILED when a root could not
   * be published (later ones wait for the next turn); LEASE_LOST when another process took over.
   */
  async publishBuilt(signal?: AbortSignal): Promise<Published> {
    if (!(await this.lease.take())) return { isPublisher: false, published: [], alarms: [], early: [] };
    const published: BatchKey[] = [];
    const held: Held = { alarms: [], early: [] };
    const all = await this.options.store.batches.unpublished();
    // After an outage, many may be too late, and one may fail for ever. They must not delay those that are waited for.
    const rank = (batch: UnpublishedBatch): number =>
      batch.alarm !== null ? 2 : Number(this.stuck.has(batchName(batch)));
    const waiting = [0, 1, 2].flatMap((one) => all.filter((batch) => rank(batch) === one)).values();
    let failed = false;
    // Roots are independent, so several may be in flight. Work in progress completes before a failure is reported.
    const work = async (): Promise<void> => {
      for (const batch of waiting) {
        if (failed || signal?.aborted) return;
        try {
          const done = await this.orHeld(batch, held, () => this.publish(batch, signal));
          if (done === true) published.push(batch);
          this.stuck.delete(batchName(batch));
        } catch (error) {
          failed = true;
          this.stuck.add(batchName(batch));
          throw error;
        }
      }
    };
    const { parallel = 1 } = this.options;
    const results = await Promise.allSettled(Array.from({ length: parallel }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return { isPublisher: true, published, ...held };
  }

  /**
   * Rechecks recently published roots and restores missing ones. A root counts as published once the chain has
   * confirmed it, which a fork can still undo; until restored it counts as missing. A root that the chain refuses does
   * not delay the others. Errors: those of `publishBuilt`; those of the chain; REQUEST_ABORTED after `giveUp`.
   */
  async recheck(signal?: AbortSignal): Promise<Rechecked> {
    const restored: BatchKey[] = [];
    const held: Held = { alarms: [], early: [] };
    const { store, clock, chain, giveUp } = this.options;
    const { batches } = store;
    // World ms. After a change of speed the range changes with it. That is safe, because only an embedded world changes
    // its speed, and its chain does not fork.
    const recheckFor = Math.ceil((this.options.recheck ?? 1_800_000) * (clock.speed ?? 1));
    const lately = await batches.publishedLately(recheckFor, clock.now());
    const found = await chain.readRoots(lately, giveUp);
    for (const [i, batch] of lately.entries()) {
      if (signal?.aborted) break;
      // A different root is reported below for as long as it is there.
      const isThere = await this.orHeld(batch, { alarms: [], early: [] }, async () => isSame(found[i] ?? null, batch));
      if (isThere === true && batch.alarm !== null) await batches.clearAlarm(batch);
      if (isThere !== false) continue;
      // After a long stall another process may have taken over and restored the root just now.
      if (!(await this.lease.take())) return leaseLost();
      await batches.markMissing(batch, null);
    }
    const failures: unknown[] = [];
    for (const batch of await batches.withdrawn()) {
      if (signal?.aborted) break;
      try {
        const done = await this.orHeld(batch, held, () => this.publish(batch, signal));
        if (done === true) restored.push(batch);
      } catch (error) {
        if (!isError(error, PUBLISH_FAILED)) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return { restored, ...held };
  }

  /**
   * Renews the lease in the background while this process holds it, even during a turn, until the signal aborts. Once
   * the lease is lost, nothing more is sent. Calls `onFailure` for failed renewals, which are retried.
   */
  async keepLease(signal: AbortSignal, onFailure?: (error: unknown) => void): Promise<void> {
    await this.lease.keep(signal, onFailure);
  }

  /** Lets another process publish at once. Call it after `keepLease` has ended, because that would renew the lease. */
  async stop(): Promise<void> {
    await this.lease.giveBack();
  }

  /**
   * The result of `work`, or `undefined` if the root cannot enter because of an alarm, which is recorded, or because of
   * the clock.
   */
  private async orHeld<T>(batch: BatchKey, held: Held, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (isError(error, SLOT_NOT_OVER)) {
        held.early.push(keyOf(batch));
        return undefined;
      }
      if (!isAlarm(error)) throw error;
      await this.options.store.batches.markMissing(batch, error.message);
      held.alarms.push(error);
      return undefined;
    }
  }

  /** False if stopped before the root was on chain. */
  private async publish(batch: UnpublishedBatch, signal?: AbortSignal): Promise<boolean> {
    const { realClock } = this;
    const { clock, store, chain } = this.options;
    let cause: unknown;
    for (let attempt = 0; attempt < this.attempts; attempt++) {
      if (attempt > 0) {
        const pause = Math.min(this.pause * 2 ** (attempt - 1), this.longestPause);
        await realClock.sleepUntil(realClock.now() + pause, signal);
      }
      if (signal?.aborted) return false;
      if (!(await this.lease.take())) return leaseLost();
      const { lost } = this.lease;
      try {
        await this.putOnChain(batch, lost);
        // Covers roots sent in other turns as well, because a root on chain may still disappear.
        await chain.keep();
      } catch (error) {
        // Another attempt does not change these. The chain's clock may take minutes to catch up.
        if (isError(error, EQUIVOCATION_ATTEMPT) || isError(error, SLOT_NOT_OVER)) throw error;
        if (isError(error, ROOT_TOO_LATE)) return fail(ROOT_TOO_LATE, keyOf(batch), { cause: error });
        if (lost.aborted) return leaseLost();
        cause = error;
        continue;
      }
      await store.batches.markPublished(batch, clock.now());
      return true;
    }
    return fail(PUBLISH_FAILED, { ...keyOf(batch), attempts: this.attempts, reason: reason(cause) }, { cause });
  }

  /**
   * Checks the chain before and after, so that every root marked as published has been seen there. Gives up on a root
   * in flight when the lease is lost.
   */
  private async putOnChain(batch: UnpublishedBatch, lost: AbortSignal): Promise<void> {
    const { chain, store, giveUp } = this.options;
    if (await this.isOnChain(batch)) return;
    if (batch.alarm !== null) await store.batches.clearAlarm(batch);
    let failure: unknown;
    try {
      lost.throwIfAborted();
      await chain.insertRoot(batch, batch.root, giveUp ? AbortSignal.any([lost, giveUp]) : lost);
    } catch (error) {
      failure = error;
    }
    if (await this.isOnChain(batch)) return;
    throw failure ?? new Error('the root was sent but is not on chain');
  }

  /** Errors: EQUIVOCATION_ATTEMPT when a different root is on chain. */
  private async isOnChain(batch: UnpublishedBatch): Promise<boolean> {
    const { chain, giveUp } = this.options;
    return isSame(await chain.readRoot(batch, giveUp), batch);
  }
}

/** Whether the root found on chain is that of the batch. Errors: EQUIVOCATION_ATTEMPT when it is a different one. */
function isSame(found: Root | null, batch: UnpublishedBatch): boolean {
  if (found === null) return false;
  if (equalBytes(found, batch.root)) return true;
  return fail(EQUIVOCATION_ATTEMPT, {
    ...keyOf(batch),
    found: bytesToHex(found),
    built: bytesToHex(batch.root),
  });
}

/** Errors of roots that cannot enter now, although the chain and this process work. */
interface Held {
  readonly alarms: LinesmanError[];
  readonly early: BatchKey[];
}

const isAlarm = (error: unknown): error is LinesmanError =>
  isError(error, EQUIVOCATION_ATTEMPT) || isError(error, ROOT_TOO_LATE);

const keyOf = ({ kind, slotStart }: BatchKey): BatchKey => ({ kind, slotStart });
const leaseLost = (): never => fail(LEASE_LOST);
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
