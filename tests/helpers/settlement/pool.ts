import { type Position, positionAccount } from '../../../ts/sdk/program/account/position.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { positionAddress } from '../../../ts/sdk/program/address/settlement.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { claim, closePool, stake, sweep, voidPool } from '../../../ts/sdk/program/settlement/instructions.js';
import { ok, type TestChain } from './chain.js';
import { alsoSignedBy } from './roles.js';
import { ataOf, makeTokenAccount, tokenAmount } from './tokens.js';

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;

export type Addresses = Record<string, Address>;

/** A staker with a token account of the pool's mint. */
export interface Staker {
  readonly keypair: KeyPair;
  readonly publicKey: Address;
  /** The associated token account. */
  readonly tokens: Address;
}

/** What a new staker has, base units. */
export const MONEY = 1_000_000n;

/** As many as a caller has asked for, so that they can be taken by place. */
export type Several<T> = readonly [T, T, T, T, T, T, T, T, ...T[]];

/** By outcome, the stakes on it, each of another staker. */
export type StakesOn = Readonly<Record<number, readonly bigint[]>>;

/** A staker and the outcome that it has staked on. */
export interface Backer extends Staker {
  readonly outcome: number;
}

/** The parts common to a market and a parlay under test: stakes, positions and a vault. */
export abstract class TestPool {
  abstract readonly chain: TestChain;
  abstract readonly address: Address;
  abstract readonly vault: Address;
  abstract readonly creator: KeyPair;
  /** From the terms. */
  abstract readonly hash: Uint8Array;
  abstract readonly terms: { readonly mint: Address; readonly feeAccount: Address; readonly feeBps: number };
  abstract readonly tokenProgram: Address;

  /** A new staker with `amount` base units. */
  staker(amount = MONEY): Staker {
    const keypair = this.chain.fundedKeypair();
    const { mint } = this.terms;
    const owner = keypair.address;
    const tokens = ataOf(owner, mint, this.tokenProgram);
    makeTokenAccount(this.chain, { mint, owner, amount, program: this.tokenProgram, address: tokens });
    return { keypair, publicKey: owner, tokens };
  }

  /** A new staker for each of these stakes, in their order. */
  async stakes(on: StakesOn): Promise<Several<Backer>> {
    const backers: Backer[] = [];
    for (const [key, amounts] of Object.entries(on))
      for (const amount of amounts) {
        const backer = { ...this.staker(), outcome: Number(key) };
        ok(await this.stake(backer, backer.outcome, amount));
        backers.push(backer);
      }
    return backers as unknown as Several<Backer>;
  }

  /** Claims for all of them. */
  async claimAll(backers: readonly Backer[]): Promise<void> {
    for (const { publicKey, outcome } of backers) ok(await this.claim(publicKey, outcome));
  }

  position(owner: Address, outcome: number): Address {
    return positionAddress(this.address, owner, outcome, PROGRAM).address;
  }

  async readPosition(owner: Address, outcome: number): Promise<Position | null> {
    const account = await this.chain.account(this.position(owner, outcome));
    return account && account.data.length > 0 ? positionAccount.decode(account.data) : null;
  }

  async held(): Promise<bigint> {
    const amount = await tokenAmount(this.chain, this.vault);
    if (amount === null) throw new Error('there is no vault');
    return amount;
  }

  stake(staker: Staker, outcome: number, amount: bigint, addresses: Addresses = {}, hash = this.hash) {
    return this.chain.send([this.stakeInstruction(staker, outcome, amount, addresses, hash)], [staker.keypair]);
  }

  /** Sent by a stranger unless the owner's key pair is among the signers. */
  claim(owner: Address, outcome: number, addresses: Addresses = {}, signers: KeyPair[] = []) {
    // The owner's signature is optional: the layout does not require it.
    const instruction = alsoSignedBy(this.claimInstruction(owner, outcome, addresses), signers);
    return this.chain.send([instruction], signers);
  }

  void(addresses: Addresses = {}) {
    return this.chain.send([this.voidInstruction(addresses)]);
  }

  sweep(addresses: Addresses = {}) {
    return this.chain.send([this.sweepInstruction(addresses)]);
  }

  close(addresses: Addresses = {}, signers: KeyPair[] = [this.creator]) {
    return this.chain.send([this.closeInstruction(addresses)], signers);
  }

  stakeInstruction(
    staker: Staker,
    outcome: number,
    amount: bigint,
    addresses: Addresses = {},
    hash = this.hash,
  ): Instruction {
    const standard = {
      owner: staker.publicKey,
      pool: this.address,
      position: this.position(staker.publicKey, outcome),
      vault: this.vault,
      mint: this.terms.mint,
      source: staker.tokens,
      tokenProgram: this.tokenProgram,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    return stake.build(PROGRAM, { ...standard, ...addresses }, { outcome, amount, termsHash: hash });
  }

  voidInstruction(addresses: Addresses = {}): Instruction {
    return voidPool.build(PROGRAM, { pool: this.address, vault: this.vault, ...addresses }, {});
  }

  claimInstruction(owner: Address, outcome: number, addresses: Addresses = {}): Instruction {
    const standard = {
      pool: this.address,
      position: this.position(owner, outcome),
      owner,
      vault: this.vault,
      mint: this.terms.mint,
      destination: ataOf(owner, this.terms.mint, this.tokenProgram),
      payer: this.chain.payer.address,
      tokenProgram: this.tokenProgram,
      associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    return claim.build(PROGRAM, { ...standard, ...addresses }, {});
  }

  sweepInstruction(addresses: Addresses = {}): Instruction {
    return sweep.build(PROGRAM, { ...this.leftoverAccounts(), ...addresses }, {});
  }

  closeInstruction(addresses: Addresses = {}): Instruction {
    const standard = { creator: this.creator.address, ...this.leftoverAccounts() };
    return closePool.build(PROGRAM, { ...standard, ...addresses }, {});
  }

  private leftoverAccounts() {
    const { mint, feeAccount } = this.terms;
    return { pool: this.address, vault: this.vault, mint, feeAccount, tokenProgram: this.tokenProgram };
  }
}
