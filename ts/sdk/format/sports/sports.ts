import * as basketball from './basketball.js';
import type {
  Counter,
  Deciding,
  Layout,
  LeastMinutes,
  Lines,
  Named,
  Part,
  PeriodState,
  Shown,
  Period as Status,
  Sum,
} from './definition.js';
import * as soccer from './soccer.js';
import * as usFootball from './usFootball.js';

/** A sport whose stats can be proven. */
export type Sport = 'soccer' | 'basketball' | 'us-football';

export const SPORTS: readonly Sport[] = ['soccer', 'basketball', 'us-football'];

export type BySport<T> = Readonly<Record<Sport, T>>;

/**
 * A value for each sport.
 *
 * @example
 * ```ts
 * import { bySport } from '@linesman/sdk/format';
 *
 * const counts = bySport(() => 0);
 * counts.soccer; // 0
 * ```
 */
export const bySport = <T>(make: (sport: Sport) => T): BySport<T> =>
  Object.fromEntries(SPORTS.map((sport) => [sport, make(sport)])) as Record<Sport, T>;

// A table for each part of a definition, because bundles leave out the tables that they do not use.

/** Which stat keys have a bit in the zero map. */
export const SPORT_LAYOUTS = {
  soccer: soccer.LAYOUT,
  basketball: basketball.LAYOUT,
  'us-football': usFootball.LAYOUT,
} as const satisfies BySport<Layout>;

/** The counters, in the order of stat keys: counter *i* has the offsets 2*i* + 1 and 2*i* + 2. */
export const SPORT_COUNTERS = {
  soccer: soccer.COUNTERS,
  basketball: basketball.COUNTERS,
  'us-football': usFootball.COUNTERS,
} as const satisfies BySport<readonly Counter[]>;

/** The parts of a match, in the order of the layout's blocks. */
export const SPORT_PARTS: BySport<readonly Part[]> = {
  soccer: soccer.PARTS,
  basketball: basketball.PARTS,
  'us-football': usFootball.PARTS,
};

/** The parts of a match that add up to others. */
export const SPORT_SUMS: BySport<readonly Sum[]> = {
  soccer: soccer.SUMS,
  basketball: basketball.SUMS,
  'us-football': usFootball.SUMS,
};

/** The statuses from 1; every sport has 100, `finalised`, as well. */
export const SPORT_PERIODS = {
  soccer: soccer.PERIODS,
  basketball: basketball.PERIODS,
  'us-football': usFootball.PERIODS,
} as const satisfies BySport<readonly Status[]>;

/** Short names of statuses that can repeat: 1000*n* + the status is the *n*th one. */
export const NUMBERED_PERIODS: BySport<readonly string[]> = {
  soccer: soccer.NUMBERED,
  basketball: basketball.NUMBERED,
  'us-football': usFootball.NUMBERED,
};

/** Statuses whose number does not follow the order of the match, each with the status whose place it takes. */
export const OUT_OF_ORDER: BySport<Readonly<Record<number, number>>> = {
  soccer: soccer.OUT_OF_ORDER,
  basketball: basketball.OUT_OF_ORDER,
  'us-football': usFootball.OUT_OF_ORDER,
};

export const DECIDING_PERIODS: BySport<Deciding> = {
  soccer: soccer.DECIDING,
  basketball: basketball.DECIDING,
  'us-football': usFootball.DECIDING,
};

export const LEAST_MINUTES: BySport<LeastMinutes> = {
  soccer: soccer.LEAST_MINUTES,
  basketball: basketball.LEAST_MINUTES,
  'us-football': usFootball.LEAST_MINUTES,
};

export const SPORT_LINES: BySport<Lines> = {
  soccer: soccer.LINES,
  basketball: basketball.LINES,
  'us-football': usFootball.LINES,
};

export const SHOWN_SPORTS: BySport<Shown> = {
  soccer: soccer.SHOWN,
  basketball: basketball.SHOWN,
  'us-football': usFootball.SHOWN,
};

export const SPORT_NAMES = {
  soccer: soccer.NAMED,
  basketball: basketball.NAMED,
  'us-football': usFootball.NAMED,
} as const satisfies BySport<Named>;

/** First byte of a zero marker. It selects the layout that assigns keys to bits of the zero map. */
export type LayoutByte = (typeof SPORT_LAYOUTS)[Sport]['byte'];

/** The short name of a status of some sport. */
export type PeriodName = (typeof SPORT_PERIODS)[Sport][number][0];

export type { PeriodState };
