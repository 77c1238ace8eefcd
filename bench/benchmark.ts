/** What was set out to reach, of the ratio; of the value where that is CPU time, which depends less on what else the machine does. */
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
  /** The same by somebody else, measured in turn with ours in the same run. */
  readonly peer?: { readonly name: string; readonly value: number };
  /** How many times as good as the peer: above 1 ours is. */
  readonly ratio?: number;
  readonly goal?: Goal;
}

export interface RunOptions {
  /** Fewer rounds on less data: to see that it works, not for figures. */
  readonly quick: boolean;
  /** Folder of another version of the package, built, that is measured as well. */
  readonly against?: { readonly name: string; readonly folder: string } | undefined;
}

export interface Benchmark {
  readonly name: string;
  /** What is measured, one sentence. */
  readonly about: string;
  /** Whether it can measure another version as well. */
  readonly comparesVersions?: boolean;
  run(options: RunOptions, note: (text: string) => void): Promise<readonly Row[]>;
}

/** What a process holds after a benchmark, bytes. */
export interface Memory {
  readonly rss: number;
  /** After a collection. */
  readonly heap: number;
  /** Buffers outside of the heap. */
  readonly external: number;
}

export interface Result {
  readonly name: string;
  readonly about: string;
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
  readonly memory: Memory;
  readonly seconds: number;
}

/** A goal is a ratio to the peer of the same run: a time says as much of the machine, and of what else it does. */
export const atLeast = (ratio: number, goal: number): Goal => ({
  text: `≥ ${goal.toLocaleString('en')}×`,
  met: ratio >= goal,
});
