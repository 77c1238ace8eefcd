import type { CommandTable } from '@linesman/cli';

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: CommandTable = {
  keeper: async () => (await import('./keeper/keeper.js')).keeperCommand,
  watch: async () => (await import('./watch/watch.js')).watchCommand,
  buy: async () => (await import('./customer/buy.js')).buyCommand,
  wallet: async () => (await import('./wallet/wallet.js')).walletCommand,
  subscribe: async () => (await import('./customer/subscribe.js')).subscribeCommand,
  fixtures: async () => (await import('./customer/fixtures.js')).fixturesCommand,
  subscription: async () => (await import('./customer/subscription.js')).subscriptionCommand,
  credits: async () => (await import('./credits/credits.js')).creditsCommand,
  mcp: async () => (await import('./mcp/mcp.js')).mcpCommand,
  market: async () => (await import('./market/market.js')).marketCommand,
  result: async () => (await import('./result/result.js')).resultCommand,
};
