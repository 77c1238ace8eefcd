import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import type { Root, SlotTime } from '../../format/index.js';
import { configAddress, oddsRootsAddress } from '../address/oracle.js';
import { insertBatchRoot } from '../instruction/oracle/insertBatchRoot.js';

const SLOTS_PER_HOUR = 12;
const MINUTES_PER_SLOT = 5;

/** Publishes the odds root of a slot. `publisher` is the one of the oracle's configuration, and pays. */
export function insertBatchRootInstruction(
  oracle: PublicKey,
  publisher: PublicKey,
  { epochDay, slot }: SlotTime,
  root: Root,
): TransactionInstruction {
  const { address, bump } = oddsRootsAddress(epochDay, oracle);
  return insertBatchRoot.build(
    oracle,
    {
      authority: publisher,
      dailyBatchRoots: address,
      systemProgram: SystemProgram.programId,
      config: configAddress(oracle).address,
    },
    {
      epochDay,
      hourOfDay: Math.floor(slot / SLOTS_PER_HOUR),
      minuteOfHour: MINUTES_PER_SLOT * (slot % SLOTS_PER_HOUR),
      root,
      accountBump: bump,
    },
  );
}
