import type { Sport } from '../../ts/sdk/format/sports/sports.js';

/** Which periods a finality policy accepts. Part of settlementModel.ts and, like it, written from the rules. */

/** The sport named in the terms. Neither the program nor the model knows the sport of the fixture. */
export type ClaimedSport = Sport;
export type Policy = 'finalised' | 'regular-time' | 'half-time' | 'signed-final';

interface Deciding {
  readonly policy: Policy;
  readonly sport: ClaimedSport;
}

/** The period of half-time, and those that come when regular time has been played. */
export const ENDS: Readonly<Record<ClaimedSport, { readonly half: number; readonly regular: readonly number[] }>> = {
  soccer: { half: 3, regular: [5, 6] },
  basketball: { half: 5, regular: [9, 10] },
  'us-football': { half: 5, regular: [9, 10] },
};

/** Deciding periods for a market on these keys. */
export function accepts(
  { policy, keys, sport }: Deciding & { readonly keys: readonly number[] },
  period: number,
): boolean {
  switch (policy) {
    case 'finalised':
    case 'signed-final':
      return period === 100;
    case 'regular-time':
      if (period === 100) return keys.every((key) => key >= 1_000);
      return ENDS[sport].regular.includes(period);
    case 'half-time':
      return period === 100 || period === ENDS[sport].half;
  }
}

/** The periods that decide for any keys: totals may be among them. */
export const acceptsForAll = (of: Deciding, period: number): boolean => accepts({ ...of, keys: [1] }, period);
