export { type BatchLoopOptions, runBatches } from './batchLoop.js';
export { type OracleRootsParameters, oracleRootsChain } from './oracleRootsChain.js';
export { type OracleRootsReaderParameters, oracleRootsReader } from './oracleRootsReader.js';
export { type Published, Publisher, type PublisherOptions, type Rechecked } from './publisher.js';
export type { RootsChain, RootsReader } from './rootsChain.js';
