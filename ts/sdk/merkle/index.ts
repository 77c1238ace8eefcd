import '#texts';

export { depthOf } from './depth.js';
export { hashPair } from './hashPair.js';
export {
  checkIndices,
  type FoldedNode,
  foldMultiproof,
  foldMultiproofByNumber,
  type Multiproof,
  multiproofOf,
} from './multiproof.js';
export { fold, foldByNumber, leafIndexOf, pathOf } from './path.js';
export { buildTree, merkleRoot, type Tree } from './tree.js';
