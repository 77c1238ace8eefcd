import { fail, PROGRAM_NOT_USABLE } from '@linesman/sdk/error';
import { failedInstruction } from '@linesman/sdk/internal/program/failedInstruction';
import {
  compileMessage,
  encodeTransaction,
  KeyPair,
  TRANSACTION_LIMIT,
  unsigned,
  ZERO_ADDRESS,
} from '@linesman/sdk/program';
import type { EmbeddedChain } from '@linesman/service';
import type { Engine, Execution, ProgramBytes, Scene } from './engine.js';
import { executionOf } from './execution.js';

type Library = typeof import('@linesman/service');

const PAYER = KeyPair.fromSeed(new Uint8Array(32).fill(1)).address;

/**
 * The chain of `linesman serve`. Transactions go through its RPC port, like those of any client. It does not accept
 * transactions above the network's size limit.
 */
export class EmbeddedEngine implements Engine {
  readonly name = 'embedded';
  readonly runsPrecompiles = true;

  private constructor(
    private readonly chain: EmbeddedChain,
    private readonly program: ProgramBytes,
  ) {}

  /** Errors: PROGRAM_NOT_USABLE; those of the chain, such as NO_EMBEDDED_CHAIN. */
  static async start({ EmbeddedChain }: Library, program: ProgramBytes): Promise<EmbeddedEngine> {
    const chain = await EmbeddedChain.start({ port: 0, upgradeAuthority: PAYER, time: 0 });
    try {
      chain.deploy(program.programId, program.bytes);
    } catch {
      await chain.stop();
      fail(PROGRAM_NOT_USABLE, { problem: 'refused', from: program.from });
    }
    chain.fund(PAYER);
    return new EmbeddedEngine(chain, program);
  }

  async execute({ accounts, instructions }: Scene): Promise<Execution> {
    const { programId } = this.program;
    const transaction = unsigned(compileMessage(PAYER, instructions, ZERO_ADDRESS));
    const { length } = encodeTransaction(transaction);
    if (length > TRANSACTION_LIMIT) {
      const failure = `the chain takes no transaction of ${length} bytes`;
      const none = { failedAt: null, number: null, logs: [], returned: new Uint8Array(0) };
      return executionOf({ ...none, failure }, programId, instructions.length);
    }
    for (const account of accounts) this.chain.put(account);
    try {
      const { error, logs, returnData } = await this.chain.node.simulate(transaction);
      const failed = failedInstruction(error);
      return executionOf(
        {
          failedAt: failed?.at ?? null,
          number: failed?.custom ?? null,
          failure: error === null ? null : JSON.stringify(error),
          logs,
          returned: returnData ?? new Uint8Array(0),
        },
        programId,
        instructions.length,
      );
    } finally {
      // The next case must not find these accounts.
      for (const { address } of accounts) this.chain.put({ address, owner: ZERO_ADDRESS, data: new Uint8Array(0) }, 0);
    }
  }

  close(): Promise<void> {
    return this.chain.stop();
  }
}
