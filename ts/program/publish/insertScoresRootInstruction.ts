import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import type { Root, SlotTime } from '../../format/index.js';
import { configAddress, scoresRootsAddress } from '../address/oracle.js';
import { insertScoresRoot } from '../instruction/oracle/insertScoresRoot.js';

const SLOTS_PER_HOUR = 12;
const MINUTES_PER_SLOT = 5;

/** Publishes the scores root of a slot. `publisher` is the one of the oracle's configuration, and pays. */
export function insertScoresRootInstruction(
  oracle: PublicKey,
  publisher: PublicKey,
  { epochDay, slot }: SlotTime,
  root: Root,
): TransactionInstruction {
  return insertScoresRoot.build(
    oracle,
    {
      authority: publisher,
      dailyScoresRoots: scoresRootsAddress(epochDay, oracle).address,
      systemProgram: SystemProgram.programId,
      config: configAddress(oracle).address,
    },
    {
      epochDay,
      hourOfDay: Math.floor(slot / SLOTS_PER_HOUR),
      minuteOfHour: MINUTES_PER_SLOT * (slot % SLOTS_PER_HOUR),
      root,
    },
  );
}
