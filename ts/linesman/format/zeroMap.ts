import { fail, INDEX_OUT_OF_BOUNDS } from '../error/index.js';
import type { Hash } from './hash.js';
import { type LayoutByte, layoutByteOf, type Sport } from './sport.js';
import type { StatKey } from './statKey.js';

interface Layout {
  /** `floor(key / 1000)` of the keys with a bit, in bit order. */
  readonly blocks: readonly number[];
  /** Offsets 1 to this have a bit. */
  readonly offsets: number;
  /** First bit of each block. */
  readonly bases: readonly number[];
}

const US_BLOCKS = [0, 1, 2, 10, 20, 30, 40];

const LAYOUTS: Readonly<Record<LayoutByte, Layout>> = {
  1: { blocks: [0, 1, 2, 3, 4, 5, 6, 7], offsets: 8, bases: [0, 8, 16, 24, 32, 40, 48, 56] },
  2: { blocks: US_BLOCKS, offsets: 36, bases: [0, 36, 72, 108, 144, 180, 216] },
  // The oracle leaves two unused bits after block 0, so these are not multiples of 16.
  6: { blocks: US_BLOCKS, offsets: 16, bases: [0, 18, 34, 50, 66, 82, 98] },
};

/**
 * Returns the bit of a key in the zero map of a layout, 0 to 255; undefined if the key has none.
 *
 * @example
 * ```ts
 * import { zeroMapBit } from 'linesman/format';
 *
 * zeroMapBit(1, 1001); // 8
 * ```
 */
export function zeroMapBit(layout: LayoutByte, key: number): number | undefined {
  const { blocks, offsets, bases } = LAYOUTS[layout];
  const offset = key % 1000;
  if (offset < 1 || offset > offsets) return undefined;
  const base = bases[blocks.indexOf(Math.floor(key / 1000))];
  return base === undefined ? undefined : base + offset - 1;
}

/**
 * Lists the keys with a bit in the zero map of a sport, in bit order. Errors: SPORT_NOT_TRUSTED.
 *
 * @example
 * ```ts
 * import { keysOfSport } from 'linesman/format';
 *
 * keysOfSport('soccer').length; // 64
 * ```
 */
export function keysOfSport(sport: Sport): StatKey[] {
  const { blocks, offsets } = LAYOUTS[layoutByteOf(sport)];
  return blocks.flatMap((block) => Array.from({ length: offsets }, (_, i) => (1000 * block + i + 1) as StatKey));
}

/**
 * Whether the bit of `key` is set, which proves its value 0. Errors: INDEX_OUT_OF_BOUNDS for a key without a bit.
 *
 * @example
 * ```ts
 * import { isZeroInMap, zeroMapOf } from 'linesman/format';
 *
 * isZeroInMap(zeroMapOf('soccer', [[3, 0]]), 1, 3); // true
 * ```
 */
export function isZeroInMap(map: Hash, layout: LayoutByte, key: number): boolean {
  const bit = zeroMapBit(layout, key);
  if (bit === undefined) {
    return fail(INDEX_OUT_OF_BOUNDS, { problem: 'no bit', key, layout });
  }
  return ((map[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

/**
 * Builds the zero map of an update: bit *i* (bit `i & 7`, low first, of byte `i >> 3`) is 1 if the record has its key
 * with value 0. Keys without a bit are ignored: they cannot be proven zero. Errors: SPORT_NOT_TRUSTED.
 *
 * @example
 * ```ts
 * import { zeroMapOf } from 'linesman/format';
 *
 * const map = zeroMapOf('soccer', [
 *   [1, 2],
 *   [2, 0],
 * ]);
 * ```
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

/**
 * Returns the first node of a zero proof: the layout byte, then 31 × 0xff.
 *
 * @example
 * ```ts
 * import { layoutByteOf, zeroMarker } from 'linesman/format';
 *
 * const marker = zeroMarker(layoutByteOf('soccer'));
 * ```
 */
export function zeroMarker(layout: LayoutByte): Hash {
  const marker = new Uint8Array(32).fill(0xff);
  marker[0] = layout;
  return marker as Hash;
}

/**
 * Whether a node is a zero marker of any layout, known or not: bytes 1 to 31 are 0xff. A path that starts with one is a
 * zero proof, even an invalid one.
 *
 * @example
 * ```ts
 * import { isZeroMarker, zeroMarker } from 'linesman/format';
 *
 * isZeroMarker(zeroMarker(1)); // true
 * ```
 */
export function isZeroMarker(node: Uint8Array): boolean {
  for (let i = 1; i < 32; i++) if (node[i] !== 0xff) return false;
  return node.length === 32;
}
