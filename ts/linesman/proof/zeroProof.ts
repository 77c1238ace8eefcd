import { fail, INVALID_STAT_PROOF, STAT_NOT_ZERO } from '../error/index.js';
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
 * Errors, in this order: INVALID_STAT_PROOF form or marker, INDEX_OUT_OF_BOUNDS layout, INVALID_STAT_PROOF value or map,
 * INDEX_OUT_OF_BOUNDS a key without a bit, STAT_NOT_ZERO bit 0.
 */
export function checkZeroProof({ stat, statProof }: StatLeaf, proof: StatProof, layouts: TrustedLayout): void {
  const [marker, map] = statProof;
  const { key } = stat;
  if (!marker || !map || statProof.length !== 2) {
    const nodes = statProof.length;
    fail(INVALID_STAT_PROOF, { problem: 'length of the zero proof', key, nodes, ...placeOf(statProof) });
  }
  if (marker.isRightSibling || map.isRightSibling) {
    const place = placeOf(statProof, marker.isRightSibling ? 0 : 1);
    fail(INVALID_STAT_PROOF, { problem: 'node on the right', key, ...place });
  }
  if (!isZeroMarker(marker.hash)) fail(INVALID_STAT_PROOF, { problem: 'no marker', key, ...placeOf(statProof, 0) });
  const layout = checking(statProof, () => layouts.accept(marker.hash[0] ?? 0));
  if (stat.value !== 0) {
    const { value } = stat;
    fail(INVALID_STAT_PROOF, { problem: 'value beside the zero proof', key, value, ...placeOf(stat, 'value') });
  }
  const [mapLeaf] = proof.fixtureProof;
  if (!mapLeaf || !equalBytes(sha256(map.hash), mapLeaf.hash))
    fail(INVALID_STAT_PROOF, { problem: 'map of another update', key, ...placeOf(statProof, 1) });
  checking(stat, () => checkZeroBit(map.hash, layout, key, proof.eventStatRoot));
}

/**
 * `eventStatRoot`: that of the map's update, null where it is known to have stats. Errors: INDEX_OUT_OF_BOUNDS a key
 * without a bit; STAT_NOT_ZERO the bit is 0.
 */
export function checkZeroBit(map: Hash, layout: LayoutByte, key: number, eventStatRoot: Hash | null): void {
  if (isZeroInMap(map, layout, key)) return;
  const hasStats = eventStatRoot === null || !equalBytes(eventStatRoot, ZERO_HASH);
  fail(STAT_NOT_ZERO, { problem: hasStats ? 'not zero' : 'no stats', key });
}
