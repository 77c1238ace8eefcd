export { recordsOfFile } from './commands/records/recordsOfFile.js';
export { EmbeddedChain } from './roots/chain/embeddedChain.js';
export { DEFAULT_PRICING } from './roots/chain/pricing.js';
export { executePlan, type OraclePlan, planOracle, setUpOracle } from './roots/chain/setUpOracle.js';
export { costOf, type NewAccount, type PayerCost, type SetUpStep } from './roots/chain/setUpStep.js';
export { type ClusterOptions, type ClusterService, startOnCluster } from './serve/cluster.js';
export { DataFolder } from './serve/dataFolder.js';
export { type EmbeddedOptions, type EmbeddedService, startEmbedded } from './serve/embedded.js';
export { KeyFolder, type PairName } from './serve/keyFolder.js';
export { OracleService, type OracleServiceOptions } from './serve/oracleService.js';
export {
  type Replay,
  type ReplayedRecord,
  type ReplayOptions,
  type ReplayProgress,
  startReplay,
} from './serve/replay.js';
export { ROLES, type Role } from './serve/role.js';
export { SIMULATED_TABLES } from './serve/simulatedTables.js';
