import { type Address, address, addressBytes } from '../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { compileMessage, type LookupTable } from '../../ts/sdk/program/transaction/message.js';
import type { MessageConfig } from '../../ts/sdk/program/transaction/messageForm.js';
import { signTransaction, type Transaction, unsigned } from '../../ts/sdk/program/transaction/transaction.js';
import type { LiteBank } from './liteBank.js';

/** An account as a runtime holds it. */
export interface AccountInfo<Data = Uint8Array> {
  readonly data: Data;
  readonly executable: boolean;
  readonly lamports: number;
  readonly owner: Address;
}

const LOOKUP_TABLES = address('AddressLookupTab1e1111111111111111111111111');

/** A chain in this process. `LiteBank` is one; another runtime would be a second file beside it. */
export type LocalBank = Pick<LiteBank, keyof LiteBank>;

/** The root of the repository. */
export const ROOT = new URL('../../', import.meta.url);

/** A program whose compiled form is at `path`, relative to the repository root. */
export interface Deployed {
  readonly programId: Address;
  readonly path: string;
}

/** The result of a transaction. */
export interface Outcome {
  /** The program's error number; `null` when there is none. */
  readonly error: number | null;
  /** The runtime's error message; `null` when the transaction succeeded. */
  readonly failure: string | null;
  /** Index of the instruction that failed; `null` when none did. */
  readonly failedAt: number | null;
  readonly logs: readonly string[];
  /** Compute units of the last non-builtin instruction. */
  readonly computeUnits: number;
  /** Compute units of the whole transaction. */
  readonly unitsConsumed: number;
  /** Return data; empty when there is none. */
  readonly returned: Uint8Array;
}

/** A transaction signed by its payer and by `signers`. */
export function signedTransaction(
  instructions: readonly Instruction[],
  [payer, ...signers]: readonly [KeyPair, ...KeyPair[]],
  blockhash: string,
  how: readonly LookupTable[] | MessageConfig = [],
): Transaction {
  return signTransaction(unsigned(compileMessage(payer.address, instructions, blockhash, how)), [payer, ...signers]);
}

/** A lookup table as the chain holds it: a header of 56 bytes, then the addresses. */
export function lookupTable(bank: Pick<LiteBank, 'put'>, addresses: readonly Address[]): LookupTable {
  const key = KeyPair.fromSeed(new Uint8Array(32).fill(7)).address;
  const header = Buffer.alloc(56);
  header.writeUInt32LE(1);
  header.writeBigUInt64LE(2n ** 64n - 1n, 4);
  const data = Buffer.concat([header, ...addresses.map((address) => addressBytes(address))]);
  bank.put(key, LOOKUP_TABLES, data);
  return { address: key, addresses };
}
