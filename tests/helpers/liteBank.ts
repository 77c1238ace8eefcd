import { readFileSync } from 'node:fs';
import { Clock, FailedTransactionMetadata, FeatureSet, LiteSVM, type TransactionMetadata } from 'litesvm';
import { clockAt } from '../../ts/regress/engine/clockAt.js';
import { liteAccount, liteTransaction } from '../../ts/regress/engine/liteConversion.js';
import { type Address, addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import type { Chain } from '../../ts/sdk/program/chain.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import type { Transaction } from '../../ts/sdk/program/transaction/transaction.js';
import type { Moment } from '../../ts/sdk/program/wire/moment.js';
import { EVERY_FEATURE } from './everyFeature.js';
import { type AccountInfo, type Deployed, lookupTable, type Outcome, ROOT, signedTransaction } from './localBank.js';

type LiteAccount = Parameters<LiteSVM['setAccount']>[0];

/** The features of the library's default, which are mainnet's; all that it knows; or those without a precompile. */
export type Runtime = 'default' | 'all' | 'withoutEd25519';

function runtimeOf(runtime: Runtime): LiteSVM {
  if (runtime === 'default') return new LiteSVM();
  const all = FeatureSet.allEnabled();
  // Whatever was loaded under other features cannot be called under these.
  if (runtime === 'all')
    return new LiteSVM().withFeatureSet(all).withBuiltins().withPrecompiles().withDefaultPrograms();
  // As after SIMD-0568.
  return LiteSVM.default()
    .withFeatureSet(all)
    .withBuiltins()
    .withLamports(10n ** 18n)
    .withSysvars()
    .withDefaultPrograms()
    .withSigverify(true)
    .withBlockhashCheck(true);
}

/**
 * A runtime as new as the cluster's, in this process, with its token programs. A transaction takes about a millisecond,
 * and signatures are checked. It answers synchronously, so requests need no queue.
 */
export class LiteBank {
  private sent = 0n;

  /** The bank as transactions are built for it. */
  readonly chain: Chain = {
    latestBlockhash: () => this.latestBlockhash(),
    account: (address) => this.account(address),
    simulate: async (transaction) => {
      const { failure, logs, unitsConsumed, returned } = await this.simulate(transaction);
      return { error: failure, logs, unitsConsumed, returnData: returned };
    },
  };

  private readonly svm: LiteSVM;

  constructor(
    programs: readonly Deployed[],
    private readonly runtime: Runtime = EVERY_FEATURE ? 'all' : 'default',
  ) {
    this.svm = runtimeOf(runtime);
    for (const { programId, path } of programs)
      this.svm.addProgram(programId as unknown as LiteAccount['address'], readFileSync(new URL(path, ROOT)));
  }

  /** Whether the runtime has a feature; the library writes the accounts of those that it has by default. */
  hasFeature(feature: Address): boolean {
    if (this.runtime !== 'default') return FeatureSet.allEnabled().isActive(addressBytes(feature));
    return rawOf(this.svm).getAccount(addressBytes(feature)) !== null;
  }

  /** Writes an account without the signatures that a real chain would require. */
  put(address: Address, owner: Address, data: Uint8Array, lamports = 10 ** 9): void {
    this.svm.setAccount(liteAccount({ address, owner, data }, lamports));
  }

  /** Gives `key` lamports for fees. */
  fund(key: Address): void {
    this.put(key, ZERO_ADDRESS, new Uint8Array(0), 10 ** 11);
  }

  /** Removes an account. */
  remove(address: Address): void {
    this.put(address, ZERO_ADDRESS, new Uint8Array(0), 0);
  }

  async account(address: Address): Promise<AccountInfo<Uint8Array> | null> {
    const found = rawOf(this.svm).getAccount(addressBytes(address));
    const lamports = Number(found?.lamports() ?? 0);
    if (!found || lamports === 0) return null;
    return {
      data: new Uint8Array(found.data()),
      executable: found.executable(),
      lamports,
      owner: addressOf(found.owner()),
    };
  }

  accounts(addresses: readonly Address[]): Promise<(AccountInfo<Uint8Array> | null)[]> {
    return Promise.all(addresses.map((address) => this.account(address)));
  }

  /** Rent-exempt minimum, lamports, for an account of this size. */
  async rent(bytes: number): Promise<number> {
    return Number(this.svm.minimumBalanceForRentExemption(BigInt(bytes)));
  }

  async latestBlockhash(): Promise<string> {
    return this.svm.latestBlockhash();
  }

  /** The clock that programs see, s. */
  async time(): Promise<number> {
    return Number(this.svm.getClock().unixTimestamp);
  }

  /** The slot that programs see. */
  slot(): number {
    return Number(this.svm.getClock().slot);
  }

  /** Sets the clock that programs see, s, and moves its slot by 5 for each 2 s. */
  async setTime(time: number): Promise<void> {
    this.svm.setClock(clockAt({ Clock }, this.svm.getClock(), time));
  }

  /** Sets the time alone, s: the chain has halted. */
  async setTimeInHalt(time: number): Promise<void> {
    this.svm.setClock(clockAt({ Clock }, this.svm.getClock(), time, 0));
  }

  /** Sets time and slot. */
  setMoment({ seconds, slot }: Moment): void {
    const { epochStartTimestamp, epoch, leaderScheduleEpoch } = this.svm.getClock();
    this.svm.setClock(new Clock(BigInt(slot), epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(seconds)));
  }

  /**
   * Sends instructions in one transaction. An unrelated key pays, a new one each time, so that the same instructions
   * can be sent again.
   */
  async send(instructions: readonly Instruction[], signers: readonly KeyPair[] = []): Promise<Outcome> {
    return this.submit(signedTransaction(instructions, [this.newPayer(), ...signers], this.svm.latestBlockhash()));
  }

  /** Sends with the addresses `looked` in a lookup table, for instructions that exceed a transaction without one. */
  async sendThroughTable(
    instructions: readonly Instruction[],
    signers: readonly KeyPair[],
    looked: readonly Address[],
  ): Promise<Outcome> {
    const table = lookupTable(this, looked);
    const blockhash = this.svm.latestBlockhash();
    return this.submit(signedTransaction(instructions, [this.newPayer(), ...signers], blockhash, [table]));
  }

  /** Sends instructions in one transaction of version 1, which holds 4,096 bytes. */
  async sendInVersion1(instructions: readonly Instruction[], signers: readonly KeyPair[] = []): Promise<Outcome> {
    const limits = { computeUnitLimit: 1_400_000, loadedAccountsDataSizeLimit: 64 * 1024 * 1024 };
    const blockhash = this.svm.latestBlockhash();
    return this.submit(signedTransaction(instructions, [this.newPayer(), ...signers], blockhash, limits));
  }

  /** Sends a signed transaction as it is. */
  async submit(transaction: Transaction): Promise<Outcome> {
    return outcomeOf(this.svm.sendTransaction(liteTransaction(transaction)));
  }

  /** Runs a transaction without verifying its signatures, and changes nothing. */
  async simulate(transaction: Transaction): Promise<Outcome> {
    this.svm.withSigverify(false);
    try {
      return outcomeOf(this.svm.simulateTransaction(liteTransaction(transaction)));
    } finally {
      this.svm.withSigverify(true);
    }
  }

  /** From now on transactions may have any blockhash: a test keeps its own. */
  acceptAnyBlockhash(): void {
    this.svm.withBlockhashCheck(false);
  }

  /** From now on the same transaction may land again. */
  forgetTransactions(): void {
    this.svm.withTransactionHistory(0n);
  }

  /** From now on transactions may also be unsigned, and repeated. Programs see the signers that the message names. */
  acceptUnsigned(): void {
    this.svm.withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
  }

  /** Sends a legacy transaction given as bytes. */
  submitBytes(bytes: Uint8Array): RawOutcome {
    return rawOutcome(rawOf(this.svm).sendLegacyTransaction(bytes));
  }

  /** Simulates a legacy transaction given as bytes. */
  simulateBytes(bytes: Uint8Array): RawOutcome {
    return rawOutcome(rawOf(this.svm).simulateLegacyTransaction(bytes));
  }

  /** The raw data of the account at a 32-byte address. */
  dataAt(address: Uint8Array): Uint8Array | null {
    return rawOf(this.svm).getAccount(address)?.data() ?? null;
  }

  /** The newest blockhash expires, and a new one takes its place. */
  nextBlockhash(): void {
    this.svm.expireBlockhash();
  }

  nextSlot(): void {
    this.svm.warpToSlot(this.svm.getClock().slot + 1n);
  }

  /** A new payer, so that the same instructions can be sent again. */
  private newPayer(): KeyPair {
    const payer = KeyPair.fromSeed(new Uint8Array(new BigUint64Array([++this.sent, 0n, 0n, 1n]).buffer));
    this.fund(payer.address);
    return payer;
  }
}

type Ran = ReturnType<LiteSVM['sendTransaction' | 'simulateTransaction']>;

/** The library below the library's: it takes bytes and is several times as fast. */
interface RawSvm {
  sendLegacyTransaction(bytes: Uint8Array): Ran;
  simulateLegacyTransaction(bytes: Uint8Array): Ran;
  getAccount(address: Uint8Array): RawAccount | null;
}

interface RawAccount {
  lamports(): bigint;
  data(): Uint8Array;
  owner(): Uint8Array;
  executable(): boolean;
}

const rawOf = (svm: LiteSVM): RawSvm => (svm as unknown as { inner: RawSvm }).inner;

/** What is computed for every transaction; the rest only when it is asked for. */
export type RawOutcome = Pick<Outcome, 'error' | 'failure' | 'failedAt'> & { readonly logs: () => readonly string[] };

function rawOutcome(ran: Ran): RawOutcome {
  const failure = ran instanceof FailedTransactionMetadata ? ran.err().toString() : null;
  const [, index] = /^TransactionErrorInstructionError { index: (\d+)/.exec(failure ?? '') ?? [];
  const [, number] = /Custom { code: (\d+) }/.exec(failure ?? '') ?? [];
  return {
    error: number === undefined ? null : Number(number),
    failure,
    failedAt: index === undefined ? null : Number(index),
    logs: () => metaOf(ran).logs(),
  };
}

const metaOf = (ran: Ran): TransactionMetadata =>
  ran instanceof FailedTransactionMetadata || 'postAccounts' in ran ? ran.meta() : ran;

function outcomeOf(ran: Ran): Outcome {
  const meta = metaOf(ran);
  const logs = meta.logs();
  const units = logs.flatMap((line) => /^Program \S+ consumed (\d+) of/.exec(line)?.[1] ?? []).at(-1);
  return {
    ...rawOutcome(ran),
    logs,
    computeUnits: Number(units ?? 0),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    returned: meta.returnData().data(),
  };
}
