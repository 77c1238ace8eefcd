import type { PublicKey } from '@solana/web3.js';
import { DAYS_PER_WINDOW, HOURS_PER_WINDOW, SLOTS_PER_DAY } from '../../format/index.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../program/address/oracle.js';

export type RootsKind = 'scores' | 'odds' | 'fixtures';

const FORMS = {
  scores: { discriminator: 'd90c0c170ab7737d', slots: SLOTS_PER_DAY, addressOf: scoresRootsAddress },
  odds: { discriminator: '0d6e05ed89f203dd', slots: SLOTS_PER_DAY, addressOf: oddsRootsAddress },
  fixtures: { discriminator: '3930b904a415a782', slots: HOURS_PER_WINDOW, addressOf: fixturesRootsAddress },
} as const;

/** A roots account as the oracle program would have written it. */
export interface RootsAccount {
  readonly epochDay: number;
  readonly address: PublicKey;
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
  oracle: PublicKey,
): RootsAccount {
  const { discriminator, slots, addressOf } = FORMS[kind];
  const storedDay = kind === 'fixtures' ? epochDay - (epochDay % DAYS_PER_WINDOW) : epochDay;
  const { address, bump } = addressOf(storedDay, oracle);
  const data = Buffer.alloc(10 + 32 * slots + 6);
  data.write(discriminator, 0, 'hex');
  data.writeUInt16LE(storedDay, 8);
  for (const [slot, root] of roots) {
    if (!(slot >= 0 && slot < slots)) throw new RangeError(`slot ${slot} is not one of the ${slots}`);
    data.set(root, 10 + 32 * slot);
  }
  data[10 + 32 * slots] = bump;
  return { epochDay: storedDay, address, data: new Uint8Array(data) };
}
