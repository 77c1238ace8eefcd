export { systemTimers, type Timers } from '@linesman/sdk/client';
export { type MetricsServer, type MetricsText, serveMetrics } from '@linesman/sdk/node';
export {
  abandons,
  bufferIdOf,
  type CheckedSettlement,
  type CheckedVoidProposal,
  chainTime,
  checkSettlement,
  checkVoidProposal,
  decideOutcome,
  nextStep,
  orderKeyOf,
  periodDecides,
  type SettlementProof,
  type Step,
  windowEnd,
} from '@linesman/sdk/program';
export { Keeper, type Round } from './keeper.js';
export type { KeeperChain } from './keeperChain.js';
export type { KeeperOptions } from './keeperOptions.js';
export type { Level, Log } from './log.js';
export { type Action, type ActionOutcome, KeeperMetrics } from './metrics.js';
export {
  type Accounts,
  type OwnResult,
  plan,
  type SeenMarket,
  type SeenParlay,
  type SeenPool,
  type SeenResult,
  type Shown,
  type Step as PlannedStep,
} from './plan.js';
export type { Pool, PoolOf } from './pools.js';
export { currentFee, DEFAULT_FEE_LIMIT, type PriorityFee, priorityFeeOf } from './priorityFee.js';
export { type ResultStep, resultStep } from './resultStep.js';
