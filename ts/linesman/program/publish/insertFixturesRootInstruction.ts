import type { FixturesTime, Root } from '../../format/index.js';
import type { Address } from '../address/address.js';
import { configAddress, fixturesRootsAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import type { Instruction } from '../instruction/instruction.js';
import { insertFixturesRoot } from '../oracle/instructions.js';

/**
 * Publishes the fixtures root of an hour. `publisher`, named in the oracle's configuration, signs and pays the rent.
 *
 * @example
 * ```ts
 * import { fixturesTimeOf, type Root } from 'linesman/format';
 * import { type Address, insertFixturesRootInstruction, LOCALNET_PROGRAM_IDS } from 'linesman/program';
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
): Instruction {
  return insertFixturesRoot.build(
    oracle,
    {
      authority: publisher,
      tenDailyFixturesRoots: fixturesRootsAddress(window, oracle).address,
      systemProgram: SYSTEM_PROGRAM_ID,
      config: configAddress(oracle).address,
    },
    { epochDay: window, index: BigInt(index), root },
  );
}
