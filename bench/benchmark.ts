import type { Shares } from './profile.js';

/**
 * The goal for a ratio. For CPU time, which depends less on the load of the machine, the goal is for the value itself.
 */
export interface Goal {
  readonly text: string;
  readonly met: boolean;
}

/** One line of a result. */
export interface Row {
  readonly what: string;
  /** Median over the rounds, in `unit`. */
  readonly value: number;
  readonly unit: string;
  /**
   * Median of another implementation, which takes turns with ours in the same run; or of the floor, which is only the
   * work that ours cannot avoid.
   */
  readonly peer?: { readonly name: string; readonly value: number };
  /** How many times as good as the baseline: above 1, ours is better. */
  readonly ratio?: number;
  readonly goal?: Goal;
}

export interface RunOptions {
  /** Runs fewer rounds on less data. This checks that the benchmark works, but its figures mean little. */
  readonly quick: boolean;
}

export interface Benchmark {
  readonly name: string;
  /** One sentence that says what the benchmark measures. */
  readonly about: string;
  run(options: RunOptions, report: Report): Promise<readonly Row[]>;
}

/** What a benchmark says besides its rows. */
export interface Report {
  note(text: string): void;
  /** Where the time of our part goes. `what` names it in the head of a table. */
  profile(what: string, shares: Shares): void;
}

/** The memory that a process holds after a benchmark, in bytes. */
export interface Memory {
  readonly rss: number;
  /** After garbage collection. */
  readonly heap: number;
  /** Buffers outside the heap. */
  readonly external: number;
}

export interface Result {
  readonly name: string;
  readonly about: string;
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
  readonly profiles: readonly { readonly what: string; readonly shares: Shares }[];
  readonly memory: Memory;
  readonly seconds: number;
}

/** A goal for the value itself. */
export const below = (value: number, limit: number, unit: string): Goal => ({
  text: `≤ ${limit.toLocaleString('en')} ${unit}`,
  met: value <= limit,
});

/** The goal for a ratio to a floor: how many times as long ours may take as the work that it cannot avoid. */
export const atMostTimes = (ratio: number, goal: number): Goal => ({
  text: `≤ ${goal.toLocaleString('en')}× its time`,
  met: 1 / ratio <= goal,
});

/** A goal is a ratio to the baseline in the same run, because a time also depends on the machine and its load. */
export const atLeast = (ratio: number, goal: number): Goal => ({
  text: `≥ ${goal.toLocaleString('en')}×`,
  met: ratio >= goal,
});
