/**
 * Depth of a tree, and so the length of every path in it: `ceil(log2(leafCount))`, 0 for one leaf or none. Exact for
 * every safe integer.
 *
 * @example
 * ```ts
 * import { depthOf } from '@linesman/sdk/merkle';
 *
 * depthOf(5); // 3
 * ```
 */
export function depthOf(leafCount: number): number {
  let depth = 0;
  for (let width = 1; width < leafCount; width *= 2) depth++;
  return depth;
}
