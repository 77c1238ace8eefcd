export { type ClusterOptions, type ClusterService, startOnCluster } from './cluster.js';
export { DataFolder } from './dataFolder.js';
export { type EmbeddedOptions, type EmbeddedService, startEmbedded } from './embedded.js';
export { KeyFolder, type PairName } from './keyFolder.js';
export { OracleService, type OracleServiceOptions } from './oracleService.js';
export { type Replay, type ReplayedRecord, type ReplayOptions, type ReplayProgress, startReplay } from './replay.js';
export { ROLES, type Role } from './role.js';
export { SIMULATED_TABLES } from './simulatedTables.js';
