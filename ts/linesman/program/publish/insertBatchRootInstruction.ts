import type { Root, SlotTime } from '../../format/index.js';
import type { Address } from '../address/address.js';
import { configAddress, oddsRootsAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import type { Instruction } from '../instruction/instruction.js';
import { insertBatchRoot } from '../oracle/instructions.js';
import { hourAndMinute } from './hourAndMinute.js';

/**
 * Publishes the odds root of a 5-minute slot. `publisher`, named in the oracle's configuration, signs and pays the
 * rent.
 *
 * @example
 * ```ts
 * import { type Root, slotTimeOf } from 'linesman/format';
 * import { type Address, insertBatchRootInstruction, LOCALNET_PROGRAM_IDS } from 'linesman/program';
 *
 * declare const publisher: Address;
 * declare const root: Root;
 * const time = slotTimeOf(Date.UTC(2026, 4, 27, 20, 15));
 * const instruction = insertBatchRootInstruction(LOCALNET_PROGRAM_IDS.oracle, publisher, time, root);
 * ```
 */
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
      ...hourAndMinute(slot),
      root,
      accountBump: bump,
    },
  );
}
