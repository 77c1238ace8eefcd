import {
  type Address,
  address,
  addressBytes,
  type Instruction,
  KeyPair,
  type LookupTable,
  type Transaction,
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

/** A program whose compiled form is at `path`, from the root of the repository. */
export interface Deployed {
  readonly programId: Address;
  readonly path: string;
}

/** What a transaction came to. */
export interface Outcome {
  /** Number of the program's error; `null` when there is none. */
  readonly error: number | null;
  /** The runtime's words for a failure, `null` when the transaction succeeded. */
  readonly failure: string | null;
  readonly logs: readonly string[];
  /** Compute units of the last instruction of a program that is no builtin. */
  readonly computeUnits: number;
  /** Compute units of the whole transaction. */
  readonly unitsConsumed: number;
  /** Return data, empty when there is none. */
  readonly returned: Uint8Array;
}

/** A chain in this process: what tests of programs need of one, whichever runtime stands behind it. */
export interface LocalBank {
  /** Puts an account there, whoever would have to sign for it on a real chain. */
  put(address: Address, owner: Address, data: Uint8Array, lamports?: number): void;
  /** Gives `key` lamports to pay with. */
  fund(key: Address): void;
  /** Takes an account away. */
  remove(address: Address): void;
  account(address: Address): Promise<AccountInfo<Uint8Array> | null>;
  /** Lamports that an account of so many bytes must hold. */
  rent(bytes: number): Promise<number>;
  latestBlockhash(): Promise<string>;
  /** Sets the clock that programs see, s. */
  setTime(time: number): Promise<void>;
  /**
   * Sends instructions in one transaction, paid for by somebody who has nothing to do with them: so the same instructions
   * can be sent again.
   */
  send(instructions: readonly Instruction[], signers?: readonly KeyPair[]): Promise<Outcome>;
  /** The same with `looked` in a lookup table, for what is too long otherwise. */
  sendThroughTable(
    instructions: readonly Instruction[],
    signers: readonly KeyPair[],
    looked: readonly Address[],
  ): Promise<Outcome>;
  /** A transaction as it is, with the payer and the signatures that it has; a blockhash that is too old is a failure. */
  submit(transaction: Transaction): Promise<Outcome>;
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
