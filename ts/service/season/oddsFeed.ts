import type { Milliseconds, Odds } from 'linesman/format';
import { ODDS_MARKETS, ODDS_PERIODS, type OddsMarket } from '../record/index.js';
import type { Random } from './random.js';

/** The operator that made-up odds are said to come from. */
export const BOOKMAKER = { id: 7001, name: 'Linesman House' } as const;

export interface OddsFeedOptions {
  readonly fixtureId: number;
  readonly startTime: number;
  /** First update, ms. */
  readonly from: number;
  /** ms between two updates. */
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

/** The lines that are offered: all markets, periods and kinds of parameters come up. */
const LINES: readonly Line[] = [null, ...ODDS_PERIODS].flatMap((period): Line[] => [
  { market: '1X2_PARTICIPANT_RESULT', period, parameters: null },
  ...HANDICAPS.map((line): Line => ({ market: 'ASIANHANDICAP_PARTICIPANT_GOALS', period, parameters: `line=${line}` })),
  ...TOTALS.map((line): Line => ({ market: 'OVERUNDER_PARTICIPANT_GOALS', period, parameters: `line=${line}` })),
]);

/** Odds updates of one fixture of soccer, in time order; one in eight takes its line off the board. */
export function oddsFeed({ fixtureId, startTime, from, spacing, count, random }: OddsFeedOptions): Odds[] {
  return Array.from({ length: count }, (_, i) => {
    const { market, period, parameters } = random.pick(LINES);
    const isSuspended = random.onceIn(8);
    const prices = isSuspended ? [] : demargined(random, ODDS_MARKETS[market].length);
    const ts = from + i * spacing;
    // One to one for each serial number: no two fixtures share a message.
    const head = String((Math.imul(fixtureId, 0x9e3779b1) ^ Math.imul(i, 0x85ebca6b)) >>> 0).padStart(10, '0');
    const serial = String(i).padStart(6, '0');
    return {
      fixtureId,
      messageId: `${head}:00003:${serial}${isSuspended ? '-0' : ''}-${BOOKMAKER.id}-stab`,
      ts: ts as Milliseconds,
      bookmaker: BOOKMAKER.name,
      bookmakerId: BOOKMAKER.id,
      superOddsType: market,
      gameState: null,
      inRunning: ts >= startTime,
      marketParameters: parameters,
      marketPeriod: period,
      // A record names as many prices as it holds.
      priceNames: isSuspended ? [] : [...ODDS_MARKETS[market]],
      prices,
    };
  });
}

/** Decimal odds × 1000 of shares that add up to 1, as far as rounding lets them. */
function demargined(random: Random, outcomes: number): number[] {
  const weights = Array.from({ length: outcomes }, () => random.between(5, 60));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => Math.round((1000 * sum) / weight));
}
