import { INDEX_OUT_OF_BOUNDS } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import type { Hash } from './hash.js';
import type { Layout } from './sports/definition.js';
import type { Sport } from './sports/sports.js';
import { trustedLayoutOf } from './sports/trustedLayout.js';
import type { StatKey } from './statKey.js';

/** The bit of a key in a layout. */
function bitOf({ blocks, offsets, unused = 0 }: Layout, key: number): number | undefined {
  const offset = key % 1000;
  const place = offset < 1 || offset > offsets ? -1 : blocks.indexOf(Math.floor(key / 1000));
  return place < 0 ? undefined : place * offsets + (place && unused) + offset - 1;
}

/**
 * Returns the bit of a key in the zero map of a sport, 0 to 255; undefined if the key has none. Errors:
 * SPORT_NOT_TRUSTED.
 *
 * @example
 * ```ts
 * import { zeroMapBit } from '@linesman/sdk/format';
 *
 * zeroMapBit('soccer', 1001); // 8
 * ```
 */
export const zeroMapBit = (sport: Sport, key: number): number | undefined => bitOf(trustedLayoutOf(sport), key);

/**
 * Lists the keys with a bit in the zero map of a sport, in bit order. Errors: SPORT_NOT_TRUSTED.
 *
 * @example
 * ```ts
 * import { keysOfSport } from '@linesman/sdk/format';
 *
 * keysOfSport('soccer').length; // 64
 * ```
 */
export function keysOfSport(sport: Sport): StatKey[] {
  const { blocks, offsets } = trustedLayoutOf(sport);
  return blocks.flatMap((block) => Array.from({ length: offsets }, (_, i) => (1000 * block + i + 1) as StatKey));
}

/**
 * Whether the bit of `key` is set, which proves its value 0. Errors: INDEX_OUT_OF_BOUNDS for a key without a
 * bit; SPORT_NOT_TRUSTED.
 *
 * @example
 * ```ts
 * import { isZeroInMap, zeroMapOf } from '@linesman/sdk/format';
 *
 * isZeroInMap(zeroMapOf('soccer', [[3, 0]]), 'soccer', 3); // true
 * ```
 */
export function isZeroInMap(map: Hash, sport: Sport, key: number): boolean {
  const bit = zeroMapBit(sport, key);
  if (bit === undefined) return fail(INDEX_OUT_OF_BOUNDS, { problem: 'no bit', key, sport });
  return ((map[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}

/**
 * Builds the zero map of an update: bit *i* (bit `i & 7`, low first, of byte `i >> 3`) is 1 if the record has its key
 * with value 0. Keys without a bit are ignored, because they cannot be proven zero. Errors: SPORT_NOT_TRUSTED.
 *
 * @example
 * ```ts
 * import { zeroMapOf } from '@linesman/sdk/format';
 *
 * const map = zeroMapOf('soccer', [
 *   [1, 2],
 *   [2, 0],
 * ]);
 * ```
 */
export function zeroMapOf(sport: Sport, stats: Iterable<readonly [key: number, value: number]>): Hash {
  const layout = trustedLayoutOf(sport);
  const map = new Uint8Array(32);
  for (const [key, value] of stats) {
    const bit = value === 0 ? bitOf(layout, key) : undefined;
    if (bit !== undefined) map[bit >> 3] = (map[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return map as Hash;
}

/**
 * Returns the first node of a zero proof: the layout byte of the sport, then 31 × 0xff. Errors:
 * SPORT_NOT_TRUSTED.
 *
 * @example
 * ```ts
 * import { zeroMarker } from '@linesman/sdk/format';
 *
 * const marker = zeroMarker('soccer');
 * ```
 */
export function zeroMarker(sport: Sport): Hash {
  const marker = new Uint8Array(32).fill(0xff);
  marker[0] = trustedLayoutOf(sport).byte;
  return marker as Hash;
}

/**
 * Whether a node is a zero marker of any layout, known or not: bytes 1 to 31 are 0xff. A path that starts with one is a
 * zero proof, even an invalid one.
 *
 * @example
 * ```ts
 * import { isZeroMarker, zeroMarker } from '@linesman/sdk/format';
 *
 * isZeroMarker(zeroMarker('soccer')); // true
 * ```
 */
export function isZeroMarker(node: Uint8Array): boolean {
  for (let i = 1; i < 32; i++) if (node[i] !== 0xff) return false;
  return node.length === 32;
}
