import { LinesmanError } from '../../error/index.js';
import type { WorldClock } from '../clock/index.js';
import type { Sealer } from '../seal/index.js';
import type { BatchKey } from '../store/index.js';
import type { Publisher } from './publisher.js';

export interface BatchLoopOptions {
  readonly sealer: Sealer;
  readonly publisher: Publisher;
  readonly clock: WorldClock;
  /** Batches whose proofs can be asked for from now on. */
  readonly onPublished?: (batches: readonly BatchKey[]) => void;
  /** Roots that a fork of the chain had taken away, and that are there again. */
  readonly onRestored?: (batches: readonly BatchKey[]) => void;
  /** Told of each alarm, at every turn again, as long as it lasts. */
  readonly onAlarm?: (alarm: LinesmanError) => void;
  /** Told of a turn or a renewal of the lease that failed; it is repeated. */
  readonly onFailure?: (error: unknown) => void;
  /** ms from a failed turn to the next. Default 5,000. */
  readonly retry?: number;
  /** ms from a turn that published something to the one that looks whether it is still there. Default 30,000. */
  readonly recheck?: number;
}

/** Seals and publishes whenever a slot is due, until the signal is aborted. The lease is kept between turns and in them, and given back in the end. */
export async function runBatches(options: BatchLoopOptions, signal: AbortSignal): Promise<void> {
  const { sealer, publisher, clock, onPublished, onRestored, onAlarm, onFailure } = options;
  const { retry = 5_000, recheck = 30_000 } = options;
  const ended = new AbortController();
  const keeping = publisher.keepLease(ended.signal, onFailure);
  while (!signal.aborted) {
    let next: number;
    try {
      await sealer.sealDue();
      const { isPublisher, published, alarms } = await publisher.publishBuilt(signal);
      if (published.length > 0) onPublished?.(published);
      for (const alarm of alarms) onAlarm?.(alarm);
      next = sealer.nextDue();
      if (isPublisher) {
        const { restored, alarms: found } = await publisher.recheck(signal);
        if (restored.length > 0) onRestored?.(restored);
        for (const alarm of found) onAlarm?.(alarm);
        if (published.length + restored.length > 0) next = Math.min(next, clock.now() + recheck);
      } else {
        // Who waits for the lease looks again soon: the one who had it may be gone.
        next = Math.min(next, clock.now() + retry);
      }
    } catch (error) {
      // To be told to give up is no failure.
      if (!(signal.aborted && error instanceof LinesmanError && error.number === 7090)) onFailure?.(error);
      next = clock.now() + retry;
    }
    await clock.sleepUntil(next, signal);
  }
  ended.abort();
  await keeping;
  await publisher.stop().catch((error: unknown) => onFailure?.(error));
}
