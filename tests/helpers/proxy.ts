import {
  ACCOUNT_ROLE,
  type Address,
  address,
  addressOf,
  type Instruction,
  instructionDiscriminator,
} from '../../ts/linesman/program/index.js';
import type { Bank } from './bank.js';

/** The test-only program that calls another one with instruction data out of an account, and that has the verifier linked in. */
export const PROXY = {
  programId: address('6EWQBfT3aKodg4DQkYTASzPnXqsr57dVoj5XwuKDsfs9'),
  path: 'tests/programs/artifacts/proxy.so',
};

/** Where the bytes lie that the proxy reads. */
const CONTENT = addressOf(Buffer.from('what the proxy reads'.padEnd(32)));

const read = (address: Address) => ({ address, role: ACCOUNT_ROLE.readonly });
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** The instruction by way of the proxy: its data are put into an account. */
export function forward(bank: Bank, { programAddress, accounts, data }: Instruction): Instruction {
  bank.put(CONTENT, PROXY.programId, data);
  return {
    programAddress: PROXY.programId,
    accounts: [read(programAddress), read(CONTENT), ...accounts],
    data: Buffer.concat([instructionDiscriminator('forward'), u32(0), u32(data.length)]),
  };
}

/**
 * Verifies a score proof with the verifier alone: no accounts but the bytes, no strategy, no Borsh inside the measured part. `payload` is Borsh of
 * the payload of version 2 or 3. The logs tell the units that are left before and after.
 */
export function embedded(
  bank: Bank,
  version: 2 | 3,
  layoutByte: number,
  payload: Uint8Array,
  root: Uint8Array,
): Instruction {
  bank.put(CONTENT, PROXY.programId, payload);
  return {
    programAddress: PROXY.programId,
    accounts: [read(CONTENT)],
    data: Buffer.concat([instructionDiscriminator('embedded'), Buffer.of(version, layoutByte), root]),
  };
}
