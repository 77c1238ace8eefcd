import { readFileSync } from 'node:fs';
import { type BanksTransactionResultWithMeta, Clock, type ProgramTestContext, start } from 'solana-bankrun';
import { SIMULATION_FAILED } from '../../ts/sdk/error/codes/library.js';
import { errorOf } from '../../ts/sdk/error/linesmanError.js';
import { type Address, address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID, UPGRADEABLE_LOADER_ID } from '../../ts/sdk/program/address/runtime.js';
import type { Chain } from '../../ts/sdk/program/chain.js';
import { errorFromLogs } from '../../ts/sdk/program/errorFromLogs.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS, type ProgramIds } from '../../ts/sdk/program/programId.js';
import { type BuiltTransaction, buildTransaction } from '../../ts/sdk/program/transaction/build.js';
import { signTransaction, type Transaction } from '../../ts/sdk/program/transaction/transaction.js';
import { fromPublicKey, toPublicKey, toVersionedTransaction } from '../../ts/sdk/web3/convert.js';

const LOADER = address('BPFLoader2111111111111111111111111111111111');
const ARTIFACTS = new URL('../../programs/artifacts/', import.meta.url);
const LAMPORTS = 1_000_000_000;
const EXPIRED = 'Blockhash not found';

/** The result of a processed transaction. */
export interface Processed {
  /** Compute units that the transaction used. */
  readonly computeUnits: number;
  readonly logs: readonly string[];
  readonly returnData: Uint8Array | null;
}

export interface Sent extends BuiltTransaction, Processed {}

/** A chain in this process with the committed programs deployed, whose clock the caller sets. */
export class LocalChain implements Chain {
  readonly programs: ProgramIds = LOCALNET_PROGRAM_IDS;

  private constructor(private readonly context: ProgramTestContext) {}

  /** `upgradeAuthority` may configure the oracle program. */
  static async start(upgradeAuthority: Address): Promise<LocalChain> {
    const context = await start([], []);
    for (const name of ['oracle', 'settlement'] as const)
      context.setAccount(toPublicKey(LOCALNET_PROGRAM_IDS[name]), {
        lamports: LAMPORTS,
        data: readFileSync(new URL(`${name}-v0.so`, ARTIFACTS)),
        owner: toPublicKey(LOADER),
        executable: true,
      });
    // The loader's account of an upgradeable program: variant 3, slot 0, Some(authority).
    const programData = Buffer.concat([
      Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
      addressBytes(upgradeAuthority),
    ]);
    const chain = new LocalChain(context);
    chain.put(programDataAddress(LOCALNET_PROGRAM_IDS.oracle).address, UPGRADEABLE_LOADER_ID, programData);
    return chain;
  }

  /** Writes an account directly. */
  put(address: Address, owner: Address, data: Uint8Array, lamports = LAMPORTS): void {
    this.context.setAccount(toPublicKey(address), { lamports, data, owner: toPublicKey(owner), executable: false });
  }

  /** Gives an account lamports for fees and rent. */
  fund(address: Address): void {
    this.put(address, SYSTEM_PROGRAM_ID, new Uint8Array(), 100 * LAMPORTS);
  }

  /** Sets the clock of the chain, in Unix seconds. Its slots move on too, as windows count both. */
  async setTime(seconds: number): Promise<void> {
    const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp } =
      await this.context.banksClient.getClock();
    const time = BigInt(seconds);
    const next = time > unixTimestamp ? slot + (5n * (time - unixTimestamp)) / 2n : slot;
    this.context.setClock(new Clock(next, epochStartTimestamp, epoch, leaderScheduleEpoch, time));
  }

  latestBlockhash: Chain['latestBlockhash'] = async () => {
    for (;;) {
      const latest = await this.context.banksClient.getLatestBlockhash();
      // The runtime returns none if the newest blockhash expired during the lookup.
      if (latest) return latest[0];
    }
  };

  simulate: Chain['simulate'] = async (transaction) => {
    const { banksClient } = this.context;
    const { result, meta } = await this.withNewest(transaction, (renewed) =>
      banksClient.simulateTransaction(toVersionedTransaction(renewed)),
    );
    return {
      error: result,
      logs: meta?.logMessages ?? [],
      unitsConsumed: Number(meta?.computeUnitsConsumed ?? 0n),
      returnData: meta?.returnData?.data ?? null,
    };
  };

  account: Chain['account'] = async (address) => {
    const info = await this.context.banksClient.getAccount(toPublicKey(address));
    return info === null ? null : { owner: fromPublicKey(info.owner), data: info.data };
  };

  /** Builds, signs and sends a transaction. The first signer pays. Errors: those of `buildTransaction`. */
  async send(instructions: readonly Instruction[], signers: readonly [KeyPair, ...KeyPair[]]): Promise<Sent> {
    const built = await buildTransaction({
      chain: this,
      programs: this.programs,
      payer: signers[0].address,
      instructions,
    });
    const transaction = signTransaction(built.transaction, signers);
    return { ...built, transaction, ...(await this.process(transaction)) };
  }

  /** Sends a signed transaction. Errors: those of our programs, otherwise SIMULATION_FAILED. */
  async process(transaction: Transaction): Promise<Processed> {
    const { banksClient } = this.context;
    const { result, meta } = await this.withNewest(transaction, (renewed) =>
      banksClient.tryProcessTransaction(toVersionedTransaction(renewed)),
    );
    const logs = meta?.logMessages ?? [];
    if (result !== null)
      throw (
        errorFromLogs(logs, this.programs) ?? errorOf(SIMULATION_FAILED, { problem: 'processing', error: result, logs })
      );
    return {
      computeUnits: Number(meta?.computeUnitsConsumed ?? 0n),
      logs,
      returnData: meta?.returnData?.data ?? null,
    };
  }

  /**
   * Runs a transaction with the newest blockhash in place of its own. This runtime expires a blockhash after one second
   * of wall-clock time, which may pass on a busy machine. It does not verify signatures.
   */
  private async withNewest(
    transaction: Transaction,
    run: (renewed: Transaction) => Promise<BanksTransactionResultWithMeta>,
  ): Promise<BanksTransactionResultWithMeta> {
    for (;;) {
      const message = { ...transaction.message, blockhash: await this.latestBlockhash() };
      const answer = await run({ ...transaction, message });
      if (answer.result !== EXPIRED) return answer;
    }
  }
}
