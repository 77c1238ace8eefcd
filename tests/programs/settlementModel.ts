/**
 * Markets as the rules describe them, in big integers and without accounts, addresses or bytes: what every instruction answers and what it
 * changes. Written from the rules, not from the program; the model tests compare the two after every action.
 *
 * Every method answers `null` and applies the change, or gives the number of the refusal and changes nothing.
 */

/** `null`: accepted. A number: refused with it. */
export type Answer = number | null;

export type State = 'Open' | 'Proposed' | 'Final' | 'Void';
export type Policy = 'Finalised' | 'RegularTime' | 'HalfTime' | 'SignedFinal';

/** The terms of a market as far as its money depends on them. Times in s, amounts in base units. */
export interface Rules {
  readonly creator: string;
  readonly mint: string;
  readonly feeAccount: string;
  readonly fixture: number;
  readonly keys: readonly number[];
  readonly policy: Policy;
  /** Whether the terms name a signer. */
  readonly signer: boolean;
  readonly outcomes: number;
  readonly decide: (values: readonly number[]) => number;
  readonly window: number;
  readonly stakesClose: number;
  readonly earliest: number;
  readonly latest: number;
  readonly voidAfter: number;
  readonly feeBps: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint;
}

/** What a proof shows. */
export interface Evidence {
  readonly fixture: number;
  readonly keys: readonly number[];
  /** ms. */
  readonly time: number;
  /** (day, slot, update) as one number. */
  readonly orderKey: bigint;
  readonly values: readonly number[];
  /** Period of every present leaf, the witness among them. */
  readonly presentPeriods: readonly number[];
  /** Period that each leaf of the payload says, present or not. */
  readonly leafPeriods: readonly number[];
  /** `'none'` unless it is the signed form; there whether the signature stands before it. */
  readonly signature: 'none' | 'missing' | 'there';
  /** The verifier's number, when the proof is not sound. */
  readonly fault: Answer;
}

export interface Position {
  readonly owner: string;
  readonly outcome: number;
  readonly amount: bigint;
}

/** Numbers of Anchor and of the token programs. */
const NOT_INITIALISED = 3012;
const INSUFFICIENT_FUNDS = 1;
const OWNER_MISMATCH = 4;
const FROZEN = 17;
/** The only fault of terms that is looked for after the fee account. */
const UNKNOWN_SIGNER = 6207;

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n);

/** Periods of soccer that decide. */
function accepts({ policy, keys }: Rules, period: number): boolean {
  switch (policy) {
    case 'Finalised':
    case 'SignedFinal':
      return period === 100;
    case 'RegularTime':
      return period === 5 || period === 6 || (period === 100 && keys.every((key) => key >= 1_000));
    case 'HalfTime':
      return period === 3 || period === 100;
  }
}

/** One market, from its creation to its end. */
export class MarketModel {
  state: State = 'Open';
  totals: bigint[] = Array<bigint>(8).fill(0n);
  positions = new Map<string, Position>();
  proposal: { outcome: number; orderKey: bigint; since: number } | null = null;
  owed = 0n;
  fee = 0n;
  refund = false;
  /** What the vault holds. */
  held = 0n;
  /** Everything that ever came into the vault, and what went out of it in either way. */
  received = 0n;
  paid = 0n;
  swept = 0n;
  closed = false;

  constructor(readonly rules: Rules) {}

  clone(): MarketModel {
    const copy = Object.assign(new MarketModel(this.rules), this);
    copy.totals = [...this.totals];
    copy.positions = new Map(this.positions);
    return copy;
  }

  get decided(): boolean {
    return this.state === 'Final' || this.state === 'Void';
  }

  stakes(): bigint {
    return sum(this.totals);
  }

  /** What a position is paid once `outcome` is decided. */
  payout(position: Position, outcome: number, fee: bigint, refund: boolean): bigint {
    if (refund) return position.amount;
    if (position.outcome !== outcome) return 0n;
    const winning = this.totals[outcome] ?? 0n;
    return position.amount + (position.amount * (this.stakes() - winning - fee)) / winning;
  }

