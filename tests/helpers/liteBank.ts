import { readFileSync } from 'node:fs';
import {
  type AccountInfo,
  Keypair,
  PublicKey,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { type Deployed, type LocalBank, lookupTable, type Outcome, ROOT } from './localBank.js';

type LiteTransaction = Parameters<LiteSVM['sendTransaction']>[0];
type LiteAccount = Parameters<LiteSVM['setAccount']>[0];

/**
 * A runtime as new as the cluster's, with its token programs, in this process: a transaction takes about a millisecond,
 * and signatures are checked. It answers at once, so nothing has to wait for its turn.
 */
export class LiteBank implements LocalBank {
  private sent = 0n;
  private readonly svm = new LiteSVM();

  constructor(programs: readonly Deployed[]) {
    for (const { programId, path } of programs)
      this.svm.addProgram(addressOf(programId), readFileSync(new URL(path, ROOT)));
  }

  put(address: PublicKey, owner: PublicKey, data: Uint8Array, lamports = 10 ** 9): void {
    const account = {
      address: addressOf(address),
      programAddress: addressOf(owner),
      data,
      executable: false,
      lamports: BigInt(lamports),
      space: BigInt(data.length),
    };
    this.svm.setAccount(account as unknown as LiteAccount);
  }

  fund(key: PublicKey): void {
    this.put(key, PublicKey.default, new Uint8Array(0), 10 ** 11);
  }

  remove(address: PublicKey): void {
    this.put(address, PublicKey.default, new Uint8Array(0), 0);
  }

  async account(address: PublicKey): Promise<AccountInfo<Uint8Array> | null> {
    const found = this.svm.getAccount(addressOf(address));
    if (!found.exists || found.lamports === 0n) return null;
    const { data, executable, lamports, programAddress } = found;
    const owner = new PublicKey(programAddress);
    return { data: Uint8Array.from(data), executable, lamports: Number(lamports), owner };
  }

  async rent(bytes: number): Promise<number> {
    return Number(this.svm.minimumBalanceForRentExemption(BigInt(bytes)));
  }

  async latestBlockhash(): Promise<string> {
    return this.svm.latestBlockhash();
  }

  async setTime(time: number): Promise<void> {
    const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch } = this.svm.getClock();
    this.svm.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(time)));
  }

  async send(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): Promise<Outcome> {
    const payer = this.newPayer();
    const transaction = new Transaction();
    transaction.add(...instructions);
    transaction.feePayer = payer.publicKey;
    transaction.recentBlockhash = this.svm.latestBlockhash();
    transaction.sign(payer, ...signers);
    return this.submit(transaction);
  }

  async sendThroughTable(
    instructions: readonly TransactionInstruction[],
    signers: readonly Keypair[],
    looked: readonly PublicKey[],
  ): Promise<Outcome> {
    const payer = this.newPayer();
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      instructions: [...instructions],
      recentBlockhash: this.svm.latestBlockhash(),
    });
    const transaction = new VersionedTransaction(message.compileToV0Message([lookupTable(this, looked)]));
    transaction.sign([payer, ...signers]);
    return this.submit(transaction);
  }

  async submit(transaction: Transaction | VersionedTransaction): Promise<Outcome> {
    return outcomeOf(this.svm.sendTransaction(liteTransaction(transaction)));
  }

  /** So the same instructions can be sent again. */
  private newPayer(): Keypair {
    const payer = Keypair.fromSeed(new Uint8Array(new BigUint64Array([++this.sent, 0n, 0n, 1n]).buffer));
    this.fund(payer.publicKey);
    return payer;
  }
}

const addressOf = (key: PublicKey) => key.toBase58() as LiteAccount['address'];

/** In the form of the runtime's own library: the bytes of the message, and signatures by address. */
function liteTransaction(transaction: Transaction | VersionedTransaction): LiteTransaction {
  const [messageBytes, signatures] =
    transaction instanceof Transaction
      ? [
          transaction.serializeMessage(),
          transaction.signatures.map(({ publicKey, signature }) => [publicKey.toBase58(), signature]),
        ]
      : [
          transaction.message.serialize(),
          transaction.signatures.map((signature, i) => [
            transaction.message.staticAccountKeys[i]?.toBase58(),
            signature,
          ]),
        ];
  return { messageBytes, signatures: Object.fromEntries(signatures) } as unknown as LiteTransaction;
}

function outcomeOf(sent: ReturnType<LiteSVM['sendTransaction']>): Outcome {
  const failed = sent instanceof FailedTransactionMetadata;
  const meta = failed ? sent.meta() : sent;
  const failure = failed ? sent.err().toString() : null;
  const number = /Custom { code: (\d+) }/.exec(failure ?? '')?.[1];
  const logs = meta.logs();
  const units = logs.flatMap((line) => /^Program \S+ consumed (\d+) of/.exec(line)?.[1] ?? []).at(-1);
  return {
    error: number === undefined ? null : Number(number),
    failure,
    logs,
    computeUnits: Number(units ?? 0),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    returned: meta.returnData().data(),
  };
}
