import { NO_SUCH_LINE } from '../../error/codes/market.js';
import { fail } from '../../error/linesmanError.js';
import { SPORT_LINES, type Sport } from '../../format/sports/sports.js';
import type { BinaryExpression, NDimensionalStrategy, TraderPredicate } from '../../format/strategy.js';
import type { Mark, MarketTerms } from '../wire/terms.js';

/** The part of a market's terms that a line decides. */
export type LineTerms = Pick<MarketTerms, 'statKeys' | 'outcomes' | 'splits'>;

/** A line on the score: the handicap of the home side, or the total of both. */
export type Line = { readonly kind: 'handicap' | 'total'; readonly value: number };

/** What a plausible line is at most: a safeguard against a slip, wider than any bookmaker's. */
const BOUNDS: Readonly<Record<Line['kind'], readonly [least: number, most: number]>> = {
  handicap: [-100, 100],
  total: [0, 400],
};

/** What is compared with the line: the lead of the home side, or the score of both. */
const MEASURES: Readonly<Record<Line['kind'], BinaryExpression>> = { handicap: { subtract: {} }, total: { add: {} } };

/** The score of both sides, which has these keys in every sport. */
const SCORE: readonly number[] = [1, 2];

const OPPOSITE: Readonly<Record<Mark, Mark>> = {
  Lose: 'Win',
  HalfLose: 'HalfWin',
  Push: 'Push',
  HalfWin: 'HalfLose',
  Win: 'Lose',
};

/**
 * The terms of a handicap: outcome 0 is the home side (participant 1) with the line, outcome 1 the away side with the
 * opposite line. A whole line returns the stakes when it is hit; a quarter line is half a stake on each of the two
 * lines beside it, so it can be half won or half lost.
 *
 * Errors: NO_SUCH_LINE for a line that is no multiple of 0.25, one that the sport does not have, or one out of range.
 *
 * @param line The home side's handicap, such as -0.25.
 *
 * @example
 * ```ts
 * import { handicapTerms } from '@linesman/sdk/program';
 *
 * const { statKeys, outcomes, splits } = handicapTerms('soccer', -0.25); // drawn: home half lost, away half won
 * ```
 */
export const handicapTerms = (sport: Sport, line: number): LineTerms => lineTerms(sport, 'handicap', line);

/**
 * The terms of a total: outcome 0 is over the line, outcome 1 under it, see {@link handicapTerms}.
 *
 * Errors: NO_SUCH_LINE.
 *
 * @param line Goals or points of both sides, such as 2.75.
 *
 * @example
 * ```ts
 * import { totalTerms } from '@linesman/sdk/program';
 *
 * const { statKeys, outcomes, splits } = totalTerms('soccer', 2.75); // three goals: over half won, under half lost
 * ```
 */
export const totalTerms = (sport: Sport, line: number): LineTerms => lineTerms(sport, 'total', line);

/**
 * The terms of a market on home (outcome 0), draw (1) or away (2). Errors: NO_SUCH_LINE for a sport without draws.
 *
 * @example
 * ```ts
 * import { threeWayTerms } from '@linesman/sdk/program';
 *
 * const { statKeys, outcomes } = threeWayTerms('soccer');
 * ```
 */
export function threeWayTerms(sport: Sport): LineTerms {
  if (!SPORT_LINES[sport].draws) fail(NO_SUCH_LINE, { problem: 'no draws', sport });
  return termsOf('handicap', [above(0), exactly(0)], null);
}

function lineTerms(sport: Sport, kind: Line['kind'], value: number): LineTerms {
  const [least, most] = BOUNDS[kind];
  const quarters = value * 4;
  if (typeof value !== 'number' || !Number.isInteger(quarters))
    return fail(NO_SUCH_LINE, { problem: 'no quarter', kind, value });
  if (value < least || value > most) return fail(NO_SUCH_LINE, { problem: 'out of range', kind, value, least, most });
  if (quarters % 2 !== 0 && !SPORT_LINES[sport].quarters)
    return fail(NO_SUCH_LINE, { problem: 'no quarters', sport, kind, value });
  // What has to be exceeded: a lead of 1 when the home side gives 1.
  const asked = kind === 'total' ? value : -value;
  // Of two half lines beside each other there is one whole number between; hit, it decides the halves.
  const hit = Math.abs(quarters % 4) === 2 ? null : Math.round(asked);
  if (hit === null) return termsOf(kind, [above(Math.floor(asked))], null);
  const mark: Mark = hit === asked ? 'Push' : hit > asked ? 'HalfWin' : 'HalfLose';
  const row = (first: Mark): Mark[] => [first, OPPOSITE[first]];
  return termsOf(kind, [above(hit), exactly(hit)], [row('Win'), row(mark), row('Lose')]);
}

// A line of 0 asks for -0, which adding makes 0.
const above = (threshold: number): TraderPredicate => ({ threshold: threshold + 0, comparison: { greaterThan: {} } });
const exactly = (threshold: number): TraderPredicate => ({ threshold: threshold + 0, comparison: { equalTo: {} } });

const termsOf = (kind: Line['kind'], cases: readonly TraderPredicate[], splits: Mark[][] | null): LineTerms => ({
  statKeys: [...SCORE],
  outcomes: cases.map(
    (predicate): NDimensionalStrategy => ({
      geometricTargets: [],
      distancePredicate: null,
      discretePredicates: [{ binary: { indexA: 0, indexB: 1, op: MEASURES[kind], predicate } }],
    }),
  ),
  splits,
});

/**
 * A line in words: `home -0.25, away +0.25`, or `over or under 2.75`.
 *
 * @example
 * ```ts
 * import { lineText } from '@linesman/sdk/program';
 *
 * lineText({ kind: 'handicap', value: -0.25 }); // 'home -0.25, away +0.25'
 * ```
 */
export function lineText({ kind, value }: Line): string {
  if (kind === 'total') return `over or under ${value}`;
  return `home ${signed(value)}, away ${signed(0 - value)}`;
}

/** `-0.25`, `0` or `+0.25`. */
const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));

/**
 * The whole or quarter line that terms with splits are of; `null` for other splits, and for terms without splits.
 *
 * @example
 * ```ts
 * import { lineOf, type Market } from '@linesman/sdk/program';
 *
 * declare const { terms }: Market;
 * lineOf(terms); // { kind: 'handicap', value: -0.25 }
 * ```
 */
export function lineOf({ statKeys, outcomes, splits }: LineTerms): Line | null {
  const first = outcomes[0]?.discretePredicates[0];
  const middle = splits?.[1]?.[0];
  if (middle === undefined || first === undefined || !('binary' in first)) return null;
  const kind = 'add' in first.binary.op ? 'total' : 'handicap';
  const asked = first.binary.predicate.threshold + (middle === 'HalfWin' ? -0.25 : middle === 'HalfLose' ? 0.25 : 0);
  // Whether it is that line is told by the terms of it, in soccer, which has all lines.
  const value = kind === 'total' ? asked : 0 - asked;
  const [least, most] = BOUNDS[kind];
  if (value < least || value > most) return null;
  const terms = lineTerms('soccer', kind, value);
  const isSame =
    JSON.stringify([statKeys, outcomes, splits]) === JSON.stringify([terms.statKeys, terms.outcomes, terms.splits]);
  return isSame ? { kind, value } : null;
}