  /** Fee and refund if `outcome` becomes final; `null` is void. */
  settlement(outcome: number | null): { fee: bigint; refund: boolean } {
    const winning = outcome === null ? 0n : (this.totals[outcome] ?? 0n);
    if (winning === 0n) return { fee: 0n, refund: true };
    return { fee: ((this.stakes() - winning) * this.rules.feeBps) / 10_000n, refund: false };
  }

  /** What the decided market pays this position. */
  due(position: Position): bigint {
    return this.payout(position, this.proposal?.outcome ?? 0, this.fee, this.refund);
  }

  /** Stakes of the positions that pay and are open. */
  paying(): bigint {
    if (!this.decided) return 0n;
    return sum([...this.positions.values()].filter((one) => this.due(one) > 0n).map(({ amount }) => amount));
  }

  /** Whatever is decided from here, the vault covers it: the shortfall, 0 when there is none. */
  shortfall(): bigint {
    const positions = [...this.positions.values()];
    const endings = this.decided
      ? [sum(positions.map((one) => this.due(one)))]
      : [...Array(this.rules.outcomes).keys(), null].map((outcome) => {
          const { fee, refund } = this.settlement(outcome);
          return fee + sum(positions.map((one) => this.payout(one, outcome ?? 0, fee, refund)));
        });
    const least = this.decided ? this.owed : this.stakes();
    const most = endings.reduce((a, b) => (a > b ? a : b), least);
    return most > this.held ? most - this.held : 0n;
  }

  private decide(state: 'Final' | 'Void', outcome: number | null): void {
    const { fee, refund } = this.settlement(outcome);
    Object.assign(this, { state, fee, refund, owed: this.stakes() - fee });
  }

  settle(now: number, evidence: Evidence): Answer {
    const { rules } = this;
    if (this.decided) return 6211;
    if (now < rules.stakesClose) return 6215;
    if (evidence.fixture !== rules.fixture) return 6217;
    if (evidence.keys.join() !== rules.keys.join()) return 6218;
    if (evidence.time < rules.earliest * 1_000 || evidence.time > rules.latest * 1_000 + 999) return 6216;
    const signed = rules.signer && evidence.signature !== 'none';
    // Something else stands before: every transaction begins with a compute limit.
    if (signed && evidence.signature === 'missing') return 6081;
    if (evidence.fault !== null) return evidence.fault;
    if (signed) {
      if (new Set(evidence.leafPeriods).size > 1) return 6237;
      if (!accepts(rules, evidence.leafPeriods[0] ?? 0)) return 6219;
    } else {
      if (rules.policy === 'SignedFinal') return 6221;
      if (evidence.presentPeriods.length === 0) return 6220;
      if (!evidence.presentPeriods.some((period) => accepts(rules, period))) return 6219;
    }
    const outcome = rules.decide(evidence.values);
    const standing = this.proposal;
    if (standing && evidence.orderKey <= standing.orderKey) return 6222;
    const since = standing?.outcome === outcome ? standing.since : now;
    this.proposal = { outcome, orderKey: evidence.orderKey, since };
    this.state = 'Proposed';
    if (rules.window === 0) this.decide('Final', outcome);
    return null;
  }

  finalise(now: number): Answer {
    if (this.state !== 'Proposed' || !this.proposal) return 6224;
    if (now < this.proposal.since + this.rules.window) return 6223;
    this.decide('Final', this.proposal.outcome);
    return null;
  }

  void(now: number): Answer {
    if (this.state !== 'Open') return 6211;
    if (now < this.rules.voidAfter) return 6225;
    this.decide('Void', null);
    return null;
  }
}

export interface TokenAccount {
  readonly mint: string;
  amount: bigint;
  frozen: boolean;
}

/** Where a claim is to pay: the owner's associated account, or another one, with or without the owner's signature. */
export type Destination = 'associated' | 'signed' | 'unsigned' | 'stranger';

/** Name of a user's associated account, of another account of the same user, and of a market's fee account. */
export const associated = (owner: string, mint: string): string => `${owner}@${mint}`;
export const aside = (owner: string, mint: string): string => `${owner}+${mint}`;

/** All markets and all token accounts but the vaults. A market or account that is not there is `undefined`. */
export class SettlementModel {
  /** The chain's clock, s. */
  now = 0;
  /** By place: the same place can be used again after the market there is closed. */
  markets: (MarketModel | undefined)[] = [];
  accounts = new Map<string, TokenAccount>();

