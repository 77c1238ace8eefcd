/** `ceil(log2(leafCount))`: the path length of every leaf of a tree; 0 for one leaf or none. Exact for every safe integer. */
export function depthOf(leafCount: number): number {
  let depth = 0;
  for (let width = 1; width < leafCount; width *= 2) depth++;
  return depth;
}
