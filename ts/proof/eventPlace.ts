import { fail } from '../error/index.js';
import { equalBytes } from '../format/index.js';
import { depthOf, fold, leafIndexOf } from '../merkle/index.js';
import { checking, placeOf } from './place.js';
import type { StatProof } from './proof.js';
import type { TreeFormat } from './treeFormat.js';

/**
 * Place of the update among the fixture's updates of the slot, from 0: the event stat root is one of the leaves under the summary.
 * 6022 otherwise.
 *
 * The shape is pinned by the update count before anything is hashed. Each update has two neighbouring leaves, its zero map's on the
 * left and its event stat root on the right, so the leaf index is odd; a path of any other length would move the cut between levels.
 */
export function eventPlace(proof: StatProof, format: TreeFormat): number {
  const { fixtureProof, eventStatRoot, summary } = proof;
  const { updateCount } = summary.updateStats;
  const leafCount = format === 'current' ? 2 * updateCount : updateCount;
  const wrong = (why: string): never =>
    fail(6022, { message: `The fixture proof ${why}.`, updateCount, ...placeOf(fixtureProof) });
  const index = leafIndexOf(fixtureProof);
  checking(fixtureProof, () => checkPlace(index, fixtureProof.length, leafCount, updateCount));
  if (format === 'current' && index % 2 === 0) return wrong(`points at leaf ${index}, which is a zero map`);
  if (!equalBytes(fold(eventStatRoot, fixtureProof), summary.eventsSubTreeRoot)) {
    return wrong("does not lead from the event stat root to the summary's sub-tree root");
  }
  return format === 'current' ? (index - 1) / 2 : index;
}

/** 6022 unless a path of this length leads from this leaf of a sub-tree of so many leaves. */
export function checkPlace(index: number, length: number, leafCount: number, updateCount: number): void {
  const wrong = (why: string): never => fail(6022, { message: `The fixture proof ${why}.`, updateCount });
  const depth = depthOf(leafCount);
  if (length !== depth) wrong(`has ${length} nodes; ${updateCount} updates make it ${depth}`);
  if (index >= leafCount) wrong(`points at leaf ${index} of ${leafCount}`);
}
