import { sceneOfVector, USER } from '../../ts/regress/conform/vectorScene.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { compile } from '../../ts/sdk/program/transaction/compile.js';
import { compileFor } from '../../ts/sdk/program/transaction/compileFor.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import type { Result, Vector } from '../vectors/vector.js';
import { LiteBank } from './liteBank.js';
import type { Outcome } from './localBank.js';
import { ORACLE } from './oracleBank.js';
import { forward, PROXY } from './proxy.js';

const STRANGER = addressOf(new Uint8Array(32).fill(250));

/** The instruction that a vector describes, and the instructions it needs before it. */
export interface Prepared {
  before: readonly Instruction[];
  instruction: Instruction;
  /** Bytes of a transaction with both, without the proxy. */
  transactionBytes: number;
  /** The same in version 1. */
  version1Bytes: number;
}

/** The vector's instruction and the accounts it takes. Puts nothing on chain. */
export function prepare(vector: Vector): Prepared {
  const { instructions } = sceneOfVector(vector);
  return {
    before: instructions.slice(0, -1),
    instruction: instructions.at(-1) as Instruction,
    transactionBytes: compile(STRANGER, instructions, STRANGER).size,
    version1Bytes: compileFor(1, STRANGER, instructions, STRANGER, null).size,
  };
}

/** A bank that judges vectors. */
export class VectorBank {
  private constructor(readonly bank: LiteBank) {}

  static async start(oracle = ORACLE): Promise<VectorBank> {
    return new VectorBank(new LiteBank([oracle, PROXY]));
  }

  /** Puts the accounts of a vector where its instruction expects them, and returns the instructions. */
  put(vector: Vector): readonly Instruction[] {
    const { accounts, instructions } = sceneOfVector(vector);
    for (const { address, owner, data } of accounts) this.bank.put(address, owner, data);
    return instructions;
  }

  /** Executes the vector's instruction in one transaction of version 1. */
  async runInVersion1(vector: Vector): Promise<Outcome> {
    return this.bank.sendInVersion1(this.put(vector), vector.v4 ? [USER] : []);
  }

  /**
   * Executes the vector's instruction: directly if a transaction holds it, else through the proxy. `repeat` lists its
   * last account twice, an unusual call, which the oracle program's entrance leaves to Anchor's entry point.
   */
  async run(vector: Vector, { repeat = false } = {}): Promise<Outcome> {
    const instructions = this.put(vector);
    const plain = instructions.at(-1) as Instruction;
    const again = repeat ? plain.accounts.slice(-1) : [];
    const instruction = { ...plain, accounts: [...plain.accounts, ...again] };
    // An account listed again takes a byte.
    const isTooLarge = compile(STRANGER, instructions, STRANGER).size + again.length > TRANSACTION_LIMIT;
    const called = isTooLarge ? forward(this.bank, instruction) : instruction;
    return this.bank.send([...instructions.slice(0, -1), called], vector.v4 ? [USER] : []);
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
