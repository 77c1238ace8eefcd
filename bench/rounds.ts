/** Something whose time is taken; `run` does it once and may give the ms itself. */
export interface Contender {
  readonly name: string;
  run(): unknown;
}

/**
 * Takes turns: each round runs every contender once, so that what else the machine does meets all of them alike. The first round is not
 * counted. Stops after `rounds`, or when `limit` (ms) is over and three rounds are counted. Gives the ms of each contender, median of the rounds.
 */
export async function sideBySide<Name extends string>(
  contenders: readonly (Contender & { readonly name: Name })[],
  { rounds, limit }: { readonly rounds: number; readonly limit: number },
): Promise<Record<Name, number>> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
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
  return Object.fromEntries([...times].map(([name, taken]) => [name, median(taken)])) as Record<Name, number>;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this part of the values lies; NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = part * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
