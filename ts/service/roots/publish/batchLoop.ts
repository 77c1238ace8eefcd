import { isError, type LinesmanError, PUBLISH_FAILED, REQUEST_ABORTED } from '@linesman/sdk/error';
import type { Clock, RealClock, RealTime, WorldClock, WorldTime } from '../../clock/clock.js';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { Sealer } from '../seal/sealer.js';
import type { Published, Publisher } from './publisher.js';

export interface BatchLoopOptions {
  readonly sealer: Sealer;
  readonly publisher: Publisher;
  /** Decides when slots are due. */
  readonly clock: WorldClock;
  /** Clock for pauses that wait for other machines. Default `clock`. */
  readonly realClock?: RealClock;
  /** Called with the batches that have become provable. */
  readonly onPublished?: (batches: readonly BatchKey[]) => void;
  /** Called with the batches whose root a fork removed and that are published again. */
  readonly onRestored?: (batches: readonly BatchKey[]) => void;
  /** Called for each alarm, on every turn while it lasts. */
  readonly onAlarm?: (alarm: LinesmanError) => void;
  /** Called when a turn or a lease renewal fails; it is retried. */
  readonly onFailure?: (error: unknown) => void;
  /** Called after each turn that has sealed and published all due slots; `due`: when the next slot is due. */
  readonly onTurn?: (due: WorldTime) => void;
  /** Real ms from a failed turn to the next, and from one in which the chain's clock was behind. Default 5,000. */
  readonly retry?: number;
  /** Real ms from a publication until its root is checked again. Default 30,000. */
  readonly recheck?: number;
}

/**
 * Seals and publishes whenever a slot is due, until the signal aborts. Holds the lease throughout and gives it back at
 * the end.
 */
export async function runBatches(options: BatchLoopOptions, signal: AbortSignal): Promise<void> {
  const { sealer, publisher, clock, onPublished, onRestored, onAlarm, onFailure } = options;
  const { retry = 5_000, recheck = 30_000, realClock = clock as Clock } = options;
  const ended = new AbortController();
  const keeping = publisher.keepLease(ended.signal, onFailure);
  while (!signal.aborted) {
    let next: NextTurn = {};
    try {
      // The time is read before the work, so that slots that become due in the meantime are left to the next turn.
      const due = sealer.nextDue();
      let failure: unknown;
      // What cannot be sealed does not keep back what is.
      await sealer.sealDue().catch((error: unknown) => {
        failure = error;
      });
      const { isPublisher, published, alarms, early } = await publisher.publishBuilt(signal).catch((error: unknown) => {
        // A root that cannot be published does not prevent others from being restored.
        if (!isError(error, PUBLISH_FAILED)) throw error;
        failure ??= error;
        return { isPublisher: true, published: [], alarms: [], early: [] } satisfies Published;
      });
      if (published.length > 0) onPublished?.(published);
      for (const alarm of alarms) onAlarm?.(alarm);
      next.due = due;
      if (isPublisher) {
        const { restored, alarms: found, early: again } = await publisher.recheck(signal);
        if (restored.length > 0) onRestored?.(restored);
        for (const alarm of found) onAlarm?.(alarm);
        if (failure !== undefined) throw failure;
        if (published.length + restored.length > 0) next.again = realClock.now() + recheck;
        // The clock of the chain is behind, by seconds.
        if (early.length + again.length > 0) next.again = realClock.now() + retry;
        else options.onTurn?.(due);
      } else {
        if (failure !== undefined) throw failure;
        // Checks for the lease again soon, because its holder may be gone.
        next.again = realClock.now() + retry;
      }
    } catch (error) {
      // An abort is not a failure.
      if (!(signal.aborted && isError(error, REQUEST_ABORTED))) onFailure?.(error);
      next = { again: realClock.now() + retry };
    }
    await untilNext(next, clock, realClock, signal);
  }
  ended.abort();
  await keeping;
  await publisher.stop().catch((error: unknown) => onFailure?.(error));
}

/** The start of the next turn: the earliest of these times. */
interface NextTurn {
  /** A slot is due for sealing. */
  due?: WorldTime;
  /** A retry or a recheck is due. */
  again?: RealTime;
}

async function untilNext(
  { due, again }: NextTurn,
  clock: WorldClock,
  realClock: RealClock,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const waits = [
    ...(due === undefined ? [] : [clock.sleepUntil(due, either)]),
    ...(again === undefined ? [] : [realClock.sleepUntil(again, either)]),
  ];
  await Promise.race(waits);
  over.abort();
  await Promise.all(waits);
}
