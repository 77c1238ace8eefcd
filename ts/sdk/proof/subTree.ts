import { INVALID_SUB_TREE_PROOF } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { equalBytes, type Hash } from '../format/hash.js';
import type { Path } from '../format/proofNode.js';
import { depthOf } from '../merkle/depth.js';
import { fold, leafIndexOf } from '../merkle/path.js';
import { documentPath } from './documentPath.js';

/**
 * Checks that the record is one of the `updateCount` leaves of the summary's sub-tree; the count fixes the path's
 * length. Errors: INVALID_SUB_TREE_PROOF.
 */
export function checkSubTree(leaf: Hash, path: Path, updateCount: number, root: Hash): void {
  const depth = depthOf(updateCount);
  if (path.length !== depth) {
    const nodes = path.length;
    fail(INVALID_SUB_TREE_PROOF, { problem: 'length', nodes, depth, updateCount, ...documentPath(path) });
  }
  const index = leafIndexOf(path);
  if (index >= updateCount)
    fail(INVALID_SUB_TREE_PROOF, { problem: 'no such leaf', leaf: index, updateCount, ...documentPath(path) });
  if (!equalBytes(fold(leaf, path), root))
    fail(INVALID_SUB_TREE_PROOF, { problem: 'other root', updateCount, ...documentPath(path) });
}
