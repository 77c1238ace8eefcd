import { EQUIVOCATION_ATTEMPT, fail, isError, LEASE_LOST, type LinesmanError, PUBLISH_FAILED } from 'linesman/error';
import { bytesToHex, equalBytes, type Root } from 'linesman/format';
import type { Clock, RealClock, WorldClock } from '../clock/index.js';
import type { BatchKey, Store, UnpublishedBatch } from '../store/index.js';
import { PublisherLease } from './publisherLease.js';
import type { RootsChain } from './rootsChain.js';

export interface PublisherOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  readonly chain: RootsChain;
  /** Names this process; no two processes have the same. */
  readonly holder: string;
  /** How long another process waits before it takes over, ms. Default 30,000. */
  readonly lease?: number;
  /**
   * By which the lease runs, the same for all processes, and pauses pass: they are about machines, not about the world. `clock` when
   * left out.
   */
  readonly realClock?: RealClock;
  /** How often one root is tried in one turn. Default 5. */
  readonly attempts?: number;
  /** Roots that are on their way at the same time. Default 1. */
  readonly parallel?: number;
  /** Real ms before the second attempt; doubled before each further one, up to `longestPause`. Default 500. */
  readonly pause?: number;
  /** ms. Default 8,000. */
  readonly longestPause?: number;
  /**
   * Roots that were published in so many real ms before the latest one are looked for again. Default 1,800,000: a cluster that still makes
   * blocks finalises them within a minute.
   */
  readonly recheck?: number;
  /**
   * Ends the wait for the chain: a root that is on its way then is looked for at the next start. Aborted after the signal of a turn, which only lets nothing new
   * begin.
   */
  readonly giveUp?: AbortSignal;
}

/** What came of one turn. */
export interface Published {
  /** False: another process publishes, and this one did nothing. */
  readonly isPublisher: boolean;
  readonly published: readonly BatchKey[];
  /**
   * EQUIVOCATION_ATTEMPT for each slot that holds another root on chain. Somebody has to look into it: such a slot is
   * never written again.
   */
  readonly alarms: readonly LinesmanError[];
}

/** What came of looking again for roots that were published. */
export interface Rechecked {
  /** Roots that the chain had lost, to nothing or to another root, and has again. */
  readonly restored: readonly BatchKey[];
  /** EQUIVOCATION_ATTEMPT for each slot that holds another root on chain. */
  readonly alarms: readonly LinesmanError[];
}

/** Puts the roots of built batches on chain, one process at a time. */
export class Publisher {
  private readonly lease: PublisherLease;
  private readonly attempts: number;
  private readonly pause: number;
  private readonly longestPause: number;
  /** ms of the world. */
  private readonly recheckFor: number;
  private readonly realClock: RealClock;

  constructor(private readonly options: PublisherOptions) {
    const { store, clock, holder, lease: ms = 30_000 } = options;
    // Without a clock of its own the time of the world is the real one.
    this.realClock = options.realClock ?? (clock as Clock);
    this.lease = new PublisherLease({ leases: store.leases, clock: this.realClock, holder, ms });
    this.attempts = options.attempts ?? 5;
    this.pause = options.pause ?? 500;
    this.longestPause = options.longestPause ?? 8_000;
    this.recheckFor = Math.ceil((options.recheck ?? 1_800_000) * (clock.speed ?? 1));
  }

