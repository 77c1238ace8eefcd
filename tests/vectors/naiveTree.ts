import { leafHash, sibling } from './draft.js';
import type { Path, Stat } from './vector.js';
import { sha256 } from './wireBytes.js';

const pair = (left: string, right: string): string =>
  sha256(Buffer.from(left, 'hex'), Buffer.from(right, 'hex')).toString('hex');

/** A tree over any hashes, computed naively: root and the path of every leaf. */
export function naiveTree(leaves: readonly string[]): { root: string; paths: Path[] } {
  const paths: Path[] = leaves.map(() => []);
  let layer = [...leaves];
  let places = leaves.map((_, i) => i);
  while (layer.length > 1) {
    if (layer.length % 2 === 1) layer.push(layer.at(-1) as string);
    paths.forEach((path, leaf) => {
      const place = places[leaf] as number;
      path.push(
        place % 2 === 0 ? sibling(layer[place + 1] as string, 'right') : sibling(layer[place - 1] as string, 'left'),
      );
    });
    layer = Array.from({ length: layer.length / 2 }, (_, i) =>
      pair(layer[2 * i] as string, layer[2 * i + 1] as string),
    );
    places = places.map((place) => Math.floor(place / 2));
  }
  return { root: layer[0] ?? '00'.repeat(32), paths };
}

/** A stat tree over any stats, including zeros and unknown keys. */
export const statTree = (stats: readonly Stat[]) => naiveTree(stats.map(leafHash));
