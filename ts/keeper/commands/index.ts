import type { CommandTable } from 'linesman/cli';

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: CommandTable = {
  keeper: async () => (await import('./keeper/keeper.js')).addKeeper,
  buy: async () => (await import('./customer/buy.js')).addBuy,
  wallet: async () => (await import('./wallet/wallet.js')).addWallet,
  subscribe: async () => (await import('./customer/subscribe.js')).addSubscribe,
  fixtures: async () => (await import('./customer/fixtures.js')).addFixtures,
  subscription: async () => (await import('./customer/subscription.js')).addSubscription,
  credits: async () => (await import('./credits/credits.js')).addCredits,
  market: async () => (await import('./market/market.js')).addMarket,
  result: async () => (await import('./result/result.js')).addResult,
};
