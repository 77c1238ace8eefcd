import { type Address, address, addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import { instructionDiscriminator } from '../../ts/sdk/program/discriminator.js';
import { ACCOUNT_ROLE, type Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import type { LocalBank } from './localBank.js';

/**
 * The test-only program. It calls another program with instruction data read from an account, and has the verifier
 * linked in.
 */
export const PROXY = {
  programId: address('6EWQBfT3aKodg4DQkYTASzPnXqsr57dVoj5XwuKDsfs9'),
  path: 'tests/programs/artifacts/proxy.so',
};

/** Address of the account that the proxy reads. */
const CONTENT = addressOf(Buffer.from('what the proxy reads'.padEnd(32)));

const read = (address: Address) => ({ address, role: ACCOUNT_ROLE.readonly });
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Wraps the instruction for the proxy: its data goes into an account. */
export function forward(bank: LocalBank, { programAddress, accounts, data }: Instruction): Instruction {
  bank.put(CONTENT, PROXY.programId, data);
  return {
    programAddress: PROXY.programId,
    accounts: [read(programAddress), read(CONTENT), ...accounts],
    data: Buffer.concat([instructionDiscriminator('forward'), u32(0), u32(data.length)]),
  };
}

/**
 * Verifies a score proof with the verifier alone: the measured part has no accounts but the bytes, no strategy and no
 * Borsh. `payload` is the Borsh-encoded payload of version 2 or 3. The logs give the remaining units before and after.
 */
export function embedded(
  bank: LocalBank,
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

/** What the proxy's reader asks of a result. */
export interface ReaderQuestion {
  readonly settlement: Address;
  readonly result: Address;
  readonly oracle: Address;
  readonly fixtureId: number;
  /** The layout byte of the sport, and the byte of the finality policy. */
  readonly subject: readonly [sport: number, finality: number];
  /** Seconds. */
  readonly minimumAge: number;
  readonly key: number;
}

/** Reads one fact with the reader of results alone. The logs give the remaining units before and after. */
export function readResult(question: ReaderQuestion): Instruction {
  const { settlement, result, oracle, fixtureId, subject, minimumAge, key } = question;
  const fixture = Buffer.alloc(8);
  fixture.writeBigInt64LE(BigInt(fixtureId));
  const about = [fixture, Buffer.from(subject), u32(minimumAge), u32(key)];
  return {
    programAddress: PROXY.programId,
    accounts: [read(settlement), read(result)],
    data: Buffer.concat([instructionDiscriminator('read_result'), addressBytes(oracle), ...about]),
  };
}
