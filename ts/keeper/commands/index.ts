import type { CommandAdder } from 'linesman/cli';
import { addBuy } from './command/buy.js';
import { addCredits } from './command/credits.js';
import { addKeeper } from './command/keeper.js';
import { addMarket } from './command/market.js';
import { addSubscribe } from './command/subscribe.js';
import { addSubscription } from './command/subscription.js';
import { addWallet } from './command/wallet.js';

export { configOf, programsOfFlags } from './customer/deploymentOf.js';
export { openChain } from './customer/openChain.js';

/** The commands that `linesman` finds when this package is installed. Internal. */
export const COMMANDS: Readonly<Record<string, CommandAdder>> = {
  keeper: addKeeper,
  buy: addBuy,
  wallet: addWallet,
  subscribe: addSubscribe,
  subscription: addSubscription,
  credits: addCredits,
  market: addMarket,
};
