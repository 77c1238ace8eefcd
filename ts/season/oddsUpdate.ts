import { ODDS_MARKETS, type OddsMarket } from '@linesman/records';
import type { Milliseconds, Odds } from '@linesman/sdk/format';

/** The operator named in generated odds. */
const BOOKMAKER = { id: 7001, name: 'Linesman House' } as const;

export interface OddsUpdateOptions {
  readonly fixtureId: number;
  /** Kick-off, ms. */
  readonly startTime: number;
  /** Begins the message id. */
  readonly message: string;
  /** ms. */
  readonly ts: number;
  readonly market: OddsMarket;
  readonly period: string | null;
  readonly parameters: string | null;
  /** Decimal odds × 1000, in the market's order. Empty: the line is suspended. */
  readonly prices: readonly number[];
}

/** An odds update of the only operator in generated odds. */
export function oddsUpdate(options: OddsUpdateOptions): Odds {
  const { fixtureId, startTime, message, ts, market, period, parameters, prices } = options;
  return {
    fixtureId,
    messageId: `${message}-${BOOKMAKER.id}-stab`,
    ts: ts as Milliseconds,
    bookmaker: BOOKMAKER.name,
    bookmakerId: BOOKMAKER.id,
    superOddsType: market,
    gameState: null,
    inRunning: ts >= startTime,
    marketParameters: parameters,
    marketPeriod: period,
    // A suspended line does not have prices, so it lacks price names too.
    priceNames: prices.length === 0 ? [] : [...ODDS_MARKETS[market]],
    prices,
  };
}
