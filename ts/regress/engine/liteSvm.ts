import { fail, PROGRAM_NOT_USABLE } from '@linesman/sdk/error';
import { compileMessage, KeyPair, ZERO_ADDRESS } from '@linesman/sdk/program';
import type { LiteSVM, TransactionMetadata } from 'litesvm';
import type { Engine, Execution, PlacedAccount, ProgramBytes, Scene } from './engine.js';
import { executionOf, type Reported } from './execution.js';
import { liteAccount, liteTransaction } from './liteConversion.js';

type Library = typeof import('litesvm');

const PAYER = KeyPair.fromSeed(new Uint8Array(32).fill(1)).address;
const NO_SIGNATURE = new Uint8Array(64);
/** The blockhash is not checked, but it affects the size like any other. */
const BLOCKHASH = ZERO_ADDRESS;

/**
 * A current runtime. Transactions are only simulated, so that they leave nothing behind. They are not signed, because
 * their signatures say nothing about a proof. The Ed25519 program still runs.
 */
export class LiteSvmEngine implements Engine {
  readonly name = 'litesvm';
  readonly runsPrecompiles = true;
  private readonly svm: LiteSVM;

  /** Errors: PROGRAM_NOT_USABLE. */
  constructor(
    private readonly library: Library,
    private readonly program: ProgramBytes,
  ) {
    // Without a history, equal transactions can follow each other.
    this.svm = new library.LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
    try {
      this.svm.addProgram(program.programId as never, program.bytes);
    } catch {
      fail(PROGRAM_NOT_USABLE, { problem: 'refused', from: program.from });
    }
    this.put({ address: PAYER, owner: ZERO_ADDRESS, data: new Uint8Array(0) }, 10 ** 11);
  }

  async execute({ accounts, instructions }: Scene): Promise<Execution> {
    for (const account of accounts) this.put(account);
    try {
      return executionOf(this.report({ accounts, instructions }), this.program.programId, instructions.length);
    } finally {
      // The next case must not find these accounts.
      for (const { address } of accounts) this.put({ address, owner: ZERO_ADDRESS, data: new Uint8Array(0) }, 0);
    }
  }

  private report({ instructions }: Scene): Reported {
    const message = compileMessage(PAYER, instructions, BLOCKHASH);
    const signatures = Array.from({ length: message.header.signers }, () => NO_SIGNATURE);
    const ran = this.svm.simulateTransaction(liteTransaction({ message, signatures }));
    const meta: TransactionMetadata = ran.meta();
    const said = { logs: meta.logs(), returned: meta.returnData().data() };
    if (!(ran instanceof this.library.FailedTransactionMetadata))
      return { ...said, failedAt: null, number: null, failure: null };
    const text = ran.err().toString();
    const [, index] = /^TransactionErrorInstructionError { index: (\d+)/.exec(text) ?? [];
    const [, code] = /InstructionErrorCustom { code: (\d+) }/.exec(text) ?? [];
    return {
      ...said,
      failedAt: index === undefined ? null : Number(index),
      number: code === undefined ? null : Number(code),
      failure: text,
    };
  }

  private put(account: PlacedAccount, lamports = 10 ** 9): void {
    this.svm.setAccount(liteAccount(account, lamports));
  }
}
