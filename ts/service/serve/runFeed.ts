import { setImmediate } from 'node:timers/promises';
import { LinesmanError } from 'linesman/error';
import type { FeedRecord, Season } from 'linesman-season/calendar';
import { type RealClock, realClock, type WorldClock } from '../clock/index.js';
import type { Ingest } from '../data/ingest/index.js';
import { isOfOther, otherMatches } from './otherMatches.js';
import { storedUntil } from './storedUntil.js';

/** Progress of the feed; the counts are those of this run. */
export interface FeedProgress {
  /** Every record due before this time (ms) is stored or refused. The feed's lag is the difference from the clock. */
  readonly until: number;
  /** Time (ms) of the next record. */
  readonly next: number;
  readonly accepted: number;
  /** Records that were already stored. */
  readonly repeated: number;
  readonly refused: number;
}

export interface FeedOptions {
  readonly season: Season;
  /** Decides when records are due. */
  readonly clock: WorldClock;
  readonly ingest: Pick<Ingest, 'acceptAll' | 'hasScore' | 'lastScore'>;
  /** Called after each batch, and whenever nothing is due. */
  readonly onProgress?: (progress: FeedProgress) => void;
  /** Called for a refused record; the feed continues. */
  readonly onRefused?: (record: FeedRecord, error: LinesmanError) => void;
  /**
   * Called once for a match of which the store has another under the same number, made by an earlier version of the
   * generator; the season's own is not sent. Called again until it fulfils.
   */
  readonly onOther?: (score: FeedRecord) => Promise<void>;
  /** Called when records cannot be stored; they are sent again. */
  readonly onFailure?: (error: unknown) => void;
  /** ms (machine time) from a failure to the next attempt. Default 1,000. */
  readonly retry?: number;
  readonly machine?: RealClock;
  /** Records stored together when several are due. Default 50: larger batches only make others wait longer. */
  readonly batch?: number;
}

/**
 * Feeds a season's records when due, until the signal aborts; a batch in progress is stored before the promise fulfils.
 * An interrupted season continues where it stopped, whatever stopped it: all records of possibly incomplete matches are
 * sent again, and overdue ones come at once.
 */
export async function runFeed(options: FeedOptions, signal: AbortSignal): Promise<void> {
  const { season, clock, ingest, onProgress, onRefused, onOther, batch = 50 } = options;
  const counts = { accepted: 0, repeated: 0, refused: 0 };

  const since = await untilItWorks(options, signal, () =>
    storedUntil(season, clock.now(), (score) => ingest.hasScore(score), signal),
  );
  if (since === undefined || signal.aborted) return;
  const reader = season.records(since);
  const others = new Set<number>();
  const leave = async (record: FeedRecord): Promise<void> => {
    if (others.has(record.fixtureId)) return;
    others.add(record.fixtureId);
    await untilItWorks(options, signal, async () => onOther?.(record));
  };
  const found = await untilItWorks(options, signal, () =>
    otherMatches(season, { reader, since, now: clock.now() }, ingest, signal),
  );
  for (const record of found ?? []) await leave(record);
  while (!signal.aborted) {
    const now = clock.now();
    const due: FeedRecord[] = [];
    while (due.length < batch && reader.nextTs <= now) {
      const record = reader.next();
      if (!others.has(record.fixtureId)) due.push(record);
    }
    if (due.length === 0) {
      onProgress?.({ until: now, next: reader.nextTs, ...counts });
      await clock.sleepUntil(reader.nextTs, signal);
      continue;
    }
    const results = await untilItWorks(options, signal, () => ingest.acceptAll(due.map(({ wire }) => wire)));
    if (!results) return;
    for (const [i, result] of results.entries()) {
      const record = due[i];
      // A feed has no rules by which anything would be held.
      if (!(result instanceof LinesmanError)) counts[result.status === 'held' ? 'refused' : result.status]++;
      else {
        counts.refused++;
        if (record === undefined) continue;
        if (!isOfOther(result)) onRefused?.(record, result);
        // Other records may differ where the scores so far are the same: then the match goes on.
        else if (record.kind === 'scores') await leave(record);
      }
    }
    onProgress?.({ until: Math.min(reader.nextTs, now), next: reader.nextTs, ...counts });
    // Lets the rest of the process run while the feed catches up.
    await setImmediate();
  }
}

/** Retries until it succeeds; undefined if the signal aborts first. */
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
