import type { CommandAdder } from 'linesman/cli';
import { addCredits } from './credits/credits.js';
import { addBuy } from './customer/buy.js';
import { addFixtures } from './customer/fixtures.js';
import { addSubscribe } from './customer/subscribe.js';
import { addSubscription } from './customer/subscription.js';
import { addKeeper } from './keeper/keeper.js';
import { addMarket } from './market/market.js';
import { addResult } from './result/result.js';
import { addWallet } from './wallet/wallet.js';

export { configOf, programsOfFlags } from './deploymentOf.js';
export { openChain } from './openChain.js';
export { solText } from './wallet/lamports.js';

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: Readonly<Record<string, CommandAdder>> = {
  keeper: addKeeper,
  buy: addBuy,
  wallet: addWallet,
  subscribe: addSubscribe,
  fixtures: addFixtures,
  subscription: addSubscription,
  credits: addCredits,
  market: addMarket,
  result: addResult,
};
