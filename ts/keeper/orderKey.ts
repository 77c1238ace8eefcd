import { fail, OVERFLOW } from 'linesman/error';
import type { ProvenEvent } from 'linesman/proof';

const INDEX_BITS = 28n;
const SLOT_BITS = 12n;

/**
 * Where an update stands among all updates: by day, slot and place in the slot, as the settlement program compares them (u64). Errors:
 * OVERFLOW the place does not fit.
 */
export function orderKeyOf({ epochDay, slot, updateIndex }: ProvenEvent): bigint {
  if (updateIndex >= 2 ** Number(INDEX_BITS))
    return fail(OVERFLOW, { problem: 'place of the update', place: updateIndex, bits: Number(INDEX_BITS) });
  return (((BigInt(epochDay) << SLOT_BITS) | BigInt(slot)) << INDEX_BITS) | BigInt(updateIndex);
}
