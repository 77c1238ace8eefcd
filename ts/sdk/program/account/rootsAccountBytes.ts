import { ROOTS_LAYOUTS, type RootsKind } from '../../proof/rootsAccount.js';
import type { Address } from '../address/address.js';
import { firstDayOf, rootsAddress } from '../address/oracle.js';

/** The roots start at FIRST_ROOT; TAIL bytes follow them (the bump and five zero bytes). */
const FIRST_ROOT = 10;
const TAIL = 6;

/** A roots account, byte for byte as the oracle program writes it. */
export interface RootsAccount {
  readonly epochDay: number;
  readonly address: Address;
  readonly data: Uint8Array;
}

/**
 * The roots account of one day, or for fixtures of the ten-day window that contains `epochDay`. `roots` is keyed by
 * slot index (fixtures: by hour of the window); slots without an entry stay zero, which means unpublished.
 */
export function rootsAccount(
  kind: RootsKind,
  epochDay: number,
  roots: ReadonlyMap<number, Uint8Array>,
  oracle: Address,
): RootsAccount {
  const { discriminator, size } = ROOTS_LAYOUTS[kind];
  const storedDay = firstDayOf(kind, epochDay);
  const { address, bump } = rootsAddress(kind, storedDay, oracle);
  const data = new Uint8Array(size);
  data.set(discriminator);
  new DataView(data.buffer).setUint16(8, storedDay, true);
  const slots = (size - FIRST_ROOT - TAIL) / 32;
  for (const [slot, root] of roots) {
    if (!(slot >= 0 && slot < slots)) throw new RangeError(`slot ${slot} is out of range 0 to ${slots - 1}`);
    data.set(root, FIRST_ROOT + 32 * slot);
  }
  data[size - TAIL] = bump;
  return { epochDay: storedDay, address, data };
}
