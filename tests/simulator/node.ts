import { base58 } from '@scure/base';
import type { KeeperChain } from '../../ts/keeper/keeperChain.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import type { BytesAt, ProgramAccount } from '../../ts/sdk/program/rpcNode.js';
import type { TransactionStatus } from '../../ts/sdk/program/sendingChain.js';
import { signatureOf, type Transaction } from '../../ts/sdk/program/transaction/transaction.js';
import type { Random } from '../../ts/season/random.js';
import { matchingAccounts } from '../helpers/keeper/matchingAccounts.js';
import type { TestChain } from '../helpers/settlement/chain.js';
import type { Faults } from './faults.js';
import { pause, type VirtualWorld } from './virtualWorld.js';

/** ms from one block to the next. */
const BLOCK = 400;
/** Blocks for which a blockhash is valid. */
const VALID = 150;
/** One transaction in this number is soon on a fork that does not stay. */
const FORKS = 6;
/** ms for which a fork may take back what has landed: 32 blocks. */
const FINAL = 32 * BLOCK;
/** ms that an answer from an older fork or of a lagging node is old at most. */
const OLDEST = 10_000;

type Account = Awaited<ReturnType<TestChain['account']>>;

interface Landed {
  readonly at: number;
  readonly transaction: Transaction;
  /** Accounts as they were before it. */
  readonly before: ReadonlyMap<Address, Account>;
}

/** The chain, behind a node that may lose transactions, answer from the past, or change its mind about a block. */
export class SimulatedNode implements KeeperChain {
  /** Accounts that can be searched. Those that transactions write are added. */
  readonly known = new Set<Address>();
  /** Called after each transaction that landed and did not fail. */
  onLanded: () => Promise<void> = async () => {};
  /** Transactions that landed. */
  transactions = 0;
  /** Transactions that a fork has taken back. */
  takenBack = 0;
  private readonly outcomes = new Map<string, NonNullable<TransactionStatus>>();
  private readonly taken = new Set<string>();
  private readonly lastHeights = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private readonly kept = new Map<Address, Account>();
  private landed: Landed[] = [];
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly test: TestChain,
    private readonly world: VirtualWorld,
    private readonly random: Random,
    private readonly faults: Faults,
  ) {
    test.bank.acceptAnyBlockhash();
    test.bank.forgetTransactions();
  }

  private get height(): number {
    return Math.floor(this.world.now / BLOCK);
  }

  latestBlockhash = async (): Promise<string> => (await this.recentBlockhash()).blockhash;

  recentBlockhash = async () => {
    const { height } = this;
    const blockhash = base58.encode(new Uint8Array(new BigUint64Array([BigInt(height), 0n, 0n, 6n]).buffer));
    this.lastHeights.set(blockhash, height + VALID);
    return { blockhash, lastValidBlockHeight: height + VALID };
  };

  blockHeight = async (): Promise<number> => this.height;

  isBlockhashValid = async (blockhash: string): Promise<boolean> =>
    this.height <= (this.lastHeights.get(blockhash) ?? 0);

  simulate: KeeperChain['simulate'] = (transaction) =>
    this.inTurn(async () => {
      const { failure, logs, unitsConsumed } = await this.test.bank.simulate(transaction);
      return { error: failure, logs, unitsConsumed, returnData: null };
    });

  send = async (transaction: Transaction): Promise<void> => {
    if (this.faults.strikes('lost transaction', 12)) return;
    const times = this.faults.strikes('transaction twice', 12) ? 2 : 1;
    for (let i = 0; i < times; i++)
      void pause(this.random.between(300, 3_000)).then(() => this.inTurn(() => this.land(transaction)));
  };

  private async land(transaction: Transaction): Promise<void> {
    const signature = signatureOf(transaction);
    if (this.taken.has(signature) || !(await this.isBlockhashValid(transaction.message.blockhash))) return;
    this.taken.add(signature);
    const { accounts } = transaction.message;
    const before = new Map<Address, Account>();
    for (const address of accounts) before.set(address, await this.test.account(address));
    const { failure, logs } = await this.test.bank.submit(transaction);
    this.outcomes.set(signature, { error: failure, logs });
    this.transactions++;
    for (const address of accounts) {
      this.known.add(address);
      this.kept.delete(address);
    }
    this.landed = this.landed.filter(({ at }) => at > this.world.now - FINAL);
    this.landed.push({ at: this.world.now, transaction, before });
    if (failure === null) await this.onLanded();
    for (const listener of this.listeners) listener();
    if (this.faults.strikes('fork', FORKS)) void pause(this.random.between(BLOCK, FINAL - BLOCK)).then(this.fork);
  }

  /** Takes back what has landed since some moment. It may land again, if it is still valid. */
  fork = (): Promise<void> =>
    this.inTurn(async () => {
      const since = this.world.now - this.random.between(BLOCK, FINAL - BLOCK);
      const back = this.landed.filter(({ at }) => at >= since);
      for (const one of back.toReversed()) {
        for (const [address, account] of one.before) this.putBack(address, account);
        const signature = signatureOf(one.transaction);
        this.outcomes.delete(signature);
        this.taken.delete(signature);
        this.takenBack++;
        if (this.random.onceIn(2)) void pause(this.random.below(5_000)).then(() => this.send(one.transaction));
      }
      this.landed = this.landed.filter((one) => !back.includes(one));
    });

  private putBack(address: Address, account: Account): void {
    this.kept.delete(address);
    if (account === null) this.test.bank.remove(address);
    else if (!account.executable) this.test.bank.put(address, account.owner, account.data, account.lamports);
  }

  status = async (signature: string): Promise<TransactionStatus> => this.outcomes.get(signature) ?? null;

  statuses = (signatures: readonly string[]): Promise<TransactionStatus[]> =>
    Promise.all(signatures.map((one) => this.status(one)));

  account = async (address: Address): Promise<Account> => {
    // Its clock is an account as well.
    await this.tick();
    // A lagging node, or one on a fork that will not stay.
    if (!this.faults.strikes('old answer', 60)) return this.test.account(address);
    const since = this.world.now - this.random.below(OLDEST);
    const later = this.landed.find(({ at, before }) => at > since && before.has(address));
    return later ? (later.before.get(address) ?? null) : this.test.account(address);
  };

  accounts = (addresses: readonly Address[]): Promise<Account[]> =>
    Promise.all(addresses.map((one) => this.account(one)));

  accountsOf = (program: Address, filters: readonly BytesAt[]): Promise<ProgramAccount[]> =>
    matchingAccounts(this.known, (one) => this.unchanged(one), program, filters);

  /** An account as it is since a transaction or a fork has written it. */
  private async unchanged(address: Address): Promise<Account> {
    const kept = this.kept.get(address);
    if (kept !== undefined) return kept;
    const account = await this.test.account(address);
    this.kept.set(address, account);
    return account;
  }

  recentFees = async (): Promise<readonly number[]> => [];

  lamports = async (address: Address): Promise<bigint> => BigInt((await this.test.account(address))?.lamports ?? 0);

  rent = (bytes: number): Promise<number> => this.test.bank.rent(bytes);

  watch: KeeperChain['watch'] = (_program, _filters, onChange) => {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  };

  /** One at a time, at the chain's time. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(async () => {
      await this.tick();
      return work();
    });
    this.queue = result.catch(() => {});
    return result;
  }

  private async tick(): Promise<void> {
    const seconds = Math.floor(this.world.now / 1_000);
    if (seconds !== this.test.now) await this.test.setTime(seconds);
  }
}
