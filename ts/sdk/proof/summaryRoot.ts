import { INVALID_MAIN_TREE_PROOF } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { equalBytes, type Hash, type Root, rootOf } from '../format/hash.js';
import type { Path } from '../format/proofNode.js';
import { fold } from '../merkle/path.js';
import { checking, documentPath } from './documentPath.js';

/**
 * Folds a summary leaf to the main root. Errors: INVALID_MAIN_TREE_PROOF for an empty path (leaf 0 of a main tree is
 * its metadata, so a summary always has siblings); those of `publishedRoot`.
 */
export function summaryRoot(leaf: Hash, mainTreeProof: Path, published: Root | undefined): Root {
  if (mainTreeProof.length === 0)
    return fail(INVALID_MAIN_TREE_PROOF, { problem: 'no node', ...documentPath(mainTreeProof) });
  return checking(mainTreeProof, () => publishedRoot(rootOf(fold(leaf, mainTreeProof)), published));
}

/** Returns the root after comparing it with the published one, if given. Errors: INVALID_MAIN_TREE_PROOF. */
export function publishedRoot(root: Root, published: Root | undefined): Root {
  if (published && !equalBytes(root, published)) {
    return fail(INVALID_MAIN_TREE_PROOF, { problem: 'other root', root, published });
  }
  return root;
}
