import { fail } from '../error/index.js';
import { equalBytes, type Hash, type Path, type Root, rootOf, shortHash } from '../format/index.js';
import { fold } from '../merkle/index.js';
import { checking, placeOf } from './place.js';

/**
 * The main root that a summary leaf leads to, equal to the published one when that is known (6004). At least one node: leaf 0 of a
 * main tree is its metadata, so no summary stands alone.
 */
export function summaryRoot(leaf: Hash, mainTreeProof: Path, published: Root | undefined): Root {
  if (mainTreeProof.length === 0)
    return fail(6004, { message: 'The main tree proof has no node.', ...placeOf(mainTreeProof) });
  return checking(mainTreeProof, () => publishedRoot(rootOf(fold(leaf, mainTreeProof)), published));
}

/** The root, equal to the published one when that is known (6004). */
export function publishedRoot(root: Root, published: Root | undefined): Root {
  if (published && !equalBytes(root, published)) {
    return fail(6004, {
      message: `The main tree proof leads to ${shortHash(root)}; published is ${shortHash(published)}.`,
      root,
      published,
    });
  }
  return root;
}
