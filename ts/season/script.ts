/** The course of a match. */
export const SCRIPTS = [
  /** Played to the end and confirmed by `game_finalised`, often followed by a record without a status. */
  'normal',
  /** Extra time, or two overtimes. */
  'extraTime',
  /** Soccer: extra time and a shoot-out. */
  'penalties',
  /** Interrupted and not resumed; its last record says so. */
  'abandoned',
  /** Cancelled before kick-off; its last record says so. */
  'cancelled',
  /** Soccer: postponed before kick-off. */
  'postponed',
  /** Interrupted and resumed. */
  'interrupted',
  /** Coverage is suspended for a while, and later ends before the match does. */
  'coverageLost',
  /** A goal or other score is confirmed, reviewed and discarded. */
  'varReversal',
  /** The result is corrected between the final whistle and `game_finalised`. */
  'correctionAfterFullTime',
  /** Nothing is counted: every stat is zero. */
  'allZero',
  /** Only `game_finalised` carries a status. */
  'withoutStatus',
  /** Basketball: two halves instead of four quarters. */
  'halves',
  /** US football: overtime that the coverage does not number. */
  'unnumberedOvertime',
] as const;
export type Script = (typeof SCRIPTS)[number];

/** The name of a script in options and texts: `var-reversal`. */
export const nameOfScript = (script: string): string =>
  script.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A step of a script: a period of play, a wait, or a moment. */
export interface Phase {
  readonly status: number;
  /** 0: a moment. */
  readonly minutes: number;
  /** How many of these minutes are added to the regular ones. */
  readonly added?: number;
  /** Paths of the score blocks, besides `Total`, that events count into. Empty: no play. */
  readonly blocks: readonly (readonly string[])[];
  /** Game clock at the start and at the end, in seconds. It runs evenly. */
  readonly clock: readonly [from: number, to: number];
}

export const play = (
  status: number,
  minutes: number,
  clock: readonly [number, number],
  ...blocks: (readonly string[])[]
): Phase => ({ status, minutes, blocks, clock });
export const wait = (status: number, minutes: number, clock = 0): Phase => ({
  status,
  minutes,
  blocks: [],
  clock: [clock, clock],
});
export const moment = (status: number, clock = 0): Phase => wait(status, 0, clock);

/** Periods, breaks and the last status of a match that runs its normal course. */
export interface Plan {
  readonly first: readonly Phase[];
  readonly second: readonly Phase[];
  readonly after: readonly Phase[];
}
