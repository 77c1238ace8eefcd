import { SPORTS, type Sport } from '../../../ts/sdk/format/sports/sports.js';
import type { StatLeaf } from '../../../ts/sdk/format/statValidationInput.js';
import { keysOfSport, zeroMapBit, zeroMarker } from '../../../ts/sdk/format/zeroMap.js';
import type { StatProofV2 } from '../../../ts/sdk/proof/proof.js';
import type { PublishedSlot, TestOracle } from './match.js';

/** A market whose terms name another sport than its fixture's. */

/** Every sport paired with every other. */
export const MISTAKES: readonly (readonly [real: Sport, claimed: Sport])[] = SPORTS.flatMap((real) =>
  SPORTS.filter((one) => one !== real).map((claimed) => [real, claimed] as const),
);

/**
 * A key that both sports have, and the real sport's key whose bit it occupies in the claimed layout. The map refers to
 * the latter.
 */
export function confusedKey(real: Sport, claimed: Sport): { readonly key: number; readonly mistaken: number } {
  for (const key of keysOfSport(real)) {
    const bit = zeroMapBit(claimed, key);
    const mistaken = keysOfSport(real).find((other) => zeroMapBit(real, other) === bit);
    if (bit !== undefined && mistaken !== undefined && mistaken !== key) return { key, mistaken };
  }
  throw new Error(`${real} and ${claimed} have their common keys at the same bits`);
}

/** A proof by the claimed layout that the confused key is zero in update `seq`, whatever its value. */
export function mistakenProof(slot: PublishedSlot, real: Sport, claimed: Sport, seq = 0): StatProofV2 {
  const { key, mistaken } = confusedKey(real, claimed);
  const honest = slot.v2([mistaken], seq);
  const [leaf] = honest.leaves as readonly [StatLeaf];
  const [marker, map] = leaf.statProof as readonly [(typeof leaf.statProof)[number], (typeof leaf.statProof)[number]];
  const mistakenLeaf: StatLeaf = {
    stat: { ...leaf.stat, key: key as typeof leaf.stat.key },
    statProof: [{ ...marker, hash: zeroMarker(claimed) }, map],
  };
  return { ...honest, leaves: [mistakenLeaf] };
}

export interface MistakenSlot {
  readonly slot: PublishedSlot;
  readonly key: number;
  /** By the claimed layout: the key is zero. */
  readonly lie: StatProofV2;
  /** The key is 1. */
  readonly truth: StatProofV2;
  /** A present leaf of the same update. */
  readonly witness: StatLeaf;
}

/**
 * Publishes a final update at `time` (s) in which the confused key is 1 and key 1 is 3, and proves both values of the
 * confused key.
 */
export function publishMistaken(
  oracle: TestOracle,
  time: number,
  fixtureId: number,
  real: Sport,
  claimed: Sport,
): MistakenSlot {
  const { key } = confusedKey(real, claimed);
  const zeros = Object.fromEntries(keysOfSport(real).map((one) => [one, 0]));
  const stats = { ...zeros, 1: 3, [key]: 1 };
  const slot = oracle.publish(fixtureId, time, [{ status: 100, stats }], { sport: real, others: 0 });
  const lie = mistakenProof(slot, real, claimed);
  return { slot, key, lie, truth: slot.v2([key]), witness: slot.leaf(1) };
}
