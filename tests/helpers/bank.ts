import { readFileSync } from 'node:fs';
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  PublicKey,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { type BanksTransactionResultWithMeta, Clock, type ProgramTestContext, start } from 'solana-bankrun';

/** A program whose compiled form is at `path`, from the root of the repository. */
export interface Deployed {
  readonly programId: PublicKey;
  readonly path: string;
}

const LOADER = new PublicKey('BPFLoader2111111111111111111111111111111111');

const EXPIRED = 'Blockhash not found';
/** On a busy machine the runtime now and then does not find a program that it has: before it is called, so without a word of it in the log. */
const NOT_LOADED = /may not be used for executing instructions|invalid account data for instruction/;
const MOST_ATTEMPTS = 5;

/** What a transaction came to. */
export interface Outcome {
  /** Number of the program's error; `null` when there is none. */
  readonly error: number | null;
  /** The runtime's words for a failure, `null` when the transaction succeeded. */
  readonly failure: string | null;
  readonly logs: readonly string[];
  /** Compute units of the last instruction of a program that is no builtin. */
  readonly computeUnits: number;
  /** Return data, empty when there is none. */
  readonly returned: Uint8Array;
}

/** A local chain in this process: runtime 1.18, programs as they are compiled in the repository. */
export class Bank {
  private sent = 0n;

  private constructor(readonly context: ProgramTestContext) {}

  static async start(programs: readonly Deployed[]): Promise<Bank> {
    const root = new URL('../../', import.meta.url);
    const accounts = programs.map(({ programId, path }) => ({
      address: programId,
      info: { lamports: 10 ** 10, data: readFileSync(new URL(path, root)), owner: LOADER, executable: true },
    }));
    return new Bank(await start([], accounts));
  }

  /** Puts an account there, whoever would have to sign for it on a real chain. */
  put(address: PublicKey, owner: PublicKey, data: Uint8Array, lamports = 10 ** 9): void {
    this.context.setAccount(address, { lamports, data, owner, executable: false });
  }

  /** Gives `key` lamports to pay with. */
  fund(key: PublicKey): void {
    this.put(key, PublicKey.default, new Uint8Array(0), 10 ** 11);
  }

  /** Takes an account away. */
  remove(address: PublicKey): void {
    this.put(address, PublicKey.default, new Uint8Array(0), 0);
  }

  async account(address: PublicKey): Promise<{ owner: PublicKey; data: Uint8Array; lamports: number } | null> {
    return await this.context.banksClient.getAccount(address);
  }

  /**
   * Sends instructions in one transaction, paid for by somebody who has nothing to do with them: so the same instructions
   * can be sent again.
   */
  async send(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): Promise<Outcome> {
    return this.process((payer, recentBlockhash) => {
      const transaction = new Transaction();
      transaction.add(...instructions);
      transaction.feePayer = payer.publicKey;
      transaction.recentBlockhash = recentBlockhash;
      transaction.sign(payer, ...signers);
      return transaction;
    });
  }

  /** The same with `looked` in a lookup table, for what is too long otherwise. */
  async sendThroughTable(
    instructions: readonly TransactionInstruction[],
    signers: readonly Keypair[],
    looked: readonly PublicKey[],
  ): Promise<Outcome> {
    const table = lookupTable(this, looked);
    return this.process((payer, recentBlockhash) => {
      const payerKey = payer.publicKey;
      const message = new TransactionMessage({ payerKey, instructions: [...instructions], recentBlockhash });
      const transaction = new VersionedTransaction(message.compileToV0Message([table]));
      transaction.sign([payer, ...signers]);
      return transaction;
    });
  }

  /** A transaction as it is, with the payer and the signatures that it has; a blockhash that is too old is a failure. */
  async submit(transaction: Transaction | VersionedTransaction): Promise<Outcome> {
    for (let tries = 1; ; tries++) {
      const outcome = outcomeOf(await this.context.banksClient.tryProcessTransaction(transaction));
      if (outcome.failure === EXPIRED || hasRun(outcome) || tries === MOST_ATTEMPTS) return outcome;
      await this.nextSlot();
    }
  }

  /** What the runtime does not find in one slot it does in the next. The time stays as it is. */
  private async nextSlot(): Promise<void> {
    const { context } = this;
    const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp } =
      await context.banksClient.getClock();
    context.warpToSlot(slot + 1n);
    context.setClock(new Clock(slot + 1n, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp));
  }

  private async process(
    signed: (payer: Keypair, recentBlockhash: string) => Transaction | VersionedTransaction,
  ): Promise<Outcome> {
    const payer = Keypair.fromSeed(new Uint8Array(new BigUint64Array([++this.sent, 0n, 0n, 1n]).buffer));
    this.fund(payer.publicKey);
    const { banksClient, lastBlockhash } = this.context;
    for (let tries = 1; ; tries++) {
      // The runtime makes new blockhashes by the clock on the wall; one expires within seconds on a slow machine.
      const latest = await banksClient.getLatestBlockhash();
      const outcome = outcomeOf(await banksClient.tryProcessTransaction(signed(payer, latest?.[0] ?? lastBlockhash)));
      if (hasRun(outcome) || tries === MOST_ATTEMPTS) return outcome;
      if (outcome.failure !== EXPIRED) await this.nextSlot();
    }
  }
}

/** False when the runtime refused the transaction for reasons of its own, and it may be sent again. */
function hasRun({ failure, logs }: Outcome): boolean {
  if (failure === null) return true;
  if (failure === EXPIRED) return false;
  return !NOT_LOADED.test(failure) || logs.some((line) => / consumed \d+ of /.test(line));
}

/** A lookup table as the chain holds it: a header of 56 bytes, then the addresses. */
function lookupTable(bank: Bank, addresses: readonly PublicKey[]): AddressLookupTableAccount {
  const key = Keypair.fromSeed(new Uint8Array(32).fill(7)).publicKey;
  const header = Buffer.alloc(56);
  header.writeUInt32LE(1);
  header.writeBigUInt64LE(2n ** 64n - 1n, 4);
  const data = Buffer.concat([header, ...addresses.map((address) => address.toBytes())]);
  bank.put(key, AddressLookupTableProgram.programId, data);
  return new AddressLookupTableAccount({ key, state: AddressLookupTableAccount.deserialize(data) });
}

function outcomeOf({ result, meta }: BanksTransactionResultWithMeta): Outcome {
  const logs = meta?.logMessages ?? [];
  const units = logs.flatMap((line) => /^Program \S+ consumed (\d+) of/.exec(line)?.[1] ?? []).at(-1);
  const number = /custom program error: (?:0x)?([0-9a-f]+)/.exec(result ?? '')?.[1];
  return {
    error: number === undefined ? null : Number.parseInt(number, 16),
    failure: result,
    logs,
    computeUnits: Number(units ?? 0),
    returned: meta?.returnData?.data ?? new Uint8Array(0),
  };
}