  clone(): SettlementModel {
    const copy = new SettlementModel();
    copy.now = this.now;
    copy.markets = this.markets.map((market) => market?.clone());
    copy.accounts = new Map([...this.accounts].map(([name, account]) => [name, { ...account }]));
    return copy;
  }

  market(place: number): MarketModel | undefined {
    const market = this.markets[place];
    return market?.closed ? undefined : market;
  }

  /** @param fault Number of what is wrong with the terms. */
  create(place: number, rules: Rules, fault: Answer): Answer {
    if (fault !== null && fault !== UNKNOWN_SIGNER) return fault;
    // Read when the market is made: it has to be able to take the fee.
    if (!this.accounts.has(rules.feeAccount)) return 6209;
    if (fault !== null) return fault;
    if (this.market(place)) return 0;
    this.markets[place] = new MarketModel(rules);
    return null;
  }

  stake(
    place: number,
    stake: { owner: string; sourceOwner: string; outcome: number; amount: bigint; isHashRight: boolean },
  ): Answer {
    const market = this.market(place);
    if (!market) return NOT_INITIALISED;
    const { rules } = market;
    const source = this.accounts.get(associated(stake.sourceOwner, rules.mint));
    if (!source) return NOT_INITIALISED;
    if (!stake.isHashRight) return 6210;
    if (market.state !== 'Open') return 6211;
    if (this.now >= rules.stakesClose) return 6212;
    if (stake.outcome >= rules.outcomes) return 6214;
    if (stake.amount < rules.minimum || stake.amount > rules.maximum) return 6213;
    if (source.frozen) return FROZEN;
    if (source.amount < stake.amount) return INSUFFICIENT_FUNDS;
    if (stake.sourceOwner !== stake.owner) return OWNER_MISMATCH;
    const key = `${stake.owner}/${stake.outcome}`;
    const amount = (market.positions.get(key)?.amount ?? 0n) + stake.amount;
    market.positions.set(key, { owner: stake.owner, outcome: stake.outcome, amount });
    market.totals[stake.outcome] = (market.totals[stake.outcome] ?? 0n) + stake.amount;
    market.owed += stake.amount;
    source.amount -= stake.amount;
    this.receive(market, stake.amount);
    return null;
  }

  /** Tokens from outside straight into the vault. */
  receive(market: MarketModel, amount: bigint): void {
    market.held += amount;
    market.received += amount;
  }

  claim(place: number, claim: { owner: string; outcome: number; destination: Destination; stranger: string }): Answer {
    const market = this.market(place);
    const key = `${claim.owner}/${claim.outcome}`;
    const position = market?.positions.get(key);
    if (!market || !position) return NOT_INITIALISED;
    if (!market.decided) return 6226;
    const paid = market.due(position);
    if (paid > 0n) {
      const { mint } = market.rules;
      if (claim.destination === 'unsigned' || claim.destination === 'stranger') return 6228;
      const name = claim.destination === 'signed' ? aside(claim.owner, mint) : associated(claim.owner, mint);
      const account = this.accounts.get(name) ?? { mint, amount: 0n, frozen: false };
      if (account.frozen) return FROZEN;
      account.amount += paid;
      this.accounts.set(name, account);
    }
    market.positions.delete(key);
    market.owed -= paid;
    market.held -= paid;
    market.paid += paid;
    // What is left after the last one who is paid is dust, and owed to nobody.
    if (paid > 0n && market.paying() === 0n) market.owed = 0n;
    return null;
  }

  sweep(place: number): Answer {
    const market = this.market(place);
    if (!market) return NOT_INITIALISED;
    if (!market.decided) return 6226;
    const free = market.held - market.owed;
    if (free === 0n) return null;
    const account = this.accounts.get(market.rules.feeAccount);
    if (!account) return 6209;
    if (account.frozen) return FROZEN;
    account.amount += free;
    market.held -= free;
    market.swept += free;
    return null;
  }

  close(place: number, sender: string): Answer {
    const market = this.market(place);
    if (!market) return NOT_INITIALISED;
    if (sender !== market.rules.creator) return 6233;
    if (!market.decided) return 6226;
    if (market.positions.size > 0) return 6227;
    const refused = this.sweep(place);
    if (refused === null) market.closed = true;
    return refused;
  }
}
