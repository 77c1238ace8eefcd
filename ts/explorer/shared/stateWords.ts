import type { MatchState } from '@linesman/sdk/client';

/** The state of a match in everyday words. */
export const STATE_WORDS: Readonly<Record<MatchState, string>> = {
  scheduled: 'not begun',
  live: 'running',
  finished: 'full time',
  abandoned: 'abandoned',
  cancelled: 'cancelled',
  postponed: 'postponed',
  uncovered: 'no final report',
};
