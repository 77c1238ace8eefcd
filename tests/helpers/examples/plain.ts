import { type Address, address } from '../../../ts/sdk/program/address/address.js';
import { ACCOUNT_ROLE, type Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { GOALS, NOT_BEFORE } from './results.js';

/** The example program that reads results without Anchor. */
export const PLAIN = {
  programId: address('39oNqS5fbn94ui3EPopwQ5BiLefdwrD9QKwbsmdvnjt2'),
  path: 'tests/programs/artifacts/payout-plain.so',
};

/** Asks for the sum of a stat, by default of the home teams' goals, over the finalised matches of these results. */
export function sumInstruction(
  results: readonly Address[],
  fixtures: readonly number[],
  { statKey = GOALS.home, notBefore = NOT_BEFORE }: { readonly statKey?: number; readonly notBefore?: number } = {},
): Instruction {
  const data = Buffer.alloc(4 + 16 * fixtures.length);
  data.writeUInt32LE(statKey, 0);
  for (const [i, fixture] of fixtures.entries()) {
    data.writeBigInt64LE(BigInt(fixture), 4 + 16 * i);
    data.writeBigInt64LE(BigInt(notBefore), 12 + 16 * i);
  }
  return {
    programAddress: PLAIN.programId,
    accounts: results.map((address) => ({ address, role: ACCOUNT_ROLE.readonly })),
    data,
  };
}
