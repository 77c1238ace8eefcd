import '#texts';

export { createLinesman, type Linesman, type Stake, type VerifyQuestion } from './createLinesman.js';
export type { DeployedPrograms, LinesmanNode, LinesmanOptions, OwnTrust, ServiceAccess } from './deployment.js';
export type { MarketQuestion, OpenedMarket, OpenMarketQuestion, ShownMarket } from './openMarket.js';
export type { SendOptions, SendState } from './sentOnce.js';
export type { Settled, SettleQuestion, SettleWait } from './settleWhenReady.js';
export type { Claimed, ClaimQuestion, StakeQuestion } from './stake.js';
export type { MarketWatcher } from './watchMarkets.js';
