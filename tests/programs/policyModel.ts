/** Which periods a finality policy accepts. Part of settlementModel.ts and, like it, written from the rules. */

/** The sport named in the terms. Neither the program nor the model knows the sport of the fixture. */
export type ClaimedSport = 'soccer' | 'basketball' | 'us-football';
export type Policy = 'Finalised' | 'RegularTime' | 'HalfTime' | 'SignedFinal';

interface Deciding {
  readonly policy: Policy;
  readonly sport: ClaimedSport;
}

/** Deciding periods for a market on these keys. */
export function accepts(
  { policy, keys, sport }: Deciding & { readonly keys: readonly number[] },
  period: number,
): boolean {
  const isSoccer = sport === 'soccer';
  switch (policy) {
    case 'Finalised':
    case 'SignedFinal':
      return period === 100;
    case 'RegularTime':
      if (period === 100) return keys.every((key) => key >= 1_000);
      return isSoccer ? period === 5 || period === 6 : period === 9 || period === 10;
    case 'HalfTime':
      return period === 100 || period === (isSoccer ? 3 : 5);
  }
}

/** The periods that decide for any keys: totals may be among them. */
export const acceptsForAll = (of: Deciding, period: number): boolean => accepts({ ...of, keys: [1] }, period);