  /**
   * Publishes what is built for the first time, earliest first. An alarm does not keep the other slots back. Errors:
   * PUBLISH_FAILED when a root could not be published (those after it wait for the next turn), LEASE_LOST when another
   * process took over.
   */
  async publishBuilt(signal?: AbortSignal): Promise<Published> {
    if (!(await this.lease.take())) return { isPublisher: false, published: [], alarms: [] };
    const published: BatchKey[] = [];
    const alarms: LinesmanError[] = [];
    const waiting = (await this.options.store.batches.unpublished()).values();
    let failed = false;
    // Each root has a place of its own, so several may be on their way; what has begun is ended before a failure is told.
    const work = async (): Promise<void> => {
      for (const batch of waiting) {
        if (failed || signal?.aborted) return;
        try {
          const done = await this.orAlarm(batch, alarms, () => this.publish(batch, signal));
          if (done === true) published.push(batch);
        } catch (error) {
          failed = true;
          throw error;
        }
      }
    };
    const { parallel = 1 } = this.options;
    const results = await Promise.allSettled(Array.from({ length: parallel }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return { isPublisher: true, published, alarms };
  }

  /**
   * Looks again for the roots that were published lately, and puts back what is gone: a root counts as published when
   * the chain has confirmed it, which a fork can still undo. Until it is there again it counts as missing. One that the
   * chain refuses does not keep the others back. Errors: those of `publishBuilt`, and those of the chain when it cannot
   * be asked; REQUEST_ABORTED when it was given up.
   */
  async recheck(signal?: AbortSignal): Promise<Rechecked> {
    const restored: BatchKey[] = [];
    const alarms: LinesmanError[] = [];
    const { store, clock, chain, giveUp } = this.options;
    const { batches } = store;
    const lately = await batches.publishedLately(this.recheckFor, clock.now());
    const found = await chain.readRoots(lately, giveUp);
    for (const [i, batch] of lately.entries()) {
      if (signal?.aborted) break;
      // Another root is told of below, as long as it is there.
      const isThere = await this.orAlarm(batch, [], async () => isSame(found[i] ?? null, batch));
      if (isThere === true && batch.alarm !== null) await batches.clearAlarm(batch);
      if (isThere !== false) continue;
      // A process that was held up for long might take for lost what another one has just put there.
      if (!(await this.lease.take())) return leaseLost();
      await batches.markMissing(batch, null);
    }
    const failures: unknown[] = [];
    for (const batch of await batches.withdrawn()) {
      if (signal?.aborted) break;
      try {
        const done = await this.orAlarm(batch, alarms, () => this.publish(batch, signal));
        if (done === true) restored.push(batch);
      } catch (error) {
        if (!isError(error, PUBLISH_FAILED)) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return { restored, alarms };
  }

  /**
   * Renews the lease in the background while this process has it, also during a turn, until the signal is aborted. When it is lost nothing
   * more is sent. `onFailure` is told of renewals that failed; they are repeated.
   */
  async keepLease(signal: AbortSignal, onFailure?: (error: unknown) => void): Promise<void> {
    await this.lease.keep(signal, onFailure);
  }

  /** Lets another process publish at once. After `keepLease` has ended: it would take the lease again. */
  async stop(): Promise<void> {
    await this.lease.giveBack();
  }

  /** What `work` gives; `undefined` after another root was found, which is noted. */
  private async orAlarm<T>(batch: BatchKey, alarms: LinesmanError[], work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!isError(error, EQUIVOCATION_ATTEMPT)) throw error;
      await this.options.store.batches.markMissing(batch, error.message);
      alarms.push(error);
      return undefined;
    }
  }

  /** False when it was told to stop before the root was there. */
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
        // Also what another turn has sent: that it is there does not say that it stays.
        await chain.keep();
      } catch (error) {
        if (isError(error, EQUIVOCATION_ATTEMPT)) throw error;
        if (lost.aborted) return leaseLost();
        cause = error;
        continue;
      }
      await store.batches.markPublished(batch, clock.now());
      return true;
    }
    return fail(PUBLISH_FAILED, { ...keyOf(batch), attempts: this.attempts, reason: reason(cause) }, { cause });
  }

  /** The chain is asked before and after: what is marked as published has been seen there. A root that is on its way is given up with the lease. */
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
    throw failure ?? new Error('it was sent and is not there');
  }

  /** EQUIVOCATION_ATTEMPT when another root is there. */
  private async isOnChain(batch: UnpublishedBatch): Promise<boolean> {
    const { chain, giveUp } = this.options;
    return isSame(await chain.readRoot(batch, giveUp), batch);
  }
}

/** Whether the root of a batch is what was found on chain. EQUIVOCATION_ATTEMPT when it is another one. */
function isSame(found: Root | null, batch: UnpublishedBatch): boolean {
  if (found === null) return false;
  if (equalBytes(found, batch.root)) return true;
  return fail(EQUIVOCATION_ATTEMPT, {
    ...keyOf(batch),
    found: bytesToHex(found),
    built: bytesToHex(batch.root),
  });
}

const keyOf = ({ kind, slotStart }: BatchKey): BatchKey => ({ kind, slotStart });
const leaseLost = (): never => fail(LEASE_LOST);
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
