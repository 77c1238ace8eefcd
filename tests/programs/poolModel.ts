/**
 * The common part of markets and parlays, in big integers: stakes on outcomes in a vault, a decision, claims, and the
 * remainder. Part of the model in settlementModel.ts and, like it, written from the rules.
 */

import { HALVES, type Mark, type Splits } from './splitsModel.js';

/** `null`: accepted. A number: the error of the refusal. */
export type Answer = number | null;

/** The terms that affect money. Times in s, amounts in base units. */
export interface PoolRules {
  readonly creator: string;
  readonly mint: string;
  readonly feeAccount: string;
  /** How many can be staked on. */
  readonly outcomes: number;
  /** Without them, a case is an outcome, which wins. A parlay has no such term. */
  readonly splits?: Splits | null;
  readonly stakesClose: number;
  readonly feeBps: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** What all stakes together may be; 0: what every pool may hold. A parlay has no such term. */
  readonly maximumPool?: bigint;
}

/** What every pool may hold. */
const BOUND = 2n ** 62n - 1n;

export interface Position {
  readonly owner: string;
  readonly outcome: number;
  readonly amount: bigint;
}

const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

/** Stakes of one market or parlay, from creation to end. */
export abstract class PoolModel<Rules extends PoolRules = PoolRules> {
  totals: bigint[] = Array<bigint>(8).fill(0n);
  positions = new Map<string, Position>();
  /** Claimed positions: none of them returns. */
  claimed = new Set<string>();
  owed = 0n;
  fee = 0n;
  refund = false;
  /** The vault's balance. */
  held = 0n;
  /** Total tokens that entered the vault, and those that left it in either way. */
  received = 0n;
  paid = 0n;
  swept = 0n;
  closed = false;

  constructor(readonly rules: Rules) {}

  abstract get isOpen(): boolean;
  abstract get decided(): boolean;
  /** The decided case, if any. */
  abstract get decision(): number;
  /** The current stage in one word. */
  abstract get stage(): string;
  /** The error number if something besides stakes prevents closing the account. */
  abstract heldBy(): Answer;
  /** The error number if something besides its state prevents that it becomes void at this time, s. */
  abstract keepsOpen(now: number): Answer;
  abstract becomeVoid(): void;
  abstract clone(): PoolModel<Rules>;

  protected copyTo<Copy extends PoolModel<Rules>>(copy: Copy): Copy {
    Object.assign(copy, this);
    copy.totals = [...this.totals];
    copy.positions = new Map(this.positions);
    copy.claimed = new Set(this.claimed);
    return copy;
  }

  /** What the pool may owe before its decision. */
  most(): bigint {
    const { maximumPool = 0n } = this.rules;
    return maximumPool === 0n || maximumPool > BOUND ? BOUND : maximumPool;
  }

  stakes(): bigint {
    return sum(this.totals);
  }

  /** What a case gives each outcome. */
  row(decided: number): readonly Mark[] {
    const { splits, outcomes } = this.rules;
    const row = splits
      ? splits[decided]
      : Array.from({ length: outcomes }, (_, i) => (i === decided ? ('Win' as const) : ('Lose' as const)));
    if (!row) throw new Error(`there is no case ${decided}`);
    return row;
  }

  /** Halves of all stakes that are won and lost in a case. */
  private halves(decided: number): { won: bigint; lost: bigint } {
    const of = (kind: 'won' | 'lost') => sum(this.row(decided).map((mark, i) => HALVES[mark][kind] * this.total(i)));
    return { won: of('won'), lost: of('lost') };
  }

  private total(outcome: number): bigint {
    return this.totals[outcome] ?? 0n;
  }

  /** The payout of a position once a case is decided. */
  payout({ outcome, amount }: Position, decided: number, fee: bigint, refund: boolean): bigint {
    if (refund) return amount;
    const mark = this.row(decided)[outcome];
    if (!mark) throw new Error(`there is no outcome ${outcome}`);
    const { won, returned } = HALVES[mark];
    const all = this.halves(decided);
    return (amount * (returned + won)) / 2n + (amount * won * (all.lost - 2n * fee)) / (2n * all.won);
  }

  /** Fee and refund if a case becomes final; `null` is void. */
  settlement(decided: number | null): { fee: bigint; refund: boolean } {
    const { won, lost } = decided === null ? { won: 0n, lost: 0n } : this.halves(decided);
    if (won === 0n) return { fee: 0n, refund: true };
    return { fee: (lost * this.rules.feeBps) / 20_000n, refund: false };
  }

  /** The decided pool's payout for this position. */
  due(position: Position): bigint {
    return this.payout(position, this.decision, this.fee, this.refund);
  }

  /** Stakes of the open positions that pay. */
  paying(): bigint {
    if (!this.decided) return 0n;
    return sum([...this.positions.values()].filter((one) => this.due(one) > 0n).map(({ amount }) => amount));
  }

  /** The amount by which the vault would fall short under some decision; 0 when it covers all. */
  shortfall(): bigint {
    const positions = [...this.positions.values()];
    const endings = this.decided
      ? [sum(positions.map((one) => this.due(one)))]
      : [...Array(this.rules.splits?.length ?? this.rules.outcomes).keys(), null].map((decided) => {
          const { fee, refund } = this.settlement(decided);
          return fee + sum(positions.map((one) => this.payout(one, decided ?? 0, fee, refund)));
        });
    const least = this.decided ? this.owed : this.stakes();
    const most = endings.reduce((a, b) => (a > b ? a : b), least);
    return most > this.held ? most - this.held : 0n;
  }

  /** Fixes fee and debts once a case, or void (`null`), is decided. */
  protected fix(decided: number | null): void {
    const { fee, refund } = this.settlement(decided);
    Object.assign(this, { fee, refund, owed: this.stakes() - fee });
  }
}
