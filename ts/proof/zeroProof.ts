import { fail } from '../error/index.js';
import { equalBytes, isZeroInMap, isZeroMarker, type Path, type ScoreStat, sha256 } from '../format/index.js';
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
export function checkZeroProof(stat: ScoreStat, path: Path, fixtureProof: Path, layouts: TrustedLayout): void {
  const [marker, map] = path;
  const wrong: (why: string) => never = (why) =>
    fail(6023, { message: `The zero proof of stat ${stat.key} ${why}.`, key: stat.key });
  if (!marker || !map || path.length !== 2) wrong(`has ${path.length} nodes, not 2`);
  if (marker.isRightSibling || map.isRightSibling) wrong('has a node on the right');
  if (!isZeroMarker(marker.hash)) wrong('does not begin with the marker');
  const layout = layouts.accept(marker.hash[0] ?? 0);
  if (stat.value !== 0) wrong(`comes with the value ${stat.value}`);
  const [mapLeaf] = fixtureProof;
  if (!mapLeaf || !equalBytes(sha256(map.hash), mapLeaf.hash)) wrong('has the zero map of another update');
  if (!isZeroInMap(map.hash, layout, stat.key)) {
    fail(6074, { message: `The zero map says that stat ${stat.key} is not zero.`, key: stat.key });
  }
}
