import { fail } from '../error/index.js';
import { equalBytes, type Hash, type Path } from '../format/index.js';
import { depthOf, fold, leafIndexOf } from '../merkle/index.js';
import { placeOf } from './place.js';

/** The record is one of the `updateCount` leaves of the summary's sub-tree, whose depth the count pins (6003). */
export function checkSubTree(leaf: Hash, path: Path, updateCount: number, root: Hash): void {
  const depth = depthOf(updateCount);
  const wrong = (why: string): never =>
    fail(6003, { message: `The sub-tree proof ${why}.`, updateCount, ...placeOf(path) });
  if (path.length !== depth) wrong(`has ${path.length} nodes; ${updateCount} records make it ${depth}`);
  if (leafIndexOf(path) >= updateCount) wrong(`points at leaf ${leafIndexOf(path)} of ${updateCount}`);
  if (!equalBytes(fold(leaf, path), root)) wrong("does not lead from the record to the summary's sub-tree root");
}
