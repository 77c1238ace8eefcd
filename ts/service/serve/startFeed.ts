import type { LinesmanError } from 'linesman/error';
import { type FeedOptions, runFeed } from './runFeed.js';

export interface StartedFeed {
  /** Fulfils when everything due at the start is stored. */
  readonly caughtUp: Promise<void>;
  /** Stores the batch in progress first. */
  stop(): Promise<void>;
}

/**
 * Feeds a season in the background. Reports only the first refusal per fixture to `onFailure`: when one score is
 * refused, so are all that follow.
 */
export function startFeed({
  onFailure,
  onProgress,
  ...options
}: Pick<FeedOptions, 'season' | 'clock' | 'ingest' | 'onProgress' | 'onFailure'>): StartedFeed {
  const stopping = new AbortController();
  const start = options.clock.now();
  const refused = new Set<number>();
  let resolve = () => {};
  const caughtUp = new Promise<void>((done) => {
    resolve = done;
  });
  const running = runFeed(
    {
      ...options,
      ...(onFailure && { onFailure }),
      onProgress: (progress) => {
        onProgress?.(progress);
        if (progress.until >= start) resolve();
      },
      onRefused: ({ fixtureId }, error: LinesmanError) => {
        if (refused.has(fixtureId)) return;
        // Bounded, because a season has no end.
        if (refused.size > 1_000) refused.clear();
        refused.add(fixtureId);
        onFailure?.(error);
      },
    },
    stopping.signal,
  ).finally(resolve);
  return {
    caughtUp,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
