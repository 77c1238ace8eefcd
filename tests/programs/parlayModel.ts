import { type Answer, PoolModel, type PoolRules } from './poolModel.js';
import type { MarketModel } from './settlementModel.js';

/** One leg: the market at a place is decided for an outcome. */
export interface LegRules {
  /** Place of the market. */
  readonly place: number;
  readonly outcome: number;
}

export interface ParlayRules extends PoolRules {
  readonly legs: readonly LegRules[];
}

export type LegResult = 'Open' | 'Won' | 'Lost' | 'Void';

/** A leg whose stake is split is neither won nor lost. */
function resultOf(market: MarketModel, outcome: number): LegResult {
  if (market.state === 'Void') return 'Void';
  const mark = market.row(market.decision)[outcome];
  return mark === 'Win' ? 'Won' : mark === 'Lose' ? 'Lost' : 'Void';
}

const YES = 0;
const NO = 1;

/** One parlay, from creation to end. Part of the model in settlementModel.ts. */
export class ParlayModel extends PoolModel<ParlayRules> {
  state: 'Open' | 'Final' | 'Void' = 'Open';
  outcome = YES;
  results: LegResult[];
  /** The markets of the legs themselves: a place can be reused, but not before its market is released. */
  readonly markets: readonly MarketModel[];

  constructor(rules: ParlayRules, markets: readonly MarketModel[]) {
    super(rules);
    this.markets = markets;
    this.results = rules.legs.map(() => 'Open');
  }

  clone(markets = this.markets): ParlayModel {
    const copy = this.copyTo(new ParlayModel(this.rules, markets));
    copy.results = [...this.results];
    return Object.assign(copy, { markets });
  }

  get isOpen(): boolean {
    return this.state === 'Open';
  }

  get decided(): boolean {
    return this.state !== 'Open';
  }

  get decision(): number {
    return this.outcome;
  }

  get stage(): string {
    if (this.state === 'Open') return 'open';
    if (this.state === 'Void') return this.results.includes('Open') ? 'void_early' : 'void';
    return this.refund ? 'refund' : this.outcome === YES ? 'yes' : 'no';
  }

  /** A market that stays held could never be closed. */
  heldBy(): Answer {
    return this.results.includes('Open') ? 6249 : null;
  }

  /** Copies the result of a leg; `given` is the market that the instruction names. */
  settle(leg: number, given: MarketModel): Answer {
    const terms = this.rules.legs[leg];
    if (!terms) return 6246;
    if (this.results[leg] !== 'Open') return 6248;
    if (this.markets[leg] !== given) return 6246;
    if (!given.decided) return 6247;
    this.results[leg] = resultOf(given, terms.outcome);
    given.parlays--;
    if (this.decided || this.results.includes('Open')) return null;
    if (this.results.includes('Void')) this.becomeVoid();
    else {
      this.outcome = this.results.includes('Lost') ? NO : YES;
      this.state = 'Final';
      this.fix(this.outcome);
    }
    return null;
  }

  keepsOpen(): Answer {
    return this.results.includes('Void') ? null : 6249;
  }

  becomeVoid(): void {
    this.state = 'Void';
    this.fix(null);
  }
}
