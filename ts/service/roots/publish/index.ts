export { runBatches } from './batchLoop.js';
export { insertRootInstruction, oracleRootsChain, publisherRootsChain } from './oracleRootsChain.js';
export { oracleRootsReader, readOracleRoots } from './oracleRootsReader.js';
export { Publisher, type PublisherOptions } from './publisher.js';
export type { RootsChain, RootsReader } from './rootsChain.js';
