/**
 * Terms of a market unless its creator chooses others: what a careful staker accepts. Times follow from the match, in
 * `usualMarketTimes`. Stakes are in whole tokens, the window in seconds.
 */
export const MARKET_DEFAULTS = {
  finality: 'finalised',
  challengeWindow: 3_600,
  feeBps: 0,
  minimumStake: '0.01',
  maximumStake: '1000000',
} as const;
