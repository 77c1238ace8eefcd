export { type BatchLoopOptions, runBatches } from './batchLoop.js';
export { type OracleRootsParameters, oracleRootsChain } from './oracleRootsChain.js';
export { type Published, Publisher, type PublisherOptions } from './publisher.js';
export type { RootsChain } from './rootsChain.js';
export { type PublisherConfiguration, type RunningPublisher, startPublisher } from './startPublisher.js';
