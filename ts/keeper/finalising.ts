import {
  type Address,
  finaliseInstruction,
  finaliseManyInstruction,
  type Market,
  marketAccount,
} from 'linesman/program';
import type { KeeperOptions } from './keeperOptions.js';
import type { ActionOutcome } from './metrics.js';
import type { Sender } from './sender.js';

interface Due {
  readonly address: Address;
  readonly market: Market;
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

  add(address: Address, market: Market): Promise<ActionOutcome> {
    return new Promise((tell) => {
      this.due.push({ address, market, tell });
      this.expected.delete(address);
      this.sendIfDue();
    });
  }

  private sendIfDue(): void {
    while (this.due.length > 0 && (this.expected.size === 0 || this.due.length >= this.most)) {
      const batch = this.due.slice(0, this.most);
      this.due = this.due.slice(this.most);
      const outcome = this.send(batch);
      for (const one of batch) one.tell(outcome.then((all) => all.get(one.address) ?? 'failed'));
    }
  }

  private async send(batch: readonly Due[]): Promise<Map<Address, ActionOutcome>> {
    const { options, sender } = this.work;
    const { programs, metrics } = options;
    const [first] = batch;
    if (first && batch.length === 1) return new Map([[first.address, await this.sendOne(first)]]);
    const addresses = batch.map(({ address }) => address);
    const outcome = await sender.act({
      action: 'finalise_many',
      subject: subjectOf(first as Due),
      seen: batch.map(accountOf),
      instructions: [finaliseManyInstruction(programs, addresses)],
      told: batch.map((one) => ({ event: 'finalise', subject: subjectOf(one), fields: { together: batch.length } })),
      isTry: true,
    });
    if (outcome === 'landed') metrics.batches.observe({ action: 'finalise_many' }, batch.length);
    if (outcome !== 'refused' && outcome !== 'failed') return new Map(addresses.map((one) => [one, outcome]));
    // Alone, each fails for reasons of its own.
    return new Map(await Promise.all(batch.map(async (one) => [one.address, await this.sendOne(one)] as const)));
  }

  private sendOne(one: Due): Promise<ActionOutcome> {
    const instructions = [finaliseInstruction(this.work.options.programs, one.address)];
    return this.work.sender.act({ action: 'finalise', subject: subjectOf(one), seen: [accountOf(one)], instructions });
  }
}

const subjectOf = ({ address }: Due) => ({ kind: 'market', address }) as const;
const accountOf = ({ address, market }: Due) => ({ address, data: marketAccount.encode(market) });
