import { fail, PROGRAM_NOT_USABLE } from '@linesman/sdk/error';
import { sbpfOf } from '@linesman/sdk/internal/program/network/sbpf';
import { address, compileMessage, encodeTransaction, KeyPair, unsigned, ZERO_ADDRESS } from '@linesman/sdk/program';
import { toPublicKey } from '@linesman/sdk/web3';
import type { BanksClient, ProgramTestContext } from 'solana-bankrun';
import { type Engine, type Execution, type ProgramBytes, type Scene, TRAITS } from './engine.js';
import { executionOf } from './execution.js';

type Library = typeof import('solana-bankrun');
type SimulatedTransaction = Parameters<BanksClient['simulateTransaction']>[0];

const LOADER = address('BPFLoader2111111111111111111111111111111111');
const PAYER = KeyPair.fromSeed(new Uint8Array(32).fill(1)).address;

const EXPIRED = 'Blockhash not found';
/** On a busy machine the runtime sometimes does not find a loaded program, and fails before calling it. */
const NOT_LOADED = /may not be used for executing instructions|invalid account data for instruction/;
const MAX_SLOTS = 5;

/** Runtime 1.18, which runs SBPF v0. It does not run the Ed25519 program, so it accepts forged signatures. */
export class BankrunEngine implements Engine {
  readonly name = 'bankrun';
  readonly runsPrecompiles = false;

  private constructor(
    private readonly context: ProgramTestContext,
    private readonly program: ProgramBytes,
  ) {}

  /** Errors: PROGRAM_NOT_USABLE. */
  static async start(library: Library, program: ProgramBytes): Promise<BankrunEngine> {
    // The runtime itself would say so only when the program is called, and not in these words.
    if (sbpfOf(program.bytes) > TRAITS.bankrun.sbpf)
      fail(PROGRAM_NOT_USABLE, { problem: 'refused', from: program.from });
    const executable = { lamports: 10 ** 10, data: program.bytes, owner: toPublicKey(LOADER), executable: true };
    const context = await library.start([], []);
    context.setAccount(toPublicKey(program.programId), executable);
    const engine = new BankrunEngine(context, program);
    engine.put(PAYER, ZERO_ADDRESS, new Uint8Array(0), 10 ** 11);
    return engine;
  }

  async execute({ accounts, instructions }: Scene): Promise<Execution> {
    for (const { address: at, owner, data } of accounts) this.put(at, owner, data);
    try {
      for (let slots = 1; ; slots++) {
        const execution = await this.simulate(instructions);
        const isLost = execution.failure !== null && NOT_LOADED.test(execution.failure) && execution.units === null;
        if (!isLost || slots === MAX_SLOTS) return execution;
        this.context.warpToSlot((await this.client.getClock()).slot + 1n);
      }
    } finally {
      for (const { address: at } of accounts) this.put(at, ZERO_ADDRESS, new Uint8Array(0), 0);
    }
  }

  private get client(): BanksClient {
    return this.context.banksClient;
  }

  /** Retries with newer blockhashes until the runtime accepts one, because it creates them by the machine's clock. */
  private async simulate(instructions: Scene['instructions']): Promise<Execution> {
    for (;;) {
      const latest = await this.client.getLatestBlockhash();
      if (latest === null) continue;
      const bytes = encodeTransaction(unsigned(compileMessage(PAYER, instructions, latest[0])));
      // web3.js does not serialize more than 1,232 bytes; the runtime reads them.
      const transaction = { serialize: () => bytes } as unknown as SimulatedTransaction;
      const { result, meta } = await this.client.simulateTransaction(transaction);
      if (result === EXPIRED) continue;
      const [, index] = /Error processing Instruction (\d+)/.exec(result ?? '') ?? [];
      const [, code] = /custom program error: (?:0x)?([0-9a-f]+)/.exec(result ?? '') ?? [];
      return executionOf(
        {
          failedAt: index === undefined ? null : Number(index),
          number: code === undefined ? null : Number.parseInt(code, 16),
          failure: result,
          logs: meta?.logMessages ?? [],
          returned: meta?.returnData?.data ?? new Uint8Array(0),
        },
        this.program.programId,
        instructions.length,
      );
    }
  }

  private put(at: ProgramBytes['programId'], owner: ProgramBytes['programId'], data: Uint8Array, lamports = 10 ** 9) {
    this.context.setAccount(toPublicKey(at), { lamports, data, owner: toPublicKey(owner), executable: false });
  }
}
