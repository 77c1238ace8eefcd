export { DataFolder } from './dataFolder.js';
export { type EmbeddedOptions, type EmbeddedService, startEmbedded } from './embedded.js';
export type { KeyFolder, PairName } from './keyFolder.js';
export { OracleService, type OracleServiceOptions } from './oracleService.js';
export { streamClockOf } from './streamClock.js';
