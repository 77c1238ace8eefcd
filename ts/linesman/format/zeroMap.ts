import { fail, INDEX_OUT_OF_BOUNDS } from '../error/index.js';
import type { Hash } from './hash.js';
import { type LayoutByte, layoutByteOf, type Sport } from './sport.js';
import type { StatKey } from './statKey.js';

interface Layout {
  /** `floor(key / 1000)` of the keys that have a bit, in the order of their bits. */
  readonly blocks: readonly number[];
  /** Offsets 1 to this have a bit; it is also the distance between the blocks' first bits, except where `bases` says otherwise. */
  readonly offsets: number;
  readonly bases: readonly number[];
}

const US_BLOCKS = [0, 1, 2, 10, 20, 30, 40];

const LAYOUTS: Readonly<Record<LayoutByte, Layout>> = {
  1: { blocks: [0, 1, 2, 3, 4, 5, 6, 7], offsets: 8, bases: [0, 8, 16, 24, 32, 40, 48, 56] },
  2: { blocks: US_BLOCKS, offsets: 36, bases: [0, 36, 72, 108, 144, 180, 216] },
  // Block 0 is followed by two bits that no key has: the bases are the oracle's, not multiples of 16.
  6: { blocks: US_BLOCKS, offsets: 16, bases: [0, 18, 34, 50, 66, 82, 98] },
};

/** The bit of a key in the zero map of a layout, 0 to 255, or undefined when the key has none. */
export function zeroMapBit(layout: LayoutByte, key: number): number | undefined {
  const { blocks, offsets, bases } = LAYOUTS[layout];
  const offset = key % 1000;
  if (offset < 1 || offset > offsets) return undefined;
  const base = bases[blocks.indexOf(Math.floor(key / 1000))];
  return base === undefined ? undefined : base + offset - 1;
}

/** All keys that have a bit, ascending by bit. */
export function keysOfSport(sport: Sport): StatKey[] {
  const { blocks, offsets } = LAYOUTS[layoutByteOf(sport)];
  return blocks.flatMap((block) => Array.from({ length: offsets }, (_, i) => (1000 * block + i + 1) as StatKey));
}

/** True when the bit of `key` is set. Errors: INDEX_OUT_OF_BOUNDS a key without a bit. */
export function isZeroInMap(map: Hash, layout: LayoutByte, key: number): boolean {
  const bit = zeroMapBit(layout, key);
  if (bit === undefined) {
    return fail(INDEX_OUT_OF_BOUNDS, { problem: 'no bit', key, layout });
  }
  return ((map[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

/**
 * The zero map of an update: bit *i* is bit `i & 7` (low first) of byte `i >> 3`; it is 1 when the key is in the record's stats with
 * value 0. All zero for a record without stats. Keys without a bit are left out: they cannot be proven zero.
 */
export function zeroMapOf(sport: Sport, stats: Iterable<readonly [key: number, value: number]>): Hash {
  const layout = layoutByteOf(sport);
  const map = new Uint8Array(32);
  for (const [key, value] of stats) {
    const bit = value === 0 ? zeroMapBit(layout, key) : undefined;
    if (bit !== undefined) map[bit >> 3] = (map[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return map as Hash;
}

/** First node of a zero proof: the layout byte, then 31 × 0xff. */
export function zeroMarker(layout: LayoutByte): Hash {
  const marker = new Uint8Array(32).fill(0xff);
  marker[0] = layout;
  return marker as Hash;
}

/** True when bytes 1 to 31 are all 0xff: then a single path is a zero proof, whatever else is wrong with it. */
export function isZeroMarker(node: Uint8Array): boolean {
  for (let i = 1; i < 32; i++) if (node[i] !== 0xff) return false;
  return node.length === 32;
}
