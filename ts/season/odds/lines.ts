import type { OddsMarket } from '@linesman/records';
import type { Phase } from '../script.js';
import {
  evenLine,
  finalDistributions,
  type Goals,
  lineShare,
  type Rates,
  ratesAfter,
  resultShares,
  shootOutShare,
} from './goalModel.js';
import type { Moment } from './timeline.js';

/** A line on the board. */
export interface PricedLine {
  readonly market: OddsMarket;
  readonly period: string | null;
  readonly parameters: string | null;
  /** Decimal odds × 1000, in the market's order. */
  readonly prices: readonly number[];
}

/** The name of a line. */
export const lineName = ({ market, period, parameters }: Omit<PricedLine, 'prices'>): string =>
  `${market}|${period ?? ''}|${parameters ?? ''}`;

/** Seconds of regular time, to which the rates refer. */
const REGULAR = 5_400;
/** A line that is almost decided is off the board. */
const LEAST_SHARE = 0.01;

/** Statuses in which bets are taken on regular time, on extra time, and on the shoot-out. */
const REGULAR_STATUSES: readonly number[] = [1, 2, 3, 4];
const EXTRA_STATUSES: readonly number[] = [6, 7, 8, 9];
const SHOOT_OUT_STATUSES: readonly number[] = [11, 12];
const FIRST_HALF = 2;
const SECOND_HALF = 4;
const EXTRA_FIRST_HALF = 7;
const EXTRA_SECOND_HALF = 9;
const BEFORE: readonly number[] = [1];
const BEFORE_EXTRA: readonly number[] = [6];

/** Each half on the game clock, s, and its usual added time. */
const HALVES: Readonly<Record<number, { readonly from: number; readonly to: number; readonly added: number }>> = {
  [FIRST_HALF]: { from: 0, to: 2_700, added: 150 },
  [SECOND_HALF]: { from: 2_700, to: REGULAR, added: 240 },
  [EXTRA_FIRST_HALF]: { from: REGULAR, to: 6_300, added: 90 },
  [EXTRA_SECOND_HALF]: { from: 6_300, to: 7_200, added: 120 },
};

/** Seconds left in a half. The added time is estimated until it is announced. */
function secondsLeft(half: number, status: number, seconds: number, phase: Phase): number {
  const { from, to, added } = HALVES[half] ?? { from: 0, to: 0, added: 0 };
  if (half > status) return to - from + added;
  if (half < status) return 0;
  return seconds < to ? to - seconds + added : Math.max(phase.clock[1] - seconds, 0);
}

/** Seconds on the game clock. */
export function secondsOf({ phase, since, ts }: Pick<Moment, 'phase' | 'since' | 'ts'>, now = ts): number {
  const [from, to] = phase.clock;
  const played = phase.minutes > 0 ? Math.min(Math.max(now - since, 0) / (60_000 * phase.minutes), 1) : 0;
  return from + (to - from) * played;
}

/** The lines on the board at a time (ms), with consistent prices. `rates`: expected goals of 90 minutes. */
export function linesAt(moment: Moment, now: number, rates: Rates): PricedLine[] {
  const { phase, goals, reds, kicks } = moment;
  const { status } = phase;
  const seconds = secondsOf(moment, now);
  const left = (...statuses: readonly number[]): Rates => {
    const share = statuses.reduce((sum, one) => sum + secondsLeft(one, status, seconds, phase), 0) / REGULAR;
    const [first, second] = ratesAfter(rates, reds);
    return [first * share, second * share];
  };
  const lines: PricedLine[] = [];
  if (REGULAR_STATUSES.includes(status)) {
    lines.push(...board(null, sum(goals.H1, goals.H2), left(FIRST_HALF, SECOND_HALF), 2));
    if (BEFORE.includes(status) || status === FIRST_HALF) lines.push(...board('half=1', goals.H1, left(FIRST_HALF), 1));
  }
  if (EXTRA_STATUSES.includes(status)) {
    lines.push(...board('et', sum(goals.ET1, goals.ET2), left(EXTRA_FIRST_HALF, EXTRA_SECOND_HALF), 1));
    if (BEFORE_EXTRA.includes(status) || status === EXTRA_FIRST_HALF)
      lines.push(...board('et,half=1', goals.ET1, left(EXTRA_FIRST_HALF), 0));
  }
  if (SHOOT_OUT_STATUSES.includes(status)) {
    const share = shootOutShare(goals.PE, kicks);
    const line = { market: 'ASIANHANDICAP_PARTICIPANT_GOALS', period: 'penalties', parameters: 'line=0' } as const;
    lines.push({ ...line, prices: pricesOf([share, 1 - share]) });
  }
  return lines.filter(({ prices }) => prices.length > 0);
}

const sum = ([a, b]: Goals, [c, d]: Goals): Goals => [a + c, b + d];

/** The lines of a period: the result, and handicaps and totals around the even ones, `around` quarters to each side. */
function board(period: string | null, goals: Goals, rates: Rates, around: number): PricedLine[] {
  const { lead, total } = finalDistributions(goals, rates);
  const sofar = goals[0] + goals[1];
  const handicap = evenLine(lead, 1, goals[1] - goals[0] + rates[1] - rates[0]);
  const goalLine = evenLine(total, -1, sofar + Math.max(rates[0] + rates[1], 0.5));
  const steps = Array.from({ length: 2 * around + 1 }, (_, i) => (i - around) / 4);
  const ofLine = (market: OddsMarket, line: number, share: number): PricedLine => ({
    market,
    period,
    parameters: `line=${line}`,
    prices: pricesOf([share, 1 - share]),
  });
  return [
    { market: '1X2_PARTICIPANT_RESULT', period, parameters: null, prices: pricesOf(resultShares(lead)) },
    ...steps
      .map((step) => handicap + step)
      .map((line) => ofLine('ASIANHANDICAP_PARTICIPANT_GOALS', line, lineShare(lead, line))),
    ...steps
      .map((step) => goalLine + step)
      .filter((line) => line >= sofar + 0.5)
      .map((line) => ofLine('OVERUNDER_PARTICIPANT_GOALS', line, lineShare(total, -line))),
  ];
}

/** Decimal odds × 1000 without a margin; none if an outcome is almost certain or almost impossible. */
function pricesOf(shares: readonly number[]): number[] {
  const all = shares.reduce((a, b) => a + b, 0);
  if (shares.some((share) => !(share / all >= LEAST_SHARE))) return [];
  return shares.map((share) => Math.max(1_001, Math.round((1_000 * all) / share)));
}
