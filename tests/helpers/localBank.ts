import {
  type Address,
  address,
  addressBytes,
  compileMessage,
  type Instruction,
  KeyPair,
  type LookupTable,
  signTransaction,
  type Transaction,
  unsigned,
} from '../../ts/linesman/program/index.js';

/** An account as a runtime holds it. */
export interface AccountInfo<Data = Uint8Array> {
  readonly data: Data;
  readonly executable: boolean;
  readonly lamports: number;
  readonly owner: Address;
}

const LOOKUP_TABLES = address('AddressLookupTab1e1111111111111111111111111');

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

/** A chain in this process, as tests of programs need it, over any runtime. */
export interface LocalBank {
  /** Writes an account without the signatures that a real chain would require. */
  put(address: Address, owner: Address, data: Uint8Array, lamports?: number): void;
  /** Gives `key` lamports for fees. */
  fund(key: Address): void;
  /** Removes an account. */
  remove(address: Address): void;
  account(address: Address): Promise<AccountInfo<Uint8Array> | null>;
  /** Rent-exempt minimum, lamports, for an account of this size. */
  rent(bytes: number): Promise<number>;
  latestBlockhash(): Promise<string>;
  /** The clock that programs see, s. */
  time(): Promise<number>;
  /** Sets the clock that programs see, s. */
  setTime(time: number): Promise<void>;
  /**
   * Sends instructions in one transaction. An unrelated key pays, a new one each time, so that the same instructions
   * can be sent again.
   */
  send(instructions: readonly Instruction[], signers?: readonly KeyPair[]): Promise<Outcome>;
  /** Sends with the addresses `looked` in a lookup table, for instructions that exceed a transaction without one. */
  sendThroughTable(
    instructions: readonly Instruction[],
    signers: readonly KeyPair[],
    looked: readonly Address[],
  ): Promise<Outcome>;
  /** Sends a signed transaction as it is. An expired blockhash is a failure. */
  submit(transaction: Transaction): Promise<Outcome>;
}

/** A transaction signed by its payer and by `signers`. */
export function signedTransaction(
  instructions: readonly Instruction[],
  [payer, ...signers]: readonly [KeyPair, ...KeyPair[]],
  blockhash: string,
  tables: readonly LookupTable[] = [],
): Transaction {
  return signTransaction(unsigned(compileMessage(payer.address, instructions, blockhash, tables)), [payer, ...signers]);
}

/** A lookup table as the chain holds it: a header of 56 bytes, then the addresses. */
export function lookupTable(bank: LocalBank, addresses: readonly Address[]): LookupTable {
  const key = KeyPair.fromSeed(new Uint8Array(32).fill(7)).address;
  const header = Buffer.alloc(56);
  header.writeUInt32LE(1);
  header.writeBigUInt64LE(2n ** 64n - 1n, 4);
  const data = Buffer.concat([header, ...addresses.map((address) => addressBytes(address))]);
  bank.put(key, LOOKUP_TABLES, data);
  return { address: key, addresses };
}
