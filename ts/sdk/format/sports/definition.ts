/** The zero map of a sport: which stat keys have a bit. */
export interface Layout {
  /** First byte of a zero marker, and `SportId` of a record. */
  readonly byte: number;
  /** `floor(key / 1000)` of the keys with a bit, in bit order. */
  readonly blocks: readonly number[];
  /** Offsets 1 to this have a bit: two for each counter. */
  readonly offsets: number;
  /** Bits left unused after the first block. Default 0. */
  readonly unused?: number;
}

/** Something that is counted for each participant. */
export type Counter = readonly [
  /** In the `Score` of a record. */
  field: string,
  /** The readable name. */
  name: string,
];

/** A part of the match, with its own block of stat keys. */
export interface Part {
  readonly name: string;
  /** The fields of a participant's `Score` that add up to it, with a dot before each inner field. */
  readonly score: readonly string[];
  /** The earliest policy whose deciding status comes after the last change of its values. */
  readonly settledBy: 'half-time' | 'regular-time' | 'finalised';
}

/** Two parts of a match or more that add up to another one; each is given by its block of stat keys. */
export type Sum = readonly [total: number, parts: readonly number[]];

/** The part of the match that a status means; `null` while coverage is suspended. */
export type PeriodState =
  | 'scheduled'
  | 'live'
  | 'finished'
  | 'abandoned'
  | 'cancelled'
  | 'postponed'
  | 'uncovered'
  | null;

/** A status: its short name, and its meaning. The first one of a sport has the number 1. */
export type Period = readonly [name: string, state: PeriodState];

/** The statuses that decide a market under a policy. 100 decides under every policy. */
export interface Deciding {
  readonly 'regular-time': readonly number[];
  readonly 'half-time': readonly number[];
}

/**
 * The minimum number of minutes from the start of a match until the policy's deciding status, minus 5. Measured on
 * recorded and simulated matches of every course (tests/service/earliestDecision.test.ts). The 5 minutes are those of a
 * slot, because times are compared with the first record of the match in the slot of the event.
 */
export interface LeastMinutes {
  readonly finalised: number;
  readonly 'regular-time': number;
  readonly 'half-time': number;
  readonly 'signed-final': number;
}

/** How people bet on its score. */
export interface Lines {
  /** Whether lines go in quarters: -0.25. Otherwise in halves. */
  readonly quarters: boolean;
  /** Whether a match may end in a draw. */
  readonly draws: boolean;
  /** A usual total, for a form that nobody has filled in. */
  readonly total: number;
}

/** The sport in everyday terms. */
export interface Shown {
  readonly title: string;
  /** The everyday word for its first two stats. */
  readonly counted: 'goals' | 'points';
  /** Whether the match clock counts up, or down in each period. */
  readonly clock: 'up' | 'down';
}

/** How records name the sport. */
export interface Named {
  /** In `Type`, in titles of schemas, and in names of fields that contain the sport. */
  readonly type: string;
  /** The suffix of the names of a participant's state in the described wire; the observed one lacks it. */
  readonly stateSuffix: string;
}
