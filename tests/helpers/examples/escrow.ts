import { type Address, address, addressBytes } from '../../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { instructionDiscriminator } from '../../../ts/sdk/program/discriminator.js';
import { ACCOUNT_ROLE, type AccountRole, type Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import type { Attesters } from '../../../ts/sdk/program/wire/terms.js';
import type { Outcome, TestChain } from '../settlement/chain.js';
import { FIXTURE } from '../settlement/market.js';
import { GOALS, MINIMUM_AGE, NOT_BEFORE, RESULT } from './results.js';

/** The example program that pays by a result. */
export const PAYOUT = {
  programId: address('yxci45WL1wLXh3i7kvfFNdmX5UCpnyBKz5JEWcEARym'),
  path: 'tests/programs/artifacts/payout.so',
};

/** Bytes of an escrow: discriminator, funder, amount, terms. */
export const ESCROW_SIZE = 8 + 32 + 8 + 204;

/** The terms in the order of the program's. */
export interface Terms {
  readonly settlementProgram: Address;
  readonly oracleProgram: Address;
  readonly fixtureId: number;
  readonly sport: number;
  readonly finality: number;
  readonly attesters: Attesters | null;
  readonly statKey: number;
  readonly notBefore: number;
  readonly minimumAge: number;
  readonly atLeast: number;
  readonly atMost: number;
  readonly winnerIfInside: Address;
  readonly winnerIfOutside: Address;
  readonly refundAt: number;
}

const integer = (write: (bytes: Buffer) => number) => {
  const bytes = Buffer.alloc(8);
  return bytes.subarray(0, write(bytes));
};
const u8 = (value: number) => integer((bytes) => bytes.writeUInt8(value));
const u32 = (value: number) => integer((bytes) => bytes.writeUInt32LE(value));
const i32 = (value: number) => integer((bytes) => bytes.writeInt32LE(value));
const u64 = (value: bigint) => integer((bytes) => bytes.writeBigUInt64LE(value));
const i64 = (value: number) => integer((bytes) => bytes.writeBigInt64LE(BigInt(value)));

const encoded = (terms: Terms): Buffer =>
  Buffer.concat([
    addressBytes(terms.settlementProgram),
    addressBytes(terms.oracleProgram),
    i64(terms.fixtureId),
    u8(terms.sport),
    u8(terms.finality),
    ...(terms.attesters ? [u8(1), addressBytes(terms.attesters.set), u8(terms.attesters.least)] : [u8(0)]),
    u32(terms.statKey),
    i64(terms.notBefore),
    u32(terms.minimumAge),
    i32(terms.atLeast),
    i32(terms.atMost),
    addressBytes(terms.winnerIfInside),
    addressBytes(terms.winnerIfOutside),
    i64(terms.refundAt),
  ]);

const instruction = (
  name: string,
  accounts: readonly (readonly [Address, AccountRole])[],
  args: Uint8Array = new Uint8Array(0),
): Instruction => ({
  programAddress: PAYOUT.programId,
  accounts: accounts.map(([address, role]) => ({ address, role })),
  data: Buffer.concat([instructionDiscriminator(name), args]),
});

/** The accounts of `pay` and `refund`. */
export interface ReleaseAccounts {
  readonly escrow: Address;
  readonly result: Address;
  readonly receiver: Address;
  readonly funder: Address;
}

const release = (name: string, { escrow, result, receiver, funder }: ReleaseAccounts) =>
  instruction(name, [
    [escrow, ACCOUNT_ROLE.writable],
    [result, ACCOUNT_ROLE.readonly],
    [receiver, ACCOUNT_ROLE.writable],
    [funder, ACCOUNT_ROLE.writable],
  ]);

/** The system program's transfer of lamports. */
export const transfer = (from: Address, to: Address, lamports: bigint): Instruction => ({
  programAddress: SYSTEM_PROGRAM_ID,
  accounts: [
    { address: from, role: ACCOUNT_ROLE.writableSigner },
    { address: to, role: ACCOUNT_ROLE.writable },
  ],
  data: Buffer.concat([u32(2), u64(lamports)]),
});

/** An escrow under test: its parties, and every instruction with its proper accounts or replacements. */
export class TestEscrow {
  readonly key: KeyPair;
  readonly terms: Terms;

  /** Defaults: a million lamports and more on at least two goals of the home team. */
  constructor(
    readonly chain: TestChain,
    terms: Partial<Terms> = {},
    readonly amount = 1_234_567n,
    readonly funder: KeyPair = chain.fundedKeypair(),
  ) {
    this.key = chain.keypair();
    this.terms = {
      settlementProgram: LOCALNET_PROGRAM_IDS.settlement,
      oracleProgram: LOCALNET_PROGRAM_IDS.oracle,
      fixtureId: FIXTURE,
      sport: 1,
      finality: 0,
      attesters: null,
      statKey: GOALS.home,
      notBefore: NOT_BEFORE,
      minimumAge: MINIMUM_AGE,
      atLeast: 2,
      atMost: 2 ** 31 - 1,
      winnerIfInside: chain.fundedKeypair().address,
      winnerIfOutside: chain.fundedKeypair().address,
      refundAt: NOT_BEFORE + 3 * 86_400,
      ...terms,
    };
  }

  get address(): Address {
    return this.key.address;
  }

  createInstruction(): Instruction {
    const accounts = [
      [this.funder.address, ACCOUNT_ROLE.writableSigner],
      [this.address, ACCOUNT_ROLE.writableSigner],
      [SYSTEM_PROGRAM_ID, ACCOUNT_ROLE.readonly],
    ] as const;
    return instruction('create', accounts, Buffer.concat([u64(this.amount), encoded(this.terms)]));
  }

  create(): Promise<Outcome> {
    return this.chain.send([this.createInstruction()], [this.funder, this.key]);
  }

  /** @param accounts Default: the proper ones, and the winner if the value is inside. */
  payInstruction(accounts: Partial<ReleaseAccounts> = {}): Instruction {
    return release('pay', { ...this.accounts(this.terms.winnerIfInside), ...accounts });
  }

  pay(accounts: Partial<ReleaseAccounts> = {}): Promise<Outcome> {
    return this.chain.send([this.payInstruction(accounts)]);
  }

  refundInstruction(accounts: Partial<ReleaseAccounts> = {}): Instruction {
    return release('refund', { ...this.accounts(this.funder.address), ...accounts });
  }

  refund(accounts: Partial<ReleaseAccounts> = {}): Promise<Outcome> {
    return this.chain.send([this.refundInstruction(accounts)]);
  }

  private accounts(receiver: Address): ReleaseAccounts {
    return { escrow: this.address, result: RESULT, receiver, funder: this.funder.address };
  }

  /** Lamports of escrow, funder and winners, in this order. */
  async lamports(): Promise<readonly number[]> {
    const { winnerIfInside, winnerIfOutside } = this.terms;
    const accounts = [this.address, this.funder.address, winnerIfInside, winnerIfOutside];
    return Promise.all(accounts.map(async (one) => (await this.chain.account(one))?.lamports ?? 0));
  }
}
