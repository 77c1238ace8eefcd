import { base58 } from '@scure/base';
import type { KeeperChain } from '../../../ts/keeper/keeperChain.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { BytesAt, ProgramAccount } from '../../../ts/sdk/program/rpcNode.js';
import type { TransactionStatus } from '../../../ts/sdk/program/sendingChain.js';
import { signatureOf, type Transaction } from '../../../ts/sdk/program/transaction/transaction.js';
import type { TestChain } from '../settlement/chain.js';
import { matchingAccounts } from './matchingAccounts.js';

/**
 * The local chain as the keeper sees it. The runtime has no index of accounts, so searchable accounts are listed. Its
 * blockhashes are its own: they expire when a transaction is lost.
 */
export class KeeperBank implements KeeperChain {
  private readonly outcomes = new Map<string, NonNullable<TransactionStatus>>();
  private readonly listeners = new Set<() => void>();
  /** Signatures of the transactions handed to the runtime. */
  private readonly taken = new Set<string>();
  private blockhashes = 0n;
  /** The number of each blockhash: the last height at which a transaction with it can land. */
  private readonly numbers = new Map<string, bigint>();
  private height = 0n;
  /** Markets and positions. */
  readonly known: Address[] = [];
  /** How many of the next transactions are lost. */
  losing = 0;
  /** Signatures that landed, successful or not. */
  readonly landed: string[] = [];
  fees: readonly number[] = [];
  /** Runs after a simulation. */
  afterSimulation: () => Promise<void> = async () => {};

  constructor(readonly test: TestChain) {
    test.bank.acceptAnyBlockhash();
  }

  /** Tells them that an account has changed. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }

  /** Listeners for account changes. */
  get watchers(): number {
    return this.listeners.size;
  }

  latestBlockhash = async (): Promise<string> => (await this.recentBlockhash()).blockhash;

  recentBlockhash = async () => {
    const number = ++this.blockhashes;
    const blockhash = base58.encode(new Uint8Array(new BigUint64Array([number, 0n, 0n, 4n]).buffer));
    this.numbers.set(blockhash, number);
    return { blockhash, lastValidBlockHeight: Number(number) };
  };

  blockHeight = async (): Promise<number> => Number(this.height);

  simulate: KeeperChain['simulate'] = async (transaction) => {
    const { failure, logs, unitsConsumed } = await this.test.bank.simulate(transaction);
    const after = this.afterSimulation;
    this.afterSimulation = async () => {};
    await after();
    return { error: failure, logs, unitsConsumed, returnData: null };
  };

  account: KeeperChain['account'] = (address) => this.test.account(address);

  accounts: KeeperChain['accounts'] = (addresses) => Promise.all(addresses.map((one) => this.account(one)));

  rent = (bytes: number): Promise<number> => this.test.bank.rent(bytes);

  accountsOf = (program: Address, filters: readonly BytesAt[]): Promise<ProgramAccount[]> =>
    matchingAccounts(this.known, this.account, program, filters);

  send = async (transaction: Transaction): Promise<void> => {
    const signature = signatureOf(transaction);
    if (this.taken.has(signature)) return;
    if (this.losing > 0) {
      this.losing--;
      const number = this.numberOf(transaction.message.blockhash);
      if (this.height <= number) this.height = number + 1n;
      return;
    }
    this.taken.add(signature);
    const { failure, logs } = await this.test.bank.submit(transaction);
    this.outcomes.set(signature, { error: failure, logs });
    this.landed.push(signature);
    this.announce();
  };

  status = async (signature: string): Promise<TransactionStatus> => this.outcomes.get(signature) ?? null;

  statuses = (signatures: readonly string[]): Promise<TransactionStatus[]> =>
    Promise.all(signatures.map((one) => this.status(one)));

  isBlockhashValid = async (blockhash: string): Promise<boolean> => this.height <= this.numberOf(blockhash);

  private numberOf(blockhash: string): bigint {
    return this.numbers.get(blockhash) ?? 0n;
  }

  recentFees = async (): Promise<readonly number[]> => this.fees;

  lamports = async (address: Address): Promise<bigint> => {
    const account = await this.test.bank.account(address);
    return BigInt(account?.lamports ?? 0);
  };

  watch: KeeperChain['watch'] = (_program, _filters, onChange) => {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  };
}
