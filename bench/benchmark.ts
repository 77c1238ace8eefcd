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
  readonly goal?: { readonly text: string; readonly met: boolean };
}

export interface RunOptions {
  /** Fewer rounds on less data: to see that it works, not for figures. */
  readonly quick: boolean;
}

export interface Benchmark {
  readonly name: string;
  /** What is measured, one sentence. */
  readonly about: string;
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

/** `atLeast`, `atMost`: a goal and whether the value meets it. */
export const atLeast = (value: number, goal: number, unit: string): Row['goal'] => ({
  text: `≥ ${goal.toLocaleString('en')} ${unit}`,
  met: value >= goal,
});
export const atMost = (value: number, goal: number, unit: string): Row['goal'] => ({
  text: `≤ ${goal.toLocaleString('en')} ${unit}`,
  met: value <= goal,
});
