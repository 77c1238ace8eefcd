import type { Odds } from 'linesman/format';
import { ODDS_MARKETS, ODDS_PERIODS, type OddsMarket } from '../data/record/index.js';
import { oddsUpdate } from './oddsUpdate.js';
import type { Random } from './random.js';

export interface OddsFeedOptions {
  readonly fixtureId: number;
  readonly startTime: number;
  /** Time of the first update, ms. */
  readonly from: number;
  /** ms between updates. */
  readonly spacing: number;
  readonly count: number;
  readonly random: Random;
}

interface Line {
  readonly market: OddsMarket;
  readonly period: string | null;
  readonly parameters: string | null;
}

const HANDICAPS = [-1.25, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];
const TOTALS = [0.5, 1, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5];

/** Every combination of market, period and parameters on offer. */
const LINES: readonly Line[] = [null, ...ODDS_PERIODS].flatMap((period): Line[] => [
  { market: '1X2_PARTICIPANT_RESULT', period, parameters: null },
  ...HANDICAPS.map((line): Line => ({ market: 'ASIANHANDICAP_PARTICIPANT_GOALS', period, parameters: `line=${line}` })),
  ...TOTALS.map((line): Line => ({ market: 'OVERUNDER_PARTICIPANT_GOALS', period, parameters: `line=${line}` })),
]);

/** Odds updates of one soccer fixture, in time order. One in eight suspends its line. */
export function oddsFeed({ fixtureId, startTime, from, spacing, count, random }: OddsFeedOptions): Odds[] {
  return Array.from({ length: count }, (_, i) => {
    const { market, period, parameters } = random.pick(LINES);
    const isSuspended = random.onceIn(8);
    const prices = isSuspended ? [] : demargined(random, ODDS_MARKETS[market].length);
    // A bijection for each serial number, so fixtures never share a message id.
    const head = String((Math.imul(fixtureId, 0x9e3779b1) ^ Math.imul(i, 0x85ebca6b)) >>> 0).padStart(10, '0');
    const message = `${head}:00003:${String(i).padStart(6, '0')}${isSuspended ? '-0' : ''}`;
    return oddsUpdate({ fixtureId, startTime, message, ts: from + i * spacing, market, period, parameters, prices });
  });
}

/** Decimal odds × 1000 whose implied probabilities add up to 1, within rounding. */
function demargined(random: Random, outcomes: number): number[] {
  const weights = Array.from({ length: outcomes }, () => random.between(5, 60));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => Math.round((1000 * sum) / weight));
}
