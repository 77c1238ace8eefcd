import { fail, OVERFLOW } from '../../../error/index.js';
import type { ProvenEvent } from '../../../proof/index.js';

const INDEX_BITS = 28n;
const SLOT_BITS = 12n;

/**
 * The position of an update among all updates (day, slot, index in the slot) as a u64, which the settlement program
 * compares. Errors: OVERFLOW when the index does not fit 28 bits.
 *
 * @example
 * ```ts
 * import { proveEvent, type StatProof } from 'linesman/proof';
 * import { orderKeyOf } from 'linesman/program';
 *
 * declare const older: StatProof;
 * declare const newer: StatProof;
 * const [first, second] = [older, newer].map((proof) => orderKeyOf(proveEvent(proof, { trust: 'soccer' })));
 * ```
 */
export function orderKeyOf({ epochDay, slot, updateIndex }: ProvenEvent): bigint {
  if (updateIndex >= 2 ** Number(INDEX_BITS))
    return fail(OVERFLOW, { problem: 'place of the update', place: updateIndex, bits: Number(INDEX_BITS) });
  return (((BigInt(epochDay) << SLOT_BITS) | BigInt(slot)) << INDEX_BITS) | BigInt(updateIndex);
}
