import { setImmediate } from 'node:timers/promises';
import { LinesmanError } from 'linesman/error';
import { type RealClock, realClock, type WorldClock } from '../clock/index.js';
import type { Ingest } from '../ingest/index.js';
import type { FeedRecord } from './feedRecord.js';
import type { Season } from './season.js';
import { storedUntil } from './storedUntil.js';

/** How far the feed has come; the counts are those of this run. */
export interface FeedProgress {
  /** Every record that was due before this is stored or was refused, ms. What it lies behind the clock is the lag of the feed. */
  readonly until: number;
  readonly accepted: number;
  /** Records that were stored before. */
  readonly repeated: number;
  readonly refused: number;
}

export interface FeedOptions {
  readonly season: Season;
  /** What records are due by. */
  readonly clock: WorldClock;
  readonly ingest: Pick<Ingest, 'acceptAll' | 'hasScore'>;
  /** Told after each batch, and whenever nothing is due. */
  readonly onProgress?: (progress: FeedProgress) => void;
  /** Told of a record that is not taken in; the feed goes on. */
  readonly onRefused?: (record: FeedRecord, error: LinesmanError) => void;
  /** Told when records could not be stored; they are sent again. */
  readonly onFailure?: (error: unknown) => void;
  /** ms of the machine's clock from a failure to the next try. Default 1,000. */
  readonly retry?: number;
  readonly machine?: RealClock;
  /** Records that are stored together when more are due than can be stored one by one. Default 50: a larger one only keeps others waiting for longer. */
  readonly batch?: number;
}

/**
 * Takes the records of a season in when they are due, until the signal is aborted; a batch that is on its way is stored before the promise is
 * fulfilled. A season that was fed before goes on where it stopped, however it stopped: all records of matches that may be incomplete are sent again.
 * What became due meanwhile comes at once.
 */
export async function runFeed(options: FeedOptions, signal: AbortSignal): Promise<void> {
  const { season, clock, ingest, onProgress, onRefused, batch = 50 } = options;
  const counts = { accepted: 0, repeated: 0, refused: 0 };

  const since = await untilItWorks(options, signal, () =>
    storedUntil(season, clock.now(), (score) => ingest.hasScore(score), signal),
  );
  if (since === undefined || signal.aborted) return;
  const reader = season.records(since);
  while (!signal.aborted) {
    const now = clock.now();
    const due: FeedRecord[] = [];
    while (due.length < batch && reader.nextTs <= now) due.push(reader.next());
    if (due.length === 0) {
      onProgress?.({ until: now, ...counts });
      await clock.sleepUntil(reader.nextTs, signal);
      continue;
    }
    const results = await untilItWorks(options, signal, () => ingest.acceptAll(due.map(({ wire }) => wire)));
    if (!results) return;
    for (const [i, result] of results.entries()) {
      const record = due[i];
      if (!(result instanceof LinesmanError)) counts[result.status]++;
      else {
        counts.refused++;
        if (record) onRefused?.(record, result);
      }
    }
    onProgress?.({ until: Math.min(reader.nextTs, now), ...counts });
    // Nothing else in the process would have its turn while the feed catches up.
    await setImmediate();
  }
}

/** Repeats what fails; undefined when the signal is aborted before it works. */
async function untilItWorks<T>(
  { onFailure, retry = 1_000, machine = realClock }: FeedOptions,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      onFailure?.(error);
      await machine.sleepUntil(machine.now() + retry, signal);
    }
  }
  return undefined;
}
