import type { Root, SlotTime } from '../../format/index.js';
import type { Address } from '../address/address.js';
import { configAddress, oddsRootsAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import type { Instruction } from '../instruction/instruction.js';
import { insertBatchRoot } from '../instruction/oracle/insertBatchRoot.js';

const SLOTS_PER_HOUR = 12;
const MINUTES_PER_SLOT = 5;

/** Publishes the odds root of a slot. `publisher` is the one of the oracle's configuration, and pays. */
export function insertBatchRootInstruction(
  oracle: Address,
  publisher: Address,
  { epochDay, slot }: SlotTime,
  root: Root,
): Instruction {
  const { address, bump } = oddsRootsAddress(epochDay, oracle);
  return insertBatchRoot.build(
    oracle,
    {
      authority: publisher,
      dailyBatchRoots: address,
      systemProgram: SYSTEM_PROGRAM_ID,
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
