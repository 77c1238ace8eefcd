import { base58 } from '@scure/base';
import type { KeeperChain } from '../../../ts/keeper/keeperChain.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { BytesAt, ProgramAccount } from '../../../ts/sdk/program/rpcNode.js';
import type { TransactionStatus } from '../../../ts/sdk/program/sendingChain.js';
import { signatureOf, type Transaction } from '../../../ts/sdk/program/transaction/transaction.js';
import type { TestChain } from '../settlement/chain.js';
import type { VirtualTime } from '../virtualTime.js';
import { matchingAccounts } from './matchingAccounts.js';

/** Blocks for which a blockhash is valid. */
export const VALID = 150;

export interface SlowChainOptions {
  /** ms from one block to the next. Default 250, as on the network; slower where many validators are late. */
  readonly blockTime?: number;
  /** ms from the submission of a transaction until it lands. */
  readonly landsAfter?: number;
  /** ms that the node takes to answer. */
  readonly answersAfter?: () => number;
  /** Whether a submission is lost. */
  readonly loses?: (transaction: Transaction) => boolean;
}

/**
 * The local chain with the latencies of a real one, in virtual time: requests take a while, transactions land a while
 * after they were submitted, or never, and blockhashes expire.
 */
export class SlowChain implements KeeperChain {
  /** Accounts that can be searched. Those that transactions write are added. */
  readonly known = new Set<Address>();
  readonly outcomes = new Map<string, NonNullable<TransactionStatus>>();
  /** When each transaction landed, ms, in order. */
  readonly landed: { readonly transaction: Transaction; readonly at: number; readonly failed: boolean }[] = [];
  /** Signatures of everything that was submitted. */
  readonly submitted = new Set<string>();
  private readonly taken = new Set<string>();
  private readonly lastHeights = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  /** How often each request was made. */
  readonly requests: Record<string, number> = {};
  /** What the chain's clock is ahead of the virtual time, ms. */
  private ahead: number;

  /** The clock of the chain goes on from where it is, with the virtual time. */
  constructor(
    readonly test: TestChain,
    readonly time: VirtualTime,
    readonly options: SlowChainOptions = {},
  ) {
    this.ahead = test.now * 1_000 - time.now();
    test.bank.acceptAnyBlockhash();
  }

  /** Lets the chain's clock jump. @param seconds Unix seconds. */
  async setTime(seconds: number): Promise<void> {
    this.ahead = seconds * 1_000 - this.time.now();
    await this.test.setTime(seconds);
  }

  private get height(): number {
    return Math.floor(this.time.now() / (this.options.blockTime ?? 250));
  }

  /** The chain's clock follows the virtual time. */
  private async tick(): Promise<void> {
    const seconds = Math.floor((this.ahead + this.time.now()) / 1_000);
    if (seconds !== this.test.now) await this.test.setTime(seconds);
  }

  private async answer<T>(request: string, work: () => T | Promise<T>): Promise<T> {
    const { answersAfter = () => 50 } = this.options;
    this.requests[request] = (this.requests[request] ?? 0) + 1;
    const delay = answersAfter();
    await this.time.sleep(delay / 2);
    await this.tick();
    const result = await work();
    await this.time.sleep(delay / 2);
    return result;
  }

  latestBlockhash = async (): Promise<string> => (await this.recentBlockhash()).blockhash;

  recentBlockhash = () =>
    this.answer('recentBlockhash', () => {
      const blockhash = base58.encode(new Uint8Array(new BigUint64Array([BigInt(this.height), 0n, 0n, 5n]).buffer));
      const lastValidBlockHeight = this.height + VALID;
      this.lastHeights.set(blockhash, lastValidBlockHeight);
      return { blockhash, lastValidBlockHeight };
    });

  blockHeight = () => this.answer('blockHeight', () => this.height);

  isBlockhashValid = (blockhash: string) => this.answer('isBlockhashValid', () => this.isValid(blockhash));

  private readonly isValid = (blockhash: string): boolean => this.height <= (this.lastHeights.get(blockhash) ?? 0);

  simulate: KeeperChain['simulate'] = (transaction) =>
    this.answer('simulate', async () => {
      const { failure, logs, unitsConsumed } = await this.test.bank.simulate(transaction);
      return { error: failure, logs, unitsConsumed, returnData: null };
    });

  send = (transaction: Transaction): Promise<void> =>
    this.answer('send', () => {
      this.submitted.add(signatureOf(transaction));
      if (this.options.loses?.(transaction)) return;
      void this.time.sleep(this.options.landsAfter ?? 800).then(() => this.land(transaction));
    });

  private async land(transaction: Transaction): Promise<void> {
    const signature = signatureOf(transaction);
    if (this.taken.has(signature) || !this.isValid(transaction.message.blockhash)) return;
    this.taken.add(signature);
    await this.tick();
    const { failure, logs } = await this.test.bank.submit(transaction);
    this.outcomes.set(signature, { error: failure, logs });
    this.landed.push({ transaction, at: this.time.now(), failed: failure !== null });
    for (const account of transaction.message.accounts) this.known.add(account);
    for (const listener of this.listeners) listener();
  }

  status = (signature: string) => this.answer('status', () => this.outcomes.get(signature) ?? null);

  statuses = (signatures: readonly string[]) =>
    this.answer('statuses', () => signatures.map((one) => this.outcomes.get(one) ?? null));

  account: KeeperChain['account'] = (address) => this.answer('account', () => this.test.account(address));

  accounts: KeeperChain['accounts'] = (addresses) =>
    this.answer('accounts', () => Promise.all(addresses.map((one) => this.test.account(one))));

  accountsOf = (program: Address, filters: readonly BytesAt[]): Promise<ProgramAccount[]> =>
    this.answer('accountsOf', () => matchingAccounts(this.known, (one) => this.test.account(one), program, filters));

  recentFees = async (): Promise<readonly number[]> => [];

  lamports = (address: Address) =>
    this.answer('lamports', async () => BigInt((await this.test.account(address))?.lamports ?? 0));

  rent = (bytes: number): Promise<number> => this.answer('rent', () => this.test.bank.rent(bytes));

  watch: KeeperChain['watch'] = (_program, _filters, onChange) => {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  };
}
