export { runBatches } from './batchLoop.js';
export { oracleRootsChain, publisherRootsChain } from './oracleRootsChain.js';
export { oracleRootsReader } from './oracleRootsReader.js';
export { Publisher, type PublisherOptions } from './publisher.js';
export type { RootsChain, RootsReader } from './rootsChain.js';
