import type { Odds } from '@linesman/sdk/format';

/**
 * Implied probabilities in percent of demargined prices: `100000 / price` rounded half up to three decimals; `NA` on
 * quarter lines.
 */
export function percentages(odds: Pick<Odds, 'marketParameters' | 'prices'>): string[] {
  const line = /^line=(-?[\d.]+)$/.exec(odds.marketParameters ?? '')?.[1];
  if (line !== undefined && !Number.isInteger(2 * Number(line))) return odds.prices.map(() => 'NA');
  return odds.prices.map((price) => {
    // Integer arithmetic, because a binary fraction would round some halves down.
    const thousandths = Math.floor((2 * 100_000_000 + price) / (2 * price));
    return `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`;
  });
}
