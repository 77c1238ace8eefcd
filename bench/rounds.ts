/** Something whose time is taken; `run` does it once and may give the ms itself. */
export interface Contender {
  readonly name: string;
  run(): unknown;
}

export interface Taken<Name extends string> {
  /** Median of the rounds. */
  readonly ms: Readonly<Record<Name, number>>;
  /** How many times as long the first takes as the second: median of what each round says, for both meet the same load in it. */
  ratio(slower: Name, faster: Name): number;
}

/**
 * Takes turns: each round runs every contender once, so that what else the machine does meets all of them alike. The first round is not
 * counted. Stops after `rounds`, or when `limit` (ms) is over and three rounds are counted.
 */
export async function sideBySide<Name extends string>(
  contenders: readonly (Contender & { readonly name: Name })[],
  { rounds, limit }: { readonly rounds: number; readonly limit: number },
): Promise<Taken<Name>> {
  const times = new Map<Name, number[]>(contenders.map(({ name }) => [name, []]));
  const started = performance.now();
  for (let round = 0; round <= rounds; round++) {
    if (round > 3 && performance.now() - started > limit) break;
    // The order changes, or one of them would always come after the other's garbage.
    const order = round % 2 === 0 ? contenders : [...contenders].reverse();
    for (const { name, run } of order) {
      globalThis.gc?.();
      const from = performance.now();
      await run();
      const took = performance.now() - from;
      if (round > 0) times.get(name)?.push(took);
    }
  }
  return {
    ms: Object.fromEntries([...times].map(([name, taken]) => [name, median(taken)])) as Record<Name, number>,
    ratio: (slower, faster) => medianRatio(times.get(slower) ?? [], times.get(faster) ?? []),
  };
}

/** Median of the ratios of what was measured in the same rounds. */
export const medianRatio = (above: readonly number[], below: readonly number[]): number =>
  median(above.map((value, round) => value / (below[round] ?? Number.NaN)));

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this part of the values lies; NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = part * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
