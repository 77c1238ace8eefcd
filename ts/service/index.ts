export { recordsOfFile } from './commands/records/recordsOfFile.js';
export {
  costOf,
  DEFAULT_PRICING,
  EmbeddedChain,
  executePlan,
  type NewAccount,
  type OraclePlan,
  type PayerCost,
  planOracle,
  type SetUpStep,
  setUpOracle,
} from './roots/chain/index.js';
export * from './serve/index.js';
