export { type BatchLoopOptions, runBatches } from './batchLoop.js';
export { type OracleRootsParameters, oracleRootsChain } from './oracleRootsChain.js';
export { type Published, Publisher, type PublisherOptions, type Rechecked } from './publisher.js';
export type { RootsChain } from './rootsChain.js';
