import { INVALID_FIXTURE_SUB_TREE_PROOF } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { equalBytes } from '../format/hash.js';
import { depthOf } from '../merkle/depth.js';
import { fold, leafIndexOf } from '../merkle/path.js';
import { checking, documentPath } from './documentPath.js';
import type { StatProof } from './proof.js';
import type { TreeFormat } from './treeFormat.js';

/**
 * Returns the index of the update among the fixture's updates in the slot, from 0. Errors:
 * INVALID_FIXTURE_SUB_TREE_PROOF unless the event stat root is a leaf of the summary's sub-tree.
 *
 * The update count fixes the shape before anything is hashed: a path of another length could pass off a node of one
 * level as a node of another. Each update has two adjacent leaves, its zero map on the left and its event stat root on
 * the right, so the leaf index is odd.
 */
export function eventPlace(proof: StatProof, format: TreeFormat): number {
  const { fixtureProof, eventStatRoot, summary } = proof;
  const { updateCount } = summary.updateStats;
  const leafCount = format === 'current' ? 2 * updateCount : updateCount;
  const index = leafIndexOf(fixtureProof);
  checking(fixtureProof, () => checkPlace(index, fixtureProof.length, leafCount, updateCount));
  if (format === 'current' && index % 2 === 0) {
    const at = documentPath(fixtureProof);
    return fail(INVALID_FIXTURE_SUB_TREE_PROOF, { problem: 'zero map', leaf: index, updateCount, ...at });
  }
  if (!equalBytes(fold(eventStatRoot, fixtureProof), summary.eventsSubTreeRoot)) {
    return fail(INVALID_FIXTURE_SUB_TREE_PROOF, { problem: 'other root', updateCount, ...documentPath(fixtureProof) });
  }
  return format === 'current' ? (index - 1) / 2 : index;
}

/**
 * Errors: INVALID_FIXTURE_SUB_TREE_PROOF unless a sub-tree of `leafCount` leaves has this leaf and paths of this
 * length.
 */
export function checkPlace(index: number, length: number, leafCount: number, updateCount: number): void {
  const depth = depthOf(leafCount);
  if (length !== depth) fail(INVALID_FIXTURE_SUB_TREE_PROOF, { problem: 'length', nodes: length, depth, updateCount });
  if (index >= leafCount)
    fail(INVALID_FIXTURE_SUB_TREE_PROOF, { problem: 'no such leaf', leaf: index, leaves: leafCount, updateCount });
}
