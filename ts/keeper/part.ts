import { type Address, type Moment, type ResultSubject, resultAddress } from '@linesman/sdk/program';
import type { KeeperOptions } from './keeperOptions.js';
import { type Accounts, exclusionOf, isDue, type OwnResult, type SeenPool, type SeenResult } from './plan.js';
import type { PoolOf } from './pools.js';

/** The markets of each match, sport, policy and attesters, with the result that can settle some of them now. */
export function partsOf(
  markets: readonly PoolOf<'market'>[],
  { programs, attesters: sets }: Pick<KeeperOptions, 'programs' | 'attesters'>,
  now: Moment,
): Accounts[] {
  const parts = new Map<string, { subject: ResultSubject; markets: PoolOf<'market'>[] }>();
  for (const one of markets) {
    const { oracleProgram, fixtureId, sport, finality, attesters } = one.account.terms;
    const subject = { oracleProgram, fixtureId, sport, finality, attesters };
    const key = JSON.stringify(subject);
    const part = parts.get(key) ?? { subject, markets: [] };
    parts.set(key, part);
    part.markets.push(one);
  }
  return [...parts.values()].map(({ subject, markets }) => {
    if (!markets.some(({ account }) => isDue(account, now) && exclusionOf(account, sets) === null)) return { markets };
    return { markets, result: { kind: 'result', subject, ...resultAddress(subject, programs.settlement) } };
  });
}

/** Accounts that are planned together, and the work on them. */
export class Part {
  private readonly others: Map<Address, SeenPool | OwnResult>;
  private readonly busy = new Set<Address>();
  private readonly running = new Set<Promise<void>>();
  result: SeenResult | undefined;

  constructor({ markets = [], parlays = [], ownResults = [], result }: Accounts) {
    this.others = new Map([...markets, ...parlays, ...ownResults].map((one) => [one.address, one]));
    this.result = result;
  }

  /** The state of the accounts, as far as it is known now. */
  get accounts(): Accounts {
    const others = [...this.others.values()];
    return {
      markets: others.filter((one) => one.kind === 'market'),
      parlays: others.filter((one) => one.kind === 'parlay'),
      ownResults: others.filter((one) => one.kind === 'result'),
      ...(this.result && { result: this.result }),
    };
  }

  /** Those that are not done yet. */
  get all(): (SeenPool | OwnResult | SeenResult)[] {
    return [...this.others.values(), ...(this.result ? [this.result] : [])];
  }

  /** Called when a pool has changed, or more is known about it. */
  set(pool: SeenPool): void {
    if (this.others.has(pool.address)) this.others.set(pool.address, pool);
  }

  /** Lets these markets, or all, continue without the result. */
  leaveResult(markets: Iterable<Address> = this.others.keys()): void {
    for (const address of [...markets]) {
      const pool = this.others.get(address);
      if (pool?.kind === 'market') this.others.set(address, { ...pool, isAlone: true });
    }
  }

  /** Nothing more is done for this account. */
  drop(address: Address): void {
    this.others.delete(address);
    if (this.result?.address === address) this.result = undefined;
  }

  isBusy(address: Address): boolean {
    return this.busy.has(address);
  }

  /** Starts work on these accounts. */
  start(addresses: readonly Address[], work: () => Promise<void>): void {
    for (const address of addresses) this.busy.add(address);
    const ended = work().finally(() => {
      this.running.delete(ended);
      for (const address of addresses) this.busy.delete(address);
    });
    this.running.add(ended);
  }

  get isIdle(): boolean {
    return this.running.size === 0;
  }

  /** Resolves when some of the work has ended, with everything that ends at that moment. */
  async changed(): Promise<void> {
    await Promise.race(this.running);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
