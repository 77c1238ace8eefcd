import { DAYS_PER_WINDOW } from 'linesman/format';
import type { Address } from 'linesman/program';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from 'linesman/program';
import { ROOTS_LAYOUTS, type RootsKind } from 'linesman/proof';

const ADDRESSES = {
  scores: scoresRootsAddress,
  odds: oddsRootsAddress,
  fixtures: fixturesRootsAddress,
} as const;

/** Where the roots begin, and how many bytes follow them: bump and five zero bytes. */
const FIRST_ROOT = 10;
const TAIL = 6;

/** A roots account as the oracle program would have written it. */
export interface RootsAccount {
  readonly epochDay: number;
  readonly address: Address;
  readonly data: Uint8Array;
}

/**
 * The account of one day (fixtures: of the ten days that `epochDay` lies in) with these slots filled, by slot index (fixtures:
 * hour of the window); all others are zero, that is not published.
 */
export function rootsAccount(
  kind: RootsKind,
  epochDay: number,
  roots: ReadonlyMap<number, Uint8Array>,
  oracle: Address,
): RootsAccount {
  const { discriminator, size } = ROOTS_LAYOUTS[kind];
  const storedDay = kind === 'fixtures' ? epochDay - (epochDay % DAYS_PER_WINDOW) : epochDay;
  const { address, bump } = ADDRESSES[kind](storedDay, oracle);
  const data = Buffer.alloc(size);
  data.set(discriminator);
  data.writeUInt16LE(storedDay, 8);
  const slots = (size - FIRST_ROOT - TAIL) / 32;
  for (const [slot, root] of roots) {
    if (!(slot >= 0 && slot < slots)) throw new RangeError(`slot ${slot} is not one of the ${slots}`);
    data.set(root, FIRST_ROOT + 32 * slot);
  }
  data[size - TAIL] = bump;
  return { epochDay: storedDay, address, data: new Uint8Array(data) };
}
