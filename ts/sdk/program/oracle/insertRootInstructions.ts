import type { Root } from '../../format/hash.js';
import type { FixturesTime, SlotTime } from '../../format/slotTime.js';
import { type Address, address } from '../address/address.js';
import { configAddress, fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { type Instruction, roleOf } from '../instruction/instruction.js';
import { insertBatchRoot, insertFixturesRoot, insertScoresRoot } from './instructions.js';

const SLOTS_PER_HOUR = 12;
const MINUTES_PER_SLOT = 5;

/** The start of a 5-minute slot in the form of the oracle program. */
const hourAndMinute = (slot: SlotTime['slot']) => ({
  hourOfDay: Math.floor(slot / SLOTS_PER_HOUR),
  minuteOfHour: MINUTES_PER_SLOT * (slot % SLOTS_PER_HOUR),
});

/** For a late root, the admin signs as an additional account. */
const signedBy = (admin: Address | undefined, instruction: Instruction): Instruction =>
  admin === undefined
    ? instruction
    : {
        ...instruction,
        accounts: [
          ...instruction.accounts,
          { address: address(admin), role: roleOf({ signer: true, writable: false }) },
        ],
      };

/**
 * Publishes the scores root of a 5-minute slot. `publisher`, named in the oracle's configuration, signs and pays the
 * rent; `admin` signs as well for a root later than the configuration allows.
 *
 * @example
 * ```ts
 * import { type Root, slotTimeOf } from '@linesman/sdk/format';
 * import { type Address, insertScoresRootInstruction, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const publisher: Address;
 * declare const root: Root;
 * const time = slotTimeOf(Date.UTC(2026, 4, 27, 20, 15));
 * const instruction = insertScoresRootInstruction(LOCALNET_PROGRAM_IDS.oracle, publisher, time, root);
 * ```
 */
export function insertScoresRootInstruction(
  oracle: Address,
  publisher: Address,
  { epochDay, slot }: SlotTime,
  root: Root,
  admin?: Address,
): Instruction {
  const instruction = insertScoresRoot.build(
    oracle,
    {
      authority: publisher,
      dailyScoresRoots: scoresRootsAddress(epochDay, oracle).address,
      systemProgram: SYSTEM_PROGRAM_ID,
      config: configAddress(oracle).address,
    },
    {
      epochDay,
      ...hourAndMinute(slot),
      root,
    },
  );
  return signedBy(admin, instruction);
}

/**
 * Publishes the odds root of a 5-minute slot. `publisher`, named in the oracle's configuration, signs and pays the
 * rent; `admin` signs as well for a root later than the configuration allows.
 *
 * @example
 * ```ts
 * import { type Root, slotTimeOf } from '@linesman/sdk/format';
 * import { type Address, insertBatchRootInstruction, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
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
  admin?: Address,
): Instruction {
  const { address: dailyBatchRoots, bump } = oddsRootsAddress(epochDay, oracle);
  const instruction = insertBatchRoot.build(
    oracle,
    {
      authority: publisher,
      dailyBatchRoots,
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
  return signedBy(admin, instruction);
}

/**
 * Publishes the fixtures root of an hour. `publisher`, named in the oracle's configuration, signs and pays the rent;
 * `admin` signs as well for a root later than the configuration allows.
 *
 * @example
 * ```ts
 * import { fixturesTimeOf, type Root } from '@linesman/sdk/format';
 * import { type Address, insertFixturesRootInstruction, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const publisher: Address;
 * declare const root: Root;
 * const time = fixturesTimeOf(Date.UTC(2026, 4, 27, 20));
 * const instruction = insertFixturesRootInstruction(LOCALNET_PROGRAM_IDS.oracle, publisher, time, root);
 * ```
 */
export function insertFixturesRootInstruction(
  oracle: Address,
  publisher: Address,
  { window, index }: Pick<FixturesTime, 'window' | 'index'>,
  root: Root,
  admin?: Address,
): Instruction {
  const instruction = insertFixturesRoot.build(
    oracle,
    {
      authority: publisher,
      tenDailyFixturesRoots: fixturesRootsAddress(window, oracle).address,
      systemProgram: SYSTEM_PROGRAM_ID,
      config: configAddress(oracle).address,
    },
    { epochDay: window, index: BigInt(index), root },
  );
  return signedBy(admin, instruction);
}
