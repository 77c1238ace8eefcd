import type { Milliseconds, Odds } from 'linesman/format';
import type { Fields } from './fields.js';

/**
 * The odds in a JSON record, as lists show them. Missing lists become empty; missing optional texts become null. A
 * suspended line may have kept the names of its prices.
 */
export function listedOdds(fields: Fields): Odds {
  return {
    fixtureId: fields.FixtureId as number,
    messageId: fields.MessageId as string,
    ts: fields.Ts as Milliseconds,
    bookmaker: fields.Bookmaker as string,
    bookmakerId: fields.BookmakerId as number,
    superOddsType: fields.SuperOddsType as string,
    gameState: (fields.GameState as string | null | undefined) ?? null,
    inRunning: fields.InRunning as boolean,
    marketParameters: (fields.MarketParameters as string | null | undefined) ?? null,
    marketPeriod: (fields.MarketPeriod as string | null | undefined) ?? null,
    priceNames: (fields.PriceNames as string[] | undefined) ?? [],
    prices: (fields.Prices as number[] | undefined) ?? [],
  };
}

/** The odds in a JSON record, as their leaf has them: the programs want as many price names as prices. */
export function oddsOfWire(fields: Fields): Odds {
  const odds = listedOdds(fields);
  return odds.prices.length === 0 ? { ...odds, priceNames: [] } : odds;
}
