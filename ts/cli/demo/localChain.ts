import { readFileSync } from 'node:fs';
import {
  type Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';
import { type BanksTransactionResultWithMeta, Clock, type ProgramTestContext, start } from 'solana-bankrun';
import { errorOf, SIMULATION_FAILED } from '../../error/index.js';
import {
  type BuiltTransaction,
  buildTransaction,
  type Chain,
  errorFromLogs,
  LOCALNET_PROGRAM_IDS,
  type ProgramIds,
  programDataAddress,
} from '../../program/index.js';

const LOADER = new PublicKey('BPFLoader2111111111111111111111111111111111');
const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');
const ARTIFACTS = new URL('../../../programs/artifacts/', import.meta.url);
const LAMPORTS = 1_000_000_000;
const EXPIRED = 'Blockhash not found';

/** What a transaction did that was carried out. */
export interface Processed {
  /** Compute units that the transaction used. */
  readonly computeUnits: number;
  readonly logs: readonly string[];
  readonly returnData: Uint8Array | null;
}

export interface Sent extends BuiltTransaction, Processed {}

/** A chain in this process, with the committed programs deployed and its clock in our hands. */
export class LocalChain implements Chain {
  readonly programs: ProgramIds = LOCALNET_PROGRAM_IDS;

  private constructor(private readonly context: ProgramTestContext) {}

  /** `upgradeAuthority` may configure the oracle program. */
  static async start(upgradeAuthority: PublicKey): Promise<LocalChain> {
    const deployed = (['oracle', 'settlement'] as const).map((name) => ({
      address: LOCALNET_PROGRAM_IDS[name],
      info: {
        lamports: LAMPORTS,
        data: readFileSync(new URL(`${name}.so`, ARTIFACTS)),
        owner: LOADER,
        executable: true,
      },
    }));
    // What the loader would say of an upgradeable deployment: variant 3, slot 0, Some(authority).
    const programData = Buffer.concat([
      Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
      upgradeAuthority.toBytes(),
    ]);
    const chain = new LocalChain(await start([], deployed));
    chain.put(programDataAddress(LOCALNET_PROGRAM_IDS.oracle).address, UPGRADEABLE_LOADER, programData);
    return chain;
  }

  /** Writes an account without asking anybody. */
  put(address: PublicKey, owner: PublicKey, data: Uint8Array, lamports = LAMPORTS): void {
    this.context.setAccount(address, { lamports, data, owner, executable: false });
  }

  /** Gives lamports for fees and rent. */
  fund(address: PublicKey): void {
    this.put(address, SystemProgram.programId, new Uint8Array(), 100 * LAMPORTS);
  }

  /** Sets the clock of the chain, Unix seconds. */
  async setTime(seconds: number): Promise<void> {
    const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch } = await this.context.banksClient.getClock();
    this.context.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(seconds)));
  }

  latestBlockhash: Chain['latestBlockhash'] = async () => {
    for (;;) {
      const latest = await this.context.banksClient.getLatestBlockhash();
      // There is none when the newest one has grown old while the runtime looked it up.
      if (latest) return latest[0];
    }
  };

  simulate: Chain['simulate'] = async (transaction) => {
    const { banksClient } = this.context;
    const { result, meta } = await this.withNewest(transaction, (renewed) => banksClient.simulateTransaction(renewed));
    return {
      error: result,
      logs: meta?.logMessages ?? [],
      unitsConsumed: Number(meta?.computeUnitsConsumed ?? 0n),
      returnData: meta?.returnData?.data ?? null,
    };
  };

  account: Chain['account'] = async (address) => {
    const info = await this.context.banksClient.getAccount(address);
    return info === null ? null : { owner: info.owner, data: info.data };
  };

  /** Builds, signs and sends a transaction; the first signer pays. Errors: as `buildTransaction`. */
  async send(
    instructions: readonly TransactionInstruction[],
    signers: readonly [Keypair, ...Keypair[]],
  ): Promise<Sent> {
    const built = await buildTransaction({
      chain: this,
      programs: this.programs,
      payer: signers[0].publicKey,
      instructions,
    });
    built.transaction.sign([...signers]);
    return { ...built, ...(await this.process(built.transaction)) };
  }

  /** Sends a signed transaction. Errors: those of our programs, else SIMULATION_FAILED. */
  async process(transaction: VersionedTransaction): Promise<Processed> {
    const { banksClient } = this.context;
    const { result, meta } = await this.withNewest(transaction, (renewed) =>
      banksClient.tryProcessTransaction(renewed),
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
   * Runs a transaction with the newest blockhash in place of its own: this runtime ages them by the clock on the wall, and
   * on a busy machine the second that one is valid for goes by. It does not look at signatures.
   */
  private async withNewest(
    transaction: VersionedTransaction,
    run: (renewed: VersionedTransaction) => Promise<BanksTransactionResultWithMeta>,
  ): Promise<BanksTransactionResultWithMeta> {
    const renewed = VersionedTransaction.deserialize(transaction.serialize());
    for (;;) {
      renewed.message.recentBlockhash = await this.latestBlockhash();
      const answer = await run(renewed);
      if (answer.result !== EXPIRED) return answer;
    }
  }
}
