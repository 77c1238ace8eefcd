import { INVALID_STAT_PROOF, STAT_NOT_ZERO } from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { equalBytes, type Hash, ZERO_HASH } from '../format/hash.js';
import type { Path } from '../format/proofNode.js';
import { sha256 } from '../format/sha256.js';
import type { Sport } from '../format/sports/sports.js';
import type { StatLeaf } from '../format/statValidationInput.js';
import { isZeroInMap, isZeroMarker } from '../format/zeroMap.js';
import { checking, documentPath } from './documentPath.js';
import type { StatProof } from './proof.js';
import type { TrustedLayout } from './trust.js';

/**
 * Whether a single path is a zero proof: bytes 1 to 31 of its first hash are 0xff, which no SHA-256 hash will have.
 *
 * @example
 * ```ts
 * import { isZeroProof, type StatProofV2 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV2;
 * const zeros = proof.leaves.filter(({ statProof }) => isZeroProof(statProof));
 * ```
 */
export function isZeroProof(path: Path): boolean {
  const [marker] = path;
  return marker !== undefined && isZeroMarker(marker.hash);
}

/**
 * Checks that the update's zero map proves a stat zero: marker and map are left nodes; the map's hash is the first node
 * of the fixture path, which binds it to this update; the key's bit is 1. The leaf's period is not proven.
 *
 * Errors, in this order: INVALID_STAT_PROOF for form or marker; INDEX_OUT_OF_BOUNDS for the layout; INVALID_STAT_PROOF
 * for value or map; INDEX_OUT_OF_BOUNDS for a key without a bit; STAT_NOT_ZERO.
 */
export function checkZeroProof({ stat, statProof }: StatLeaf, proof: StatProof, layouts: TrustedLayout): void {
  const [marker, map] = statProof;
  const { key } = stat;
  if (!marker || !map || statProof.length !== 2) {
    const nodes = statProof.length;
    fail(INVALID_STAT_PROOF, { problem: 'length of the zero proof', key, nodes, ...documentPath(statProof) });
  }
  if (marker.isRightSibling || map.isRightSibling) {
    const at = documentPath(statProof, marker.isRightSibling ? 0 : 1);
    fail(INVALID_STAT_PROOF, { problem: 'node on the right', key, ...at });
  }
  if (!isZeroMarker(marker.hash))
    fail(INVALID_STAT_PROOF, { problem: 'no marker', key, ...documentPath(statProof, 0) });
  const sport = checking(statProof, () => layouts.accept(marker.hash[0] ?? 0));
  if (stat.value !== 0) {
    const { value } = stat;
    fail(INVALID_STAT_PROOF, { problem: 'value beside the zero proof', key, value, ...documentPath(stat, 'value') });
  }
  const [mapLeaf] = proof.fixtureProof;
  if (!mapLeaf || !equalBytes(sha256(map.hash), mapLeaf.hash))
    fail(INVALID_STAT_PROOF, { problem: 'map of another update', key, ...documentPath(statProof, 1) });
  checking(stat, () => checkZeroBit(map.hash, sport, key, proof.eventStatRoot));
}

/**
 * Errors: INDEX_OUT_OF_BOUNDS for a key without a bit; STAT_NOT_ZERO for a bit of 0.
 *
 * @param eventStatRoot That of the map's update; null if the update is known to have stats.
 */
export function checkZeroBit(map: Hash, sport: Sport, key: number, eventStatRoot: Hash | null): void {
  if (isZeroInMap(map, sport, key)) return;
  const hasStats = eventStatRoot === null || !equalBytes(eventStatRoot, ZERO_HASH);
  fail(STAT_NOT_ZERO, { problem: hasStats ? 'not zero' : 'no stats', key });
}
