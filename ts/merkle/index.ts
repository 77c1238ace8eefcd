export { depthOf } from './depth.js';
export { hashPair } from './hashPair.js';
export { checkIndices, foldMultiproof, type Multiproof, multiproofOf } from './multiproof.js';
export { fold, leafIndexOf, pathOf } from './path.js';
export { buildTree, merkleRoot, type Tree } from './tree.js';
