import { type Address, addressBytes } from '../../../ts/sdk/program/address/address.js';
import { COMPUTE_BUDGET_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { ACCOUNT_ROLE, type AccountRole, type Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import type { LocalBank } from '../../helpers/localBank.js';

/** How a transaction ended: `null` for a success, otherwise the error number or the runtime's message. */
export interface Sent {
  readonly answer: number | string | null;
  /** Computed only when a failure is reported. */
  readonly logs: () => readonly string[];
}

const LIMIT = Buffer.from([2, 0, 0, 0, 0]);
LIMIT.writeUInt32LE(400_000, 1);
/** The bank checks none. */
const BLOCKHASH = Buffer.alloc(32);
const SIGNATURE = Buffer.alloc(64);

const length = (count: number): number[] => (count < 0x80 ? [count] : [(count & 0x7f) | 0x80, count >> 7]);

/**
 * Sends transactions to a bank several times as fast as the usual path: keys are decoded once and nothing is signed.
 * Programs only see the signers in the message header. One payer pays for all.
 */
export class Sender {
  private readonly keys = new Map<Address, Uint8Array>();

  constructor(
    private readonly bank: LocalBank,
    private readonly payer: KeyPair,
  ) {
    bank.acceptUnsigned();
  }

  async send(instructions: readonly Instruction[], signers: readonly KeyPair[] = []): Promise<Sent> {
    const { error, failure, logs } = this.bank.submitBytes(this.bytes(instructions, signers));
    return { answer: error ?? failure, logs };
  }

  private key(address: Address): Uint8Array {
    let key = this.keys.get(address);
    if (!key) {
      key = addressBytes(address);
      this.keys.set(address, key);
    }
    return key;
  }

  private bytes(instructions: readonly Instruction[], signers: readonly KeyPair[]): Buffer {
    const roles = new Map<Address, number>([[this.payer.address, ACCOUNT_ROLE.writableSigner]]);
    const add = (address: Address, role: AccountRole) => roles.set(address, (roles.get(address) ?? 0) | role);
    for (const { accounts } of instructions) for (const { address, role } of accounts) add(address, role);
    for (const { programAddress } of instructions) add(programAddress, ACCOUNT_ROLE.readonly);
    add(COMPUTE_BUDGET_PROGRAM_ID, ACCOUNT_ROLE.readonly);
    const those = (role: AccountRole) => [...roles].flatMap(([address, one]) => (one === role ? [address] : []));
    const { writableSigner, readonlySigner, writable, readonly } = ACCOUNT_ROLE;
    const [first, second, third, fourth] = [
      those(writableSigner),
      those(readonlySigner),
      those(writable),
      those(readonly),
    ];
    const order = [...first, ...second, ...third, ...fourth];
    const place = new Map(order.map((address, i) => [address, i]));
    const at = (address: Address) => place.get(address) ?? 0;

    const parts: Uint8Array[] = [
      Buffer.from([first.length + second.length, second.length, fourth.length, ...length(order.length)]),
      ...order.map((address) => this.key(address)),
      BLOCKHASH,
      Buffer.from([...length(instructions.length + 1), at(COMPUTE_BUDGET_PROGRAM_ID), 0, LIMIT.length]),
      LIMIT,
    ];
    for (const { programAddress, accounts, data } of instructions) {
      const places = accounts.map(({ address }) => at(address));
      parts.push(Buffer.from([at(programAddress), ...length(places.length), ...places, ...length(data.length)]), data);
    }
    const message = Buffer.concat(parts);

    const signing = new Set([this.payer, ...signers].map(({ address }) => address));
    const signatures = [...first, ...second].map((address) => {
      if (!signing.has(address)) throw new Error('a signer is missing');
      return SIGNATURE;
    });
    return Buffer.concat([Buffer.from(length(signatures.length)), ...signatures, message]);
  }

  /** The content of an account, `null` when it is empty. */
  async data(address: Address): Promise<Uint8Array | null> {
    const data = this.bank.dataAt(this.key(address));
    return data && data.length > 0 ? data : null;
  }
}
