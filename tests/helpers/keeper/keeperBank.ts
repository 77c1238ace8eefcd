import { base58 } from '@scure/base';
import type { PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { AccountFilter, FoundAccount, KeeperChain } from '../../../ts/keeper/index.js';
import type { TransactionStatus } from '../../../ts/program/index.js';
import type { TestChain } from '../settlement/chain.js';

/** The runtime makes new blockhashes by the clock on the wall: one expires within seconds on a slow machine, and nothing has run then. */
const EXPIRED = 'Blockhash not found';

/** The local chain as the keeper sees it. It has no index of accounts, so those that can be found are named. */
export class KeeperBank implements KeeperChain {
  private readonly statuses = new Map<string, NonNullable<TransactionStatus>>();
  private readonly listeners = new Set<() => void>();
  private lastIsLost = false;
  /** Markets and positions. */
  readonly known: PublicKey[] = [];
  /** How many of the next transactions get lost. */
  losing = 0;
  /** Signatures that landed, whatever came of them. */
  readonly landed: string[] = [];
  fees: readonly number[] = [];
  /** Runs between a simulation and what follows. */
  afterSimulation: () => Promise<void> = async () => {};

  constructor(readonly test: TestChain) {}

  private get bank() {
    return this.test.bank.context.banksClient;
  }

  /** Listeners that hear of changes. */
  get watchers(): number {
    return this.listeners.size;
  }

  latestBlockhash = async (): Promise<string> => {
    const latest = await this.bank.getLatestBlockhash();
    return latest?.[0] ?? this.test.bank.context.lastBlockhash;
  };

  simulate: KeeperChain['simulate'] = async (transaction) => {
    let { result, meta } = await this.bank.simulateTransaction(transaction);
    while (result === EXPIRED) {
      // As a node does that is asked to replace it.
      transaction.message.recentBlockhash = await this.latestBlockhash();
      ({ result, meta } = await this.bank.simulateTransaction(transaction));
    }
    const after = this.afterSimulation;
    this.afterSimulation = async () => {};
    await after();
    return {
      error: result,
      logs: meta?.logMessages ?? [],
      unitsConsumed: Number(meta?.computeUnitsConsumed ?? 0n),
      returnData: null,
    };
  };

  account: KeeperChain['account'] = (address) => this.test.account(address);

  accountsOf = async (program: PublicKey, filters: readonly AccountFilter[]): Promise<FoundAccount[]> => {
    const found: FoundAccount[] = [];
    for (const address of this.known) {
      const account = await this.test.account(address);
      if (!account?.owner.equals(program)) continue;
      const fits = ({ offset, bytes }: AccountFilter) => bytes.every((byte, i) => account.data[offset + i] === byte);
      if (filters.every(fits)) found.push({ address, data: account.data });
    }
    return found;
  };

  send = async (transaction: VersionedTransaction): Promise<void> => {
    const signature = base58.encode(transaction.signatures[0] ?? new Uint8Array());
    if (this.statuses.has(signature)) return;
    if (this.losing > 0) {
      this.losing--;
      this.lastIsLost = true;
      return;
    }
    this.lastIsLost = false;
    const { result, meta } = await this.bank.tryProcessTransaction(transaction);
    if (result === EXPIRED) {
      this.lastIsLost = true;
      return;
    }
    this.statuses.set(signature, { error: result, logs: meta?.logMessages ?? [] });
    this.landed.push(signature);
    for (const listener of this.listeners) listener();
  };

  status = async (signature: string): Promise<TransactionStatus> => this.statuses.get(signature) ?? null;

  isBlockhashValid = async (): Promise<boolean> => !this.lastIsLost;

  recentFees = async (): Promise<readonly number[]> => this.fees;

  lamports = async (address: PublicKey): Promise<number> => {
    const account = await this.test.bank.account(address);
    return account?.lamports ?? 0;
  };

  watch: KeeperChain['watch'] = (_program, _filters, onChange) => {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  };
}
