import type { LinesmanError } from '@linesman/sdk/error';
import type { Ingest } from '../data/ingest/ingest.js';
import { type EndUncovered, endUncovered } from './endUncovered.js';
import { type FeedOptions, runFeed } from './runFeed.js';

export interface StartedFeed {
  /** Fulfils when everything due at the start is stored. */
  readonly caughtUp: Promise<void>;
  /** Stores the batch in progress first. */
  stop(): Promise<void>;
}

export interface StartFeedOptions
  extends Pick<FeedOptions, 'season' | 'clock' | 'onProgress' | 'onFailure'>,
    Pick<EndUncovered, 'store'> {
  readonly ingest: FeedOptions['ingest'] & Pick<Ingest, 'accept'>;
  /** Called for the first refused record of a fixture only, because all scores after a refused one are refused too. */
  readonly onRefused?: (fixtureId: number, error: LinesmanError) => void;
  /** Called with a match of an earlier version of the generator, whose coverage was ended. */
  readonly onEnded?: (fixtureId: number) => void;
}

/** Feeds a season in the background. Matches that an earlier version of the generator left unfinished are ended. */
export function startFeed({ onProgress, onRefused, onEnded, store, ...options }: StartFeedOptions): StartedFeed {
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
      onProgress: (progress) => {
        onProgress?.(progress);
        if (progress.until >= start) resolve();
      },
      onRefused: ({ fixtureId }, error: LinesmanError) => {
        if (refused.has(fixtureId)) return;
        // Bounded, because a season does not end.
        if (refused.size > 1_000) refused.clear();
        refused.add(fixtureId);
        onRefused?.(fixtureId, error);
      },
      onOther: async ({ fixtureId, wire }) => {
        const { clock, ingest } = options;
        if (await endUncovered(fixtureId, wire, { store, ingest, now: clock.now() })) onEnded?.(fixtureId);
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
