/** Something to time. `run` does it once and may return the ms itself. */
export interface Contender {
  readonly name: string;
  run(): unknown;
}

export interface Taken<Name extends string> {
  /** Medians over the rounds. */
  readonly ms: Readonly<Record<Name, number>>;
  /**
   * How many times as long the first takes as the second. This is the median of the ratios within each round, in which
   * both meet the same load.
   */
  ratio(slower: Name, faster: Name): number;
}

/**
 * Times contenders in turn. Each round runs every contender once, so that other load on the machine affects all
 * equally. The first round is a warm-up. Stops after `rounds`, or when `limit` ms have passed and at least three rounds
 * have counted.
 */
export async function sideBySide<Name extends string>(
  contenders: readonly (Contender & { readonly name: Name })[],
  { rounds, limit }: { readonly rounds: number; readonly limit: number },
): Promise<Taken<Name>> {
  const times = new Map<Name, number[]>(contenders.map(({ name }) => [name, []]));
  const started = performance.now();
  for (let round = 0; round <= rounds; round++) {
    if (round > 3 && performance.now() - started > limit) break;
    // The order alternates, so that no contender always runs after another's garbage.
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

/** Calls `run` so many times. */
export function times(count: number, run: () => unknown): void {
  for (let i = 0; i < count; i++) run();
}

/** The median ratio of values measured in the same rounds. */
export const medianRatio = (above: readonly number[], below: readonly number[]): number =>
  median(above.map((value, round) => value / (below[round] ?? Number.NaN)));

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this fraction of the values lies; NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = part * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
