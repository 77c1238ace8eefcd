import { isError, type LinesmanError, REQUEST_ABORTED } from 'linesman/error';
import type { Clock, RealClock, RealTime, WorldClock, WorldTime } from '../clock/index.js';
import type { Sealer } from '../seal/index.js';
import type { BatchKey } from '../store/index.js';
import type { Publisher } from './publisher.js';

export interface BatchLoopOptions {
  readonly sealer: Sealer;
  readonly publisher: Publisher;
  /** When slots are due. */
  readonly clock: WorldClock;
  /** By which pauses pass that wait for other machines; `clock` when left out. */
  readonly realClock?: RealClock;
  /** Batches whose proofs can be asked for from now on. */
  readonly onPublished?: (batches: readonly BatchKey[]) => void;
  /** Roots that a fork of the chain had taken away, and that are there again. */
  readonly onRestored?: (batches: readonly BatchKey[]) => void;
  /** Told of each alarm, at every turn again, as long as it lasts. */
  readonly onAlarm?: (alarm: LinesmanError) => void;
  /** Told of a turn or a renewal of the lease that failed; it is repeated. */
  readonly onFailure?: (error: unknown) => void;
  /** Real ms from a failed turn to the next. Default 5,000. */
  readonly retry?: number;
  /** Real ms from a turn that published something to the one that looks whether it is still there. Default 30,000. */
  readonly recheck?: number;
}

/** Seals and publishes whenever a slot is due, until the signal is aborted. The lease is kept between turns and in them, and given back in the end. */
export async function runBatches(options: BatchLoopOptions, signal: AbortSignal): Promise<void> {
  const { sealer, publisher, clock, onPublished, onRestored, onAlarm, onFailure } = options;
  const { retry = 5_000, recheck = 30_000, realClock = clock as Clock } = options;
  const ended = new AbortController();
  const keeping = publisher.keepLease(ended.signal, onFailure);
  while (!signal.aborted) {
    let next: NextTurn = {};
    try {
      await sealer.sealDue();
      const { isPublisher, published, alarms } = await publisher.publishBuilt(signal);
      if (published.length > 0) onPublished?.(published);
      for (const alarm of alarms) onAlarm?.(alarm);
      next.due = sealer.nextDue();
      if (isPublisher) {
        const { restored, alarms: found } = await publisher.recheck(signal);
        if (restored.length > 0) onRestored?.(restored);
        for (const alarm of found) onAlarm?.(alarm);
        if (published.length + restored.length > 0) next.again = realClock.now() + recheck;
      } else {
        // Who waits for the lease looks again soon: the one who had it may be gone.
        next.again = realClock.now() + retry;
      }
    } catch (error) {
      // To be told to give up is no failure.
      if (!(signal.aborted && isError(error, REQUEST_ABORTED))) onFailure?.(error);
      next = { again: realClock.now() + retry };
    }
    await untilNext(next, clock, realClock, signal);
  }
  ended.abort();
  await keeping;
  await publisher.stop().catch((error: unknown) => onFailure?.(error));
}

/** When the next turn begins: at whatever comes first. */
interface NextTurn {
  /** A slot is to be sealed. */
  due?: WorldTime;
  /** Something outside is looked at again. */
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
