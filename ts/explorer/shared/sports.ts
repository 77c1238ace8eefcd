import type { OddsRecord } from '@linesman/sdk/client';

/** Whether a record is about the winner of the whole match, without a line or a period. */
export const isWinner = ({ MarketParameters, MarketPeriod }: OddsRecord): boolean =>
  MarketParameters === null && MarketPeriod === null;

export const priceText = (price: number): string => (price / 1000).toFixed(2);
