/**
 * Goals as two independent Poisson processes (Maher 1982): the number of goals still to come on each side depends only
 * on its rate and the time left. The model is simple, but its prices of all lines are consistent, and move with score
 * and clock.
 */

/** Expected goals of each side. */
export type Rates = readonly [number, number];
/** Goals of each side. */
export type Goals = readonly [number, number];

/** More remaining goals than this are so rare that they do not affect a price. */
const MOST = 14;

/** Effect of a dismissal on the rates of the side that has one player less, and of the other. */
const WEAKENED = 0.67;
const STRENGTHENED = 1.25;

/** The rates with these numbers of dismissals. */
export function ratesAfter([first, second]: Rates, [reds1, reds2]: Goals): Rates {
  const factor = (own: number, others: number): number =>
    WEAKENED ** Math.min(own, 2) * STRENGTHENED ** Math.min(others, 2);
  return [first * factor(reds1, reds2), second * factor(reds2, reds1)];
}

/** The highest factor of `ratesAfter`. */
export const HIGHEST_FACTOR = STRENGTHENED ** 2;

/** The probabilities of 0 to MOST goals. */
function poisson(rate: number): number[] {
  const terms: number[] = [];
  let term = Math.exp(-rate);
  for (let goals = 0; goals <= MOST; goals++) {
    terms.push(term);
    term *= rate / (goals + 1);
  }
  return terms;
}

/** A distribution over integers: the probability of each value. */
export type Distribution = ReadonlyMap<number, number>;

/** The final lead of side 1 and the final total, given the goals so far and the rates of those to come. */
export function finalDistributions(
  [goals1, goals2]: Goals,
  [rate1, rate2]: Rates,
): {
  readonly lead: Distribution;
  readonly total: Distribution;
} {
  const lead = new Map<number, number>();
  const total = new Map<number, number>();
  const second = poisson(rate2);
  poisson(rate1).forEach((p1, more1) => {
    second.forEach((p2, more2) => {
      const p = p1 * p2;
      const by = goals1 - goals2 + more1 - more2;
      const sum = goals1 + goals2 + more1 + more2;
      lead.set(by, (lead.get(by) ?? 0) + p);
      total.set(sum, (total.get(sum) ?? 0) + p);
    });
  });
  return { lead, total };
}

/** The probabilities of a win of side 1, a draw, and a win of side 2. */
export function resultShares(lead: Distribution): [number, number, number] {
  const shares: [number, number, number] = [0, 0, 0];
  for (const [by, p] of lead) shares[by > 0 ? 0 : by === 0 ? 1 : 2] += p;
  return shares;
}

/**
 * The share of `over` at which neither side of a bet "value + line above 0" has an advantage. A whole line returns the
 * stake if the sum is 0. A quarter line is two bets of half the stake, on the lines a quarter below and above, so half
 * of it may be won, lost or returned.
 */
export function lineShare(values: Distribution, line: number): number {
  const parts = Number.isInteger(2 * line) ? [line, line] : [line - 0.25, line + 0.25];
  let won = 0;
  let lost = 0;
  for (const [value, p] of values)
    for (const part of parts) {
      if (value + part > 0) won += p;
      else if (value + part < 0) lost += p;
    }
  return won / (won + lost);
}

/**
 * The line, a multiple of 0.25 near `guess`, at which both sides are closest to even. `sign`: how it
 * enters the sum.
 */
export function evenLine(values: Distribution, sign: 1 | -1, guess: number): number {
  const middle = Math.round(4 * guess) / 4;
  let best = middle;
  let distance = Number.POSITIVE_INFINITY;
  for (let line = middle - 1; line <= middle + 1; line += 0.25) {
    const off = Math.abs(lineShare(values, sign * line) - 0.5);
    // NaN if every stake would be returned.
    if (!(off < distance)) continue;
    best = line;
    distance = off;
  }
  return best;
}

/** Probability that a kick of a shoot-out scores. */
export const KICK = 0.75;
const KICKS = 5;

/**
 * The probability that side 1 wins a shoot-out. `taken`: kicks of each side so far; side 1 kicks first. After five
 * kicks each, sudden death is even.
 */
export function shootOutShare([goals1, goals2]: Goals, [taken1, taken2]: Goals): number {
  const [left1, left2] = [Math.max(0, KICKS - taken1), Math.max(0, KICKS - taken2)];
  if (taken1 >= KICKS && taken2 >= KICKS && taken1 === taken2) {
    if (goals1 !== goals2) return goals1 > goals2 ? 1 : 0;
    return 0.5;
  }
  if (taken1 <= KICKS && taken2 <= KICKS && left1 + left2 > 0) {
    if (goals1 > goals2 + left2) return 1;
    if (goals2 > goals1 + left1) return 0;
  }
  const isFirst = taken1 <= taken2;
  const next: Goals = isFirst ? [taken1 + 1, taken2] : [taken1, taken2 + 1];
  const scored: Goals = isFirst ? [goals1 + 1, goals2] : [goals1, goals2 + 1];
  return KICK * shootOutShare(scored, next) + (1 - KICK) * shootOutShare([goals1, goals2], next);
}
