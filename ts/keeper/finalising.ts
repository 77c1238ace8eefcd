import { type Address, finaliseInstruction, finaliseManyInstruction } from 'linesman/program';
import type { KeeperOptions } from './keeperOptions.js';
import type { ActionOutcome } from './metrics.js';
import { accountOf, type PoolOf } from './pools.js';
import type { Sender } from './sender.js';

interface Due {
  readonly pool: PoolOf<'market'>;
  readonly tell: (outcome: Promise<ActionOutcome>) => void;
}

/**
 * Makes the proposals of a round final together, as many in a transaction as fit. It waits until every market of the
 * round has either come or turned out not to need it, or until a transaction is full.
 */
export class Finalising {
  private readonly expected: Set<Address>;
  private due: Due[] = [];
  private readonly most: number;

  /** @param markets Those of the round. */
  constructor(
    private readonly work: { readonly options: KeeperOptions; readonly sender: Sender },
    markets: readonly Address[],
  ) {
    this.expected = new Set(markets);
    this.most = work.sender.marketsThatFit(markets);
  }

  /** This market does not need it, or not now. */
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
      const outcome = this.send(batch.map(({ pool }) => pool));
      for (const { pool, tell } of batch) tell(outcome.then((all) => all.get(pool.address) ?? 'failed'));
    }
  }

  private async send(batch: readonly PoolOf<'market'>[]): Promise<Map<Address, ActionOutcome>> {
    const { options, sender } = this.work;
    const { programs, metrics } = options;
    const [first] = batch;
    if (!first) return new Map();
    if (batch.length === 1) return new Map([[first.address, await this.sendOne(first)]]);
    const addresses = batch.map(({ address }) => address);
    const outcome = await sender.act({
      action: 'finalise_many',
      subject: first,
      seen: batch.map(accountOf),
      instructions: [finaliseManyInstruction(programs, addresses)],
      told: batch.map((subject) => ({ event: 'finalise', subject, fields: { together: batch.length } })),
      isTry: true,
    });
    if (outcome === 'landed') metrics.batches.observe({ action: 'finalise_many' }, batch.length);
    if (outcome !== 'refused' && outcome !== 'failed') return new Map(addresses.map((one) => [one, outcome]));
    // Alone, each fails for reasons of its own.
    return new Map(await Promise.all(batch.map(async (one) => [one.address, await this.sendOne(one)] as const)));
  }

  private sendOne(pool: PoolOf<'market'>): Promise<ActionOutcome> {
    const instructions = [finaliseInstruction(this.work.options.programs, pool.address)];
    return this.work.sender.act({ action: 'finalise', subject: pool, seen: [accountOf(pool)], instructions });
  }
}
