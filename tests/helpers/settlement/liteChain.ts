import { fileURLToPath } from 'node:url';
import { type AccountInfo, Keypair, PublicKey, Transaction, type TransactionInstruction } from '@solana/web3.js';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../../ts/program/index.js';
import type { Outcome } from '../bank.js';
import type { TestChain } from './chain.js';
import { KeySource } from './keySource.js';
import { signersOf } from './signersOf.js';

type LiteTransaction = Parameters<LiteSVM['sendTransaction']>[0];
type LiteAccount = Parameters<LiteSVM['setAccount']>[0];
type Address = LiteAccount['address'];

const SETTLEMENT = new URL('../../../programs/artifacts/settlement.so', import.meta.url);

/**
 * A runtime as new as the cluster's with its token programs and the settlement program, in the form of a `TestChain`:
 * markets are tested on it with the same helpers.
 */
export class LiteChain extends KeySource {
  private sent = 0n;
  private time = 0;
  private readonly svm = new LiteSVM();
  readonly payer = this.keypair();

  private constructor() {
    super(3n);
    this.svm.addProgramFromFile(addressOf(DEFAULT_SETTLEMENT_PROGRAM_ID), fileURLToPath(SETTLEMENT));
    this.fund(this.payer.publicKey);
  }

  static async start(time: number): Promise<TestChain> {
    const chain = new LiteChain();
    await chain.setTime(time);
    return chain as unknown as TestChain;
  }

  get now(): number {
    return this.time;
  }

  async setTime(time: number): Promise<void> {
    const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch } = this.svm.getClock();
    this.svm.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(time)));
    this.time = time;
  }

  /** Paid for by somebody who has nothing to do with it: so the same instructions can be sent again. */
  async send(instructions: TransactionInstruction[], signers: readonly Keypair[] = []): Promise<Outcome> {
    const payer = Keypair.fromSeed(new Uint8Array(new BigUint64Array([++this.sent, 0n, 0n, 2n]).buffer));
    this.fund(payer.publicKey);
    const transaction = new Transaction();
    transaction.add(...instructions);
    transaction.feePayer = payer.publicKey;
    transaction.recentBlockhash = this.svm.latestBlockhash();
    transaction.sign(payer, ...signersOf(instructions, [this.payer, ...signers]));
    return outcomeOf(this.svm.sendTransaction(liteTransaction(transaction)));
  }

  async account(address: PublicKey): Promise<AccountInfo<Uint8Array> | null> {
    const found = this.svm.getAccount(addressOf(address));
    if (!found.exists || found.lamports === 0n) return null;
    const { data, executable, lamports, programAddress } = found;
    return {
      data: Uint8Array.from(data),
      executable,
      lamports: Number(lamports),
      owner: new PublicKey(programAddress),
    };
  }

  setAccount(address: PublicKey, owner: PublicKey, data: Uint8Array, lamports = 100_000_000): void {
    const account = { data, executable: false, lamports: BigInt(lamports), space: BigInt(data.length) };
    this.svm.setAccount({
      ...account,
      address: addressOf(address),
      programAddress: addressOf(owner),
    } as unknown as LiteAccount);
  }

  private fund(key: PublicKey): void {
    this.setAccount(key, PublicKey.default, new Uint8Array(0), 10_000_000_000);
  }
}

const addressOf = (key: PublicKey) => key.toBase58() as Address;

function liteTransaction(transaction: Transaction): LiteTransaction {
  const signatures = transaction.signatures.map(({ publicKey, signature }) => [publicKey.toBase58(), signature]);
  return {
    messageBytes: transaction.serializeMessage(),
    signatures: Object.fromEntries(signatures),
  } as unknown as LiteTransaction;
}

function outcomeOf(sent: ReturnType<LiteSVM['sendTransaction']>): Outcome {
  const failed = sent instanceof FailedTransactionMetadata;
  const meta = failed ? sent.meta() : sent;
  const failure = failed ? sent.err().toString() : null;
  const number = /Custom { code: (\d+) }/.exec(failure ?? '')?.[1];
  return {
    error: number === undefined ? null : Number(number),
    failure,
    logs: meta.logs(),
    computeUnits: Number(meta.computeUnitsConsumed()),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    returned: meta.returnData().data(),
  };
}
