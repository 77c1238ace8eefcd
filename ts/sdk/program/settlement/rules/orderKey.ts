import { OVERFLOW } from '../../../error/codes/oracle.js';
import { fail } from '../../../error/linesmanError.js';
import type { ProvenEvent } from '../../../proof/verifyStat.js';

const INDEX_BITS = 28n;
const SLOT_BITS = 12n;

/**
 * The position of an update among all updates (day, slot, index in the slot) as a u64, which the settlement program
 * compares. Errors: OVERFLOW when the index does not fit 28 bits.
 *
 * @example
 * ```ts
 * import { proveEvent, type StatProof } from '@linesman/sdk/proof';
 * import { orderKeyOf } from '@linesman/sdk/program';
 *
 * declare const older: StatProof;
 * declare const newer: StatProof;
 * const [first, second] = [older, newer].map((proof) => orderKeyOf(proveEvent(proof, { trust: 'soccer' })));
 * ```
 */
export function orderKeyOf({ epochDay, slot, updateIndex }: Pick<ProvenEvent, keyof UpdatePlace>): bigint {
  if (updateIndex >= 2 ** Number(INDEX_BITS))
    return fail(OVERFLOW, { problem: 'place of the update', place: updateIndex, bits: Number(INDEX_BITS) });
  return (((BigInt(epochDay) << SLOT_BITS) | BigInt(slot)) << INDEX_BITS) | BigInt(updateIndex);
}

/** The place of an update among all updates. */
export interface UpdatePlace {
  /** Days since 1970 UTC. */
  readonly epochDay: number;
  /** 5-minute slot of the day, from 0. */
  readonly slot: number;
  /** Index of the update among the fixture's updates in the slot, from 0. */
  readonly updateIndex: number;
}

/**
 * The place of an update, read from its order key: the inverse of `orderKeyOf`.
 *
 * @example
 * ```ts
 * import { type MatchResult, updatePlaceOf } from '@linesman/sdk/program';
 *
 * declare const result: MatchResult;
 * const { epochDay, slot, updateIndex } = updatePlaceOf(result.orderKey);
 * console.log(`update ${updateIndex} of slot ${slot} of day ${epochDay}`);
 * ```
 */
export const updatePlaceOf = (orderKey: bigint): UpdatePlace => ({
  epochDay: Number(orderKey >> (SLOT_BITS + INDEX_BITS)),
  slot: Number(BigInt.asUintN(Number(SLOT_BITS), orderKey >> INDEX_BITS)),
  updateIndex: Number(BigInt.asUintN(Number(INDEX_BITS), orderKey)),
});
