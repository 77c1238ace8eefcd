import type { LinesmanError } from '../../error/index.js';
import type { Clock } from '../clock/index.js';
import type { Sealer } from '../seal/index.js';
import type { BatchKey } from '../store/index.js';
import type { Publisher } from './publisher.js';

export interface BatchLoopOptions {
  readonly sealer: Sealer;
  readonly publisher: Publisher;
  readonly clock: Clock;
  /** Batches whose proofs can be asked for from now on. */
  readonly onPublished?: (batches: readonly BatchKey[]) => void;
  /** Told of each alarm, at every turn again, as long as it lasts. */
  readonly onAlarm?: (alarm: LinesmanError) => void;
  /** Told of a turn that failed; it is repeated. */
  readonly onFailure?: (error: unknown) => void;
  /** ms from a failed turn to the next. Default 5,000. */
  readonly retry?: number;
}

/** Seals and publishes whenever a slot is due, until the signal is aborted; then the lease is given back. */
export async function runBatches(options: BatchLoopOptions, signal: AbortSignal): Promise<void> {
  const { sealer, publisher, clock, onPublished, onAlarm, onFailure, retry = 5_000 } = options;
  while (!signal.aborted) {
    let next: number;
    try {
      await sealer.sealDue();
      const { isPublisher, published, alarms } = await publisher.publishBuilt(signal);
      if (published.length > 0) onPublished?.(published);
      for (const alarm of alarms) onAlarm?.(alarm);
      // Who waits for the lease looks again soon: the one who had it may be gone.
      next = isPublisher ? sealer.nextDue() : Math.min(sealer.nextDue(), clock.now() + retry);
    } catch (error) {
      onFailure?.(error);
      next = clock.now() + retry;
    }
    await clock.sleepUntil(next, signal);
  }
  await publisher.stop().catch((error: unknown) => onFailure?.(error));
}
