import { type Address, finaliseInstruction, finaliseManyInstruction } from '@linesman/sdk/program';
import type { KeeperOptions } from './keeperOptions.js';
import type { ActionOutcome } from './metrics.js';
import { accountOf, type PoolOf } from './pools.js';
import type { Sender, Sending } from './sender.js';

interface Due {
  readonly pool: PoolOf<'market'>;
  readonly tell: (outcome: Promise<ActionOutcome>) => void;
}

/**
 * Makes the proposals of a round final together, as many in a transaction as fit. It waits until every market of the
 * round has either arrived or turned out not to need it, or until a transaction is full.
 */
export class Finalising {
  private readonly expected: Set<Address>;
  private due: Due[] = [];
  private readonly most: number;

  /** @param markets The markets of the round. */
  constructor(
    private readonly work: { readonly options: KeeperOptions; readonly sender: Sender },
    markets: readonly Address[],
  ) {
    this.expected = new Set(markets);
    this.most = work.sender.marketsThatFit(markets);
  }

  /** This market does not need to be made final, or not now. */
  pass(market: Address): void {
    if (this.expected.delete(market)) this.sendIfDue();
  }

  add(pool: PoolOf<'market'>): Promise<ActionOutcome> {
    return new Promise((tell) => {
      this.due.push({ pool, tell });
      this.expected.delete(pool.address);
      this.sendIfDue();
    });
  }

  private sendIfDue(): void {
    while (this.due.length > 0 && (this.expected.size === 0 || this.due.length >= this.most)) {
      const batch = this.due.slice(0, this.most);
      this.due = this.due.slice(this.most);
      const pools = batch.map(({ pool }) => pool);
      const outcomes = this.work.sender.actTogether(pools, this.sending);
      for (const { pool, tell } of batch) tell(outcomes.then((all) => all.get(pool) ?? 'failed'));
    }
  }

  private readonly sending = (pools: readonly PoolOf<'market'>[]): Sending => {
    const { programs } = this.work.options;
    const addresses = pools.map(({ address }) => address);
    const [first] = pools as [PoolOf<'market'>];
    const about = { subject: first, seen: pools.map(accountOf) };
    if (pools.length === 1)
      return { ...about, action: 'finalise', instructions: [finaliseInstruction(programs, first.address)] };
    return {
      ...{ ...about, action: 'finalise_many', instructions: [finaliseManyInstruction(programs, addresses)] },
      lines: pools.map((subject) => ({ event: 'finalise', subject, fields: { together: pools.length } })),
    };
  };
}
