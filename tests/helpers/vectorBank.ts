import { oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import { userValidationStateAccount } from '../../ts/sdk/program/account/userValidationState.js';
import { type Address, address, addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import {
  configAddress,
  fixturesRootsAddress,
  oddsRootsAddress,
  scoresRootsAddress,
  userValidationStateAddress,
} from '../../ts/sdk/program/address/oracle.js';
import {
  COMPUTE_BUDGET_PROGRAM_ID,
  ED25519_PROGRAM_ID,
  INSTRUCTIONS_SYSVAR,
  ZERO_ADDRESS,
} from '../../ts/sdk/program/address/runtime.js';
import { ACCOUNT_ROLE, type Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import { compile } from '../../ts/sdk/program/transaction/compile.js';
import { compileFor } from '../../ts/sdk/program/transaction/compileFor.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import { rootsAccount } from '../vectors/rootsAccount.js';
import type { InstructionBefore, Result, V4, Vector } from '../vectors/vector.js';
import { LiteBank } from './liteBank.js';
import type { Outcome } from './localBank.js';
import { ORACLE } from './oracleBank.js';
import { forward, PROXY } from './proxy.js';

const PROGRAMS: Record<InstructionBefore['program'], Address> = {
  ed25519: ED25519_PROGRAM_ID,
  secp256k1: address('KeccakSecp256k11111111111111111111111111111'),
  computeBudget: COMPUTE_BUDGET_PROGRAM_ID,
};

/** Where a vector puts a copy of the instructions sysvar. */
const SYSVAR_COPY = addressOf(new Uint8Array(32).fill(251));
/** Spends the credits of the version 4 vectors. */
const STRANGER = addressOf(new Uint8Array(32).fill(250));
export const USER = KeyPair.fromSeed(new Uint8Array(32).fill(3));

const ADDRESSES = { scores: scoresRootsAddress, odds: oddsRootsAddress, fixtures: fixturesRootsAddress };

/** The instruction that a vector describes, and the instructions it needs before it. */
export interface Prepared {
  before: Instruction[];
  instruction: Instruction;
  /** Bytes of a transaction with both, without the proxy. */
  transactionBytes: number;
  /** The same in version 1. */
  version1Bytes: number;
}

const isSigned = (vector: Vector): vector is Vector & { v4: V4 } => vector.v4 !== null;

/** The vector's instruction and the accounts it takes. Puts nothing on chain. */
export function prepare(vector: Vector): Prepared {
  const roots = ADDRESSES[vector.roots.kind](vector.roots.day, ORACLE.programId).address;
  const read = (address: Address) => ({ address, role: ACCOUNT_ROLE.readonly });
  const passed = vector.roots.tamper?.missing !== true;
  const accounts = isSigned(vector)
    ? [
        { address: USER.address, role: ACCOUNT_ROLE.writableSigner },
        { address: userValidationStateAddress(USER.address, ORACLE.programId).address, role: ACCOUNT_ROLE.writable },
        read(vector.v4.tamper?.sysvar ? SYSVAR_COPY : INSTRUCTIONS_SYSVAR),
        ...(passed ? [read(roots), read(configAddress(ORACLE.programId).address)] : []),
      ]
    : passed
      ? [read(roots)]
      : [];
  const instruction = {
    programAddress: ORACLE.programId,
    accounts,
    data: Buffer.from(vector.data, 'hex'),
  };
  const before = (vector.v4?.before ?? []).map(({ program, data }) => ({
    programAddress: PROGRAMS[program],
    accounts: [],
    data: Buffer.from(data, 'hex'),
  }));
  return {
    before,
    instruction,
    transactionBytes: compile(STRANGER, [...before, instruction], STRANGER).size,
    version1Bytes: compileFor(1, STRANGER, [...before, instruction], STRANGER, null).size,
  };
}

/** An account that a vector's instruction reads. */
export interface Placed {
  address: Address;
  owner: Address;
  data: Uint8Array;
}

/** The accounts of a vector: roots, and for version 4 configuration and credits. */
export function accountsOf(vector: Vector): Placed[] {
  const { kind, day, tamper } = vector.roots;
  const roots = {
    address: ADDRESSES[kind](day, ORACLE.programId).address,
    owner: tamper?.owner === 'other' ? DEFAULT_SETTLEMENT_PROGRAM_ID : ORACLE.programId,
    data: rootsAccount(vector.roots),
  };
  if (!isSigned(vector)) return [roots];
  const { keys, credits, tamper: substitutes = {} } = vector.v4;
  const config = configAddress(ORACLE.programId);
  return [
    roots,
    {
      address: config.address,
      owner: substitutes.configOwner === 'other' ? DEFAULT_SETTLEMENT_PROGRAM_ID : ORACLE.programId,
      data: oracleConfigAccount.encode({
        admin: USER.address,
        pendingAdmin: ZERO_ADDRESS,
        publisher: USER.address,
        backendAdmin: USER.address,
        oracleKey: Buffer.from(keys[0], 'hex'),
        nextOracleKey: keys[1] === null ? new Uint8Array(32) : Buffer.from(keys[1], 'hex'),
        serviceMint: ZERO_ADDRESS,
        stablecoinMint: ZERO_ADDRESS,
        creditPackPrice: 0n,
        bump: config.bump,
        lateAfter: 0,
        before: 0,
        changed: 0,
        reserved: new Uint8Array(47),
      }),
    },
    {
      address: userValidationStateAddress(USER.address, ORACLE.programId).address,
      owner: ORACLE.programId,
      data: userValidationStateAccount.encode({ owner: USER.address, credits }),
    },
    ...(substitutes.sysvar
      ? [{ address: SYSVAR_COPY, owner: DEFAULT_SETTLEMENT_PROGRAM_ID, data: sysvarOf(prepare(vector).before) }]
      : []),
  ];
}

/** The bytes of the instructions sysvar: these instructions, which have no accounts, then the program's own. */
function sysvarOf(before: readonly Instruction[]): Uint8Array {
  const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
  const own = { programAddress: ORACLE.programId, data: new Uint8Array(0) };
  const bodies = [...before, own].map(({ programAddress, data }) =>
    Buffer.concat([u16(0), addressBytes(programAddress), u16(data.length), data]),
  );
  const first = 2 + 2 * bodies.length;
  const offsets = bodies.map((_, i) => u16(first + Buffer.concat(bodies.slice(0, i)).length));
  return Buffer.concat([u16(bodies.length), ...offsets, ...bodies, u16(before.length)]);
}

/** A signed validation spends a credit of its user, who must exist. */
export const userOf = (vector: Vector): Placed[] =>
  isSigned(vector) ? [{ address: USER.address, owner: ZERO_ADDRESS, data: new Uint8Array(0) }] : [];

/** A bank that judges vectors. */
export class VectorBank {
  private constructor(readonly bank: LiteBank) {}

  static async start(oracle = ORACLE): Promise<VectorBank> {
    const bank = new LiteBank([oracle, PROXY]);
    bank.fund(USER.address);
    return new VectorBank(bank);
  }

  /** Puts the accounts of a vector where its instruction expects them. */
  put(vector: Vector): void {
    for (const { address, owner, data } of accountsOf(vector)) this.bank.put(address, owner, data);
  }

  /** Executes the vector's instruction in one transaction of version 1. */
  async runInVersion1(vector: Vector): Promise<Outcome> {
    this.put(vector);
    const { before, instruction } = prepare(vector);
    return this.bank.sendInVersion1([...before, instruction], isSigned(vector) ? [USER] : []);
  }

  /**
   * Executes the vector's instruction: directly if a transaction holds it, else through the proxy. `repeat` lists its
   * last account twice, an unusual call, which the oracle program's entrance leaves to Anchor's entry point.
   */
  async run(vector: Vector, { repeat = false } = {}): Promise<Outcome> {
    this.put(vector);
    const { before, instruction: plain, transactionBytes } = prepare(vector);
    const again = repeat ? plain.accounts.slice(-1) : [];
    const instruction = { ...plain, accounts: [...plain.accounts, ...again] };
    // An account listed again takes a byte.
    const isTooLarge = transactionBytes + again.length > TRANSACTION_LIMIT;
    const called = isTooLarge ? forward(this.bank, instruction) : instruction;
    return this.bank.send([...before, called], isSigned(vector) ? [USER] : []);
  }
}

/**
 * The outcome in the terms of the corpus, given how many instructions precede the checked one. The runtime trims
 * trailing zero bytes of return data, so `00` arrives as nothing.
 */
export function resultOf(outcome: Outcome, before = 0): Result {
  if (outcome.failedAt !== null && outcome.failedAt < before) return { precompile: true };
  if (outcome.error !== null) return { error: outcome.error };
  if (outcome.failure !== null) throw new Error(`${outcome.failure}\n${outcome.logs.join('\n')}`);
  const [byte = 0, ...more] = outcome.returned;
  if (more.length > 0 || byte > 1) throw new Error(`return data ${Buffer.from(outcome.returned).toString('hex')}`);
  return { verdict: byte === 1 };
}
