import { fail } from '../error/index.js';
import { equalBytes } from '../format/index.js';
import { depthOf, fold, leafIndexOf } from '../merkle/index.js';
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
  const depth = depthOf(leafCount);
  const wrong = (why: string): never => fail(6022, { message: `The fixture proof ${why}.`, updateCount });
  if (fixtureProof.length !== depth) {
    return wrong(`has ${fixtureProof.length} nodes; ${updateCount} updates make it ${depth}`);
  }
  const index = leafIndexOf(fixtureProof);
  if (index >= leafCount) return wrong(`points at leaf ${index} of ${leafCount}`);
  if (format === 'current' && index % 2 === 0) return wrong(`points at leaf ${index}, which is a zero map`);
  if (!equalBytes(fold(eventStatRoot, fixtureProof), summary.eventsSubTreeRoot)) {
    return wrong("does not lead from the event stat root to the summary's sub-tree root");
  }
  return format === 'current' ? (index - 1) / 2 : index;
}
