import { fail } from '../error/index.js';
import {
  equalBytes,
  type Hash,
  isZeroInMap,
  isZeroMarker,
  type LayoutByte,
  type Path,
  type StatLeaf,
  sha256,
  ZERO_HASH,
} from '../format/index.js';
import { checking, placeOf } from './place.js';
import type { StatProof } from './proof.js';
import type { TrustedLayout } from './trust.js';

/** In the single-path form, a path is a zero proof when bytes 1 to 31 of its first hash are all 0xff, as no SHA-256 value is. */
export function isZeroProof(path: Path): boolean {
  const [marker] = path;
  return marker !== undefined && isZeroMarker(marker.hash);
}

/**
 * Checks that a stat is zero by the update's zero map: marker and map, both on the left; the map's hash is the first node of the
 * fixture path, so it belongs to this very update; and the key's bit is 1. The period beside it is not part of what is proven.
 *
 * Errors, in this order: 6023 form or marker, 6073 layout, 6023 value or map, 6073 key without a bit, 6074 bit 0.
 */
export function checkZeroProof({ stat, statProof }: StatLeaf, proof: StatProof, layouts: TrustedLayout): void {
  const [marker, map] = statProof;
  const wrong: (why: string, place: { readonly path?: string }) => never = (why, place) =>
    fail(6023, { message: `The zero proof of stat ${stat.key} ${why}.`, key: stat.key, ...place });
  if (!marker || !map || statProof.length !== 2) wrong(`has ${statProof.length} nodes, not 2`, placeOf(statProof));
  if (marker.isRightSibling || map.isRightSibling)
    wrong('has a node on the right', placeOf(statProof, marker.isRightSibling ? 0 : 1));
  if (!isZeroMarker(marker.hash)) wrong('does not begin with the marker', placeOf(statProof, 0));
  const layout = checking(statProof, () => layouts.accept(marker.hash[0] ?? 0));
  if (stat.value !== 0) wrong(`comes with the value ${stat.value}`, placeOf(stat, 'value'));
  const [mapLeaf] = proof.fixtureProof;
  if (!mapLeaf || !equalBytes(sha256(map.hash), mapLeaf.hash))
    wrong('has the zero map of another update', placeOf(statProof, 1));
  checking(stat, () => checkZeroBit(map.hash, layout, stat.key, proof.eventStatRoot));
}

/**
 * 6073 a key without a bit; 6074 the bit is 0. `eventStatRoot`: that of the map's update, null where it is known to
 * have stats.
 */
export function checkZeroBit(map: Hash, layout: LayoutByte, key: number, eventStatRoot: Hash | null): void {
  if (isZeroInMap(map, layout, key)) return;
  if (eventStatRoot && equalBytes(eventStatRoot, ZERO_HASH))
    fail(6074, {
      message: `The update has no stats at all: stat ${key} is not zero in it, but missing.`,
      hint: 'Nothing can be proven of this update. Take a record that has stats: its `Stats` is not empty.',
      key,
    });
  fail(6074, { message: `The zero map says that stat ${key} is not zero.`, key });
}
