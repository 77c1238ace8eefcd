import { fail, PROGRAM_NOT_USABLE } from '@linesman/sdk/error';
import { hexToBytes } from '@linesman/sdk/format';
import { rootsAccount } from '@linesman/sdk/internal/program/account/rootsAccountBytes';
import {
  type Address,
  type SendingChain,
  type Simulation,
  signatureOf,
  type Transaction,
  type TransactionStatus,
  ZERO_ADDRESS,
} from '@linesman/sdk/program';
import { parseProof, type RootsKind, rootsKindOf } from '@linesman/sdk/proof';
import type { Case } from '@linesman/sdk/prove';
import type { LiteSVM } from 'litesvm';
import { clockAt } from '../engine/clockAt.js';
import type { PlacedAccount, ProgramBytes } from '../engine/engine.js';
import { liteAccount, liteTransaction } from '../engine/liteConversion.js';
import { loaded } from '../engine/openEngine.js';
import { committedProgram, committedSettlementProgram } from '../engine/programBytes.js';

type Library = typeof import('litesvm');
type Result = ReturnType<LiteSVM['sendTransaction' | 'simulateTransaction']>;

export interface LocalChainOptions {
  /** The time at the start, Unix seconds. */
  readonly time: number;
  /** Default: the oracle program and the settlement program of this version of the package. */
  readonly programs?: readonly ProgramBytes[];
}

/**
 * Starts a chain in this process, for tests: the cluster's runtime with its token programs, the oracle program and the
 * settlement program. It needs no network and checks signatures; a transaction takes about a millisecond. Its clock
 * stands still until it is set.
 *
 * Errors: ENGINE_NOT_INSTALLED; PROGRAM_NOT_USABLE when the runtime refuses a program.
 *
 * @example
 * ```ts
 * import { KeyPair } from '@linesman/sdk/program';
 * import { openLocalChain } from '@linesman/regress';
 *
 * const chain = await openLocalChain({ time: Date.UTC(2027, 0, 15) / 1_000 });
 * const wallet = KeyPair.generate();
 * chain.fund(wallet.address);
 * ```
 */
export async function openLocalChain({ time, programs }: LocalChainOptions): Promise<LocalChain> {
  const library = await loaded('litesvm', () => import('litesvm'));
  const chain = new LocalChain(library, programs ?? [committedProgram(), committedSettlementProgram()]);
  chain.setTime(time);
  return chain;
}

/** A chain in this process that can replace a chain over RPC. Transactions on it do not expire. */
export class LocalChain implements SendingChain {
  private readonly svm: LiteSVM;
  private readonly statuses = new Map<string, NonNullable<TransactionStatus>>();
  /** The roots that were published, by the address of their account. */
  private readonly roots = new Map<Address, Map<number, Uint8Array>>();

  /** Internal: {@link openLocalChain} starts one. Errors: PROGRAM_NOT_USABLE. */
  constructor(
    private readonly library: Library,
    programs: readonly ProgramBytes[],
  ) {
    this.svm = new library.LiteSVM().withBlockhashCheck(false);
    for (const { programId, bytes, from } of programs)
      try {
        this.svm.addProgram(programId as never, bytes);
      } catch {
        fail(PROGRAM_NOT_USABLE, { problem: 'refused', from });
      }
  }

  /** Sets the clock, Unix seconds. Its slot moves too, forwards or back: 5 slots for each 2 s. */
  setTime(time: number): void {
    this.svm.setClock(clockAt(this.library, this.svm.getClock(), time));
  }

  /**
   * Sets the time alone, Unix seconds, as if the chain had halted. Windows and the ages of facts count slots, too, so
   * none is over by this.
   */
  setTimeInHalt(time: number): void {
    this.svm.setClock(clockAt(this.library, this.svm.getClock(), time, 0));
  }

  /** Gives an address lamports for fees and rent. Default: 100 SOL. */
  fund(address: Address, lamports = 10 ** 11): void {
    this.put({ address, owner: ZERO_ADDRESS, data: new Uint8Array(0) }, lamports);
  }

  /** Writes an account without the signatures that a real chain would require. */
  put(account: PlacedAccount, lamports = 10 ** 9): void {
    this.svm.setAccount(liteAccount(account, lamports));
  }

  /**
   * Publishes the root of a recorded case, as its oracle did, in addition to existing roots. Does nothing for a case
   * without a root. Errors: those of `parseProof`, for an answer that is no proof.
   */
  publish({ roots, answer }: Pick<Case, 'roots' | 'answer'>): void {
    if (roots === null) return;
    const { program, address, epochDay, slot, root } = roots;
    const slots = this.roots.get(address) ?? new Map<number, Uint8Array>();
    this.roots.set(address, slots.set(slot, hexToBytes(root)));
    const kind: RootsKind = rootsKindOf(parseProof(answer));
    this.put({ address, owner: program, data: rootsAccount(kind, epochDay, slots, program).data });
  }

  /** Rent-exempt minimum of an account with this many bytes, lamports. */
  async rent(bytes: number): Promise<number> {
    return Number(this.svm.minimumBalanceForRentExemption(BigInt(bytes)));
  }

  /** A new one each time, so that the same instructions can be sent again. */
  async latestBlockhash(): Promise<string> {
    this.svm.expireBlockhash();
    return this.svm.latestBlockhash();
  }

  async isBlockhashValid(): Promise<boolean> {
    return true;
  }

  async account(address: Address): Promise<{ owner: Address; data: Uint8Array } | null> {
    const found = this.svm.getAccount(address as never);
    if (!found.exists || found.lamports === 0n) return null;
    return { owner: found.programAddress as string as Address, data: Uint8Array.from(found.data) };
  }

  async simulate(transaction: Transaction): Promise<Simulation> {
    this.svm.withSigverify(false);
    try {
      return this.simulationOf(this.svm.simulateTransaction(liteTransaction(transaction)));
    } finally {
      this.svm.withSigverify(true);
    }
  }

  async send(transaction: Transaction): Promise<void> {
    const signature = signatureOf(transaction);
    if (this.statuses.has(signature)) return;
    const { error, logs } = this.simulationOf(this.svm.sendTransaction(liteTransaction(transaction)));
    this.statuses.set(signature, { error, logs });
  }

  async status(signature: string): Promise<TransactionStatus> {
    return this.statuses.get(signature) ?? null;
  }

  private simulationOf(result: Result): Simulation {
    const failed = result instanceof this.library.FailedTransactionMetadata;
    const meta = failed || 'postAccounts' in result ? result.meta() : result;
    const returned = meta.returnData().data();
    return {
      error: failed ? result.err().toString() : null,
      logs: meta.logs(),
      unitsConsumed: Number(meta.computeUnitsConsumed()),
      returnData: returned.length === 0 ? null : returned,
    };
  }
}
