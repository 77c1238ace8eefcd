import { fail, INVALID_MAIN_TREE_PROOF } from '../error/index.js';
import { equalBytes, type Hash, type Path, type Root, rootOf } from '../format/index.js';
import { fold } from '../merkle/index.js';
import { checking, placeOf } from './place.js';

/**
 * The main root that a summary leaf leads to. Errors: INVALID_MAIN_TREE_PROOF not a single node (leaf 0 of a main tree is
 * its metadata, so no summary stands alone); those of `publishedRoot`.
 */
export function summaryRoot(leaf: Hash, mainTreeProof: Path, published: Root | undefined): Root {
  if (mainTreeProof.length === 0)
    return fail(INVALID_MAIN_TREE_PROOF, { problem: 'no node', ...placeOf(mainTreeProof) });
  return checking(mainTreeProof, () => publishedRoot(rootOf(fold(leaf, mainTreeProof)), published));
}

/** The root, equal to the published one when that is known. Errors: INVALID_MAIN_TREE_PROOF. */
export function publishedRoot(root: Root, published: Root | undefined): Root {
  if (published && !equalBytes(root, published)) {
    return fail(INVALID_MAIN_TREE_PROOF, { problem: 'other root', root, published });
  }
  return root;
}
