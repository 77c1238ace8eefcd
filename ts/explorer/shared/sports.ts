import type { OddsRecord } from 'linesman/client';

/** Whether a record is about who wins the match: no line, no part of the match. */
export const isWinner = ({ MarketParameters, MarketPeriod }: OddsRecord): boolean =>
  MarketParameters === null && MarketPeriod === null;

export const priceText = (price: number): string => (price / 1000).toFixed(2);
