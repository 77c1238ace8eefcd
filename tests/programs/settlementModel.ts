/**
 * Markets and parlays as the rules describe them, in big integers, without accounts, addresses or bytes: the answer of
 * every instruction and its effect. Written from the rules, not from the program. The model tests compare the two after
 * every action.
 *
 * Every method answers `null` and applies the change, or returns the error number and changes nothing.
 */

import { type AskedVouchers, AttestersModel, type Deciding, type NamedAttestation } from './attesterModel.js';
import { BufferModel } from './bufferModel.js';
import { ParlayModel, type ParlayRules } from './parlayModel.js';
import { accepts, type ClaimedSport, type Policy } from './policyModel.js';
import { type Answer, PoolModel, type PoolRules } from './poolModel.js';
import { type Instant, isOver, type PostedEvidence, ResultModel, type ResultTopic, topicName } from './resultModel.js';

export type { Answer };

export type State = 'Open' | 'Proposed' | 'Final' | 'Void';

/** The terms of a market as far as the model knows them. */
export interface Rules extends PoolRules {
  readonly fixture: number;
  readonly sport: ClaimedSport;
  readonly keys: readonly number[];
  readonly policy: Policy;
  /** Whether the terms name a signer. */
  readonly signer: boolean;
  readonly attesters: AskedVouchers | null;
  /** The first case that holds. */
  readonly decide: (values: readonly number[]) => number;
  readonly window: number;
  readonly earliest: number;
  readonly latest: number;
  readonly voidAfter: number;
  readonly abandonmentVoids: boolean;
  readonly resultsSettle: boolean;
}

/** What a proof proves. */
export interface Evidence {
  /** Fixture and keys as stated in the proof. The compact form states none and is about the market's. */
  readonly subject: { readonly fixture: number; readonly keys: readonly number[] } | null;
  /** ms. */
  readonly time: number;
  /** (day, slot, update) as one number. */
  readonly orderKey: bigint;
  /**
   * The claims that it proves about the keys by the claimed sport's layout. They are false if the fixture is of another
   * sport.
   */
  readonly values: readonly number[];
  /** Period of every present leaf, including the witness. */
  readonly presentPeriods: readonly number[];
  /** Period stated by each leaf of the payload, present or not. */
  readonly leafPeriods: readonly number[];
  /** `'none'` unless it is the signed form; then whether the signature precedes it. */
  readonly signature: 'none' | 'missing' | 'there';
  /** The verifier's error number for an invalid proof. */
  readonly fault: Answer;
}

/** Error numbers of Anchor and of the token programs. */
const NOT_INITIALISED = 3012;
const FOREIGN = 3007;
const NOT_DECODED = 102;
const INSUFFICIENT_FUNDS = 1;
const OWNER_MISMATCH = 4;
const FROZEN = 17;
const NO_MEMO = 36;
/** A mint unfit to be money: checked whenever tokens come in, never when they go out. */
const UNSUPPORTED_MINT = 6208;
/** The only fault of terms that is checked after the fee account. */
const UNKNOWN_SIGNER = 6207;
/** The minimum window of a void proposal, s and slots. */
const VOID_WINDOW = 86_400;
/** Periods of an abandoned and of a cancelled match. */
const WITHOUT_RESULT = [15, 16];

interface Proposal {
  /** With splits, the case. */
  readonly outcome: number;
  readonly orderKey: bigint;
  readonly since: Instant;
  readonly void: boolean;
}

/** Why the update with an order key does not decide a market with these terms: too few attesters vouch for it. */
export type Attested = (rules: Rules, orderKey: bigint) => Answer;

/** The earlier of two starts is the pair with the earlier time, at equal times the one of the earlier slot. */
const isBefore = (one: Instant, other: Instant): boolean =>
  one.time < other.time || (one.time === other.time && one.slot < other.slot);

/** One market, from creation to end. */
export class MarketModel extends PoolModel<Rules> {
  state: State = 'Open';
  proposal: Proposal | null = null;
  /** Parlays that wait for its result. */
  parlays = 0;

  clone(): MarketModel {
    return this.copyTo(new MarketModel(this.rules));
  }

  get isOpen(): boolean {
    return this.state === 'Open';
  }

  get decided(): boolean {
    return this.state === 'Final' || this.state === 'Void';
  }

  get decision(): number {
    return this.proposal?.outcome ?? 0;
  }

  get stage(): string {
    if (this.state === 'Open') return 'open';
    if (this.state === 'Proposed') return this.proposal?.void ? 'void_proposed' : 'proposed';
    if (this.state === 'Void') return 'void';
    const row = this.row(this.decision);
    if (row.every((mark) => mark === 'Push')) return 'push';
    if (this.refund) return 'refund';
    return row.some((mark) => mark === 'HalfWin' || mark === 'HalfLose') ? 'half' : 'final';
  }

  /** What these values decide: the first case that pays as the first that holds. */
  private caseOf(values: readonly number[]): number {
    const { rules } = this;
    const holds = rules.decide(values);
    const isAlike = (decided: number) => this.row(decided).join() === this.row(holds).join();
    return rules.splits ? [...rules.splits.keys()].findIndex(isAlike) : holds;
  }

  heldBy(): Answer {
    return this.parlays > 0 ? 6227 : null;
  }

  /** How long the proposal can be corrected, s and slots. */
  private window(): number {
    return this.proposal?.void ? Math.max(this.rules.window, VOID_WINDOW) : this.rules.window;
  }

  /** When the proposal can be finalised, s, if slots are made from now on: 5 in 2 s. */
  windowEnd({ time, slot }: Instant): number {
    const since = this.proposal?.since ?? { time: 0, slot: 0 };
    const missing = this.proposal ? since.slot + this.window() - slot : 0;
    return Math.max(since.time + this.window(), time + Math.ceil((missing * 2) / 5));
  }

  private decide(state: 'Final' | 'Void', outcome: number | null): void {
    this.state = state;
    this.fix(outcome);
  }

  settle(now: Instant, evidence: Evidence, attested: Attested): Answer {
    const { rules } = this;
    if (this.decided) return 6211;
    if (now.time < rules.stakesClose) return 6215;
    if (evidence.subject && evidence.subject.fixture !== rules.fixture) return 6217;
    if (evidence.subject && evidence.subject.keys.join() !== rules.keys.join()) return 6218;
    if (evidence.time < rules.earliest * 1_000 || evidence.time > rules.latest * 1_000 + 999) return 6216;
    const signed = rules.signer && evidence.signature !== 'none';
    // Another instruction precedes it: every transaction begins with a compute limit.
    if (signed && evidence.signature === 'missing') return 6081;
    if (evidence.fault !== null) return evidence.fault;
    if (signed) {
      if (new Set(evidence.leafPeriods).size > 1) return 6237;
      if (!accepts(rules, evidence.leafPeriods[0] ?? 0)) return 6219;
    } else {
      if (rules.policy === 'signed-final') return 6221;
      if (evidence.presentPeriods.length === 0) return 6220;
      if (!evidence.presentPeriods.some((period) => accepts(rules, period))) return 6219;
    }
    const outcome = this.caseOf(evidence.values);
    const unattested = attested(rules, evidence.orderKey);
    if (unattested !== null) return unattested;
    // A void proposal is replaced by every proof, and then leaves no trace.
    const standing = this.proposal?.void ? null : this.proposal;
    // Two proofs of one update that contradict each other. No staker is paid for either.
    if (standing && evidence.orderKey === standing.orderKey && outcome !== standing.outcome) {
      this.decide('Void', null);
      return null;
    }
    if (standing && evidence.orderKey <= standing.orderKey) return 6222;
    const since = standing?.outcome === outcome ? standing.since : now;
    this.proposal = { outcome, orderKey: evidence.orderKey, since, void: false };
    this.state = 'Proposed';
    if (rules.window === 0) this.decide('Final', outcome);
    return null;
  }

  /** A proof that there will be no result. */
  proposeVoid(now: Instant, evidence: Evidence, attested: Attested): Answer {
    const { rules } = this;
    if (this.state !== 'Open') return 6211;
    if (now.time < rules.stakesClose) return 6215;
    if (!rules.abandonmentVoids) return 6240;
    // The compact form names no keys, and the market's keys are not required here.
    if (!evidence.subject) return 6103;
    if (evidence.subject.fixture !== rules.fixture) return 6217;
    if (evidence.time < rules.stakesClose * 1_000 || evidence.time > rules.latest * 1_000 + 999) return 6216;
    const signed = rules.signer && evidence.signature !== 'none';
    if (signed && evidence.signature === 'missing') return 6081;
    if (evidence.fault !== null) return evidence.fault;
    if (signed && new Set(evidence.leafPeriods).size > 1) return 6237;
    const periods = signed ? evidence.leafPeriods : evidence.presentPeriods;
    if (!periods.some((period) => WITHOUT_RESULT.includes(period))) return 6241;
    const unattested = attested(rules, evidence.orderKey);
    if (unattested !== null) return unattested;
    this.proposal = { outcome: 0, orderKey: evidence.orderKey, since: now, void: true };
    this.state = 'Proposed';
    return null;
  }

  /**
   * Settles with what a result knows. Returns whether anything changed: a batch does not say why it skips a market.
   */
  settleBy(now: Instant, result: ResultModel, attesters: AttestersModel): boolean {
    const { rules } = this;
    const { fixture, sport, policy } = result.topic;
    if (!rules.resultsSettle) return false;
    if (fixture !== rules.fixture || sport !== rules.sport || policy !== rules.policy) return false;
    if (!attesters.isOf(result.topic.attesters, rules.attesters)) return false;
    if (result.contradicted) {
      // An update with two truths pays no staker.
      const isOfIt = this.state === 'Proposed' && !this.proposal?.void;
      if (!isOfIt || this.proposal?.orderKey !== result.event.orderKey) return false;
      this.decide('Void', null);
      return true;
    }
    if (this.decided || now.time < rules.stakesClose) return false;
    if (!accepts(rules, result.event.period)) return false;
    const { minTime, orderKey } = result.event;
    if (minTime < rules.earliest * 1_000 || minTime > rules.latest * 1_000 + 999) return false;
    const known = result.known(rules.keys);
    if (!known) return false;
    const start = { ...known.since, time: Math.max(rules.stakesClose, known.since.time) };
    const outcome = this.caseOf(known.values);
    const standing = this.proposal?.void ? null : this.proposal;
    let since = start;
    if (standing) {
      if (orderKey < standing.orderKey) return false;
      if (outcome !== standing.outcome && orderKey === standing.orderKey) {
        this.decide('Void', null);
        return true;
      }
      if (outcome === standing.outcome && isBefore(standing.since, since)) since = standing.since;
    }
    const isDue = isOver(since, rules.window, now);
    const isSame = standing?.outcome === outcome && standing.orderKey === orderKey;
    if (!isDue && isSame && standing.since.time === since.time && standing.since.slot === since.slot) return false;
    this.proposal = { outcome, orderKey, since, void: false };
    this.state = 'Proposed';
    if (isDue) this.decide('Final', outcome);
    return true;
  }

  finalise(now: Instant): Answer {
    if (this.state !== 'Proposed' || !this.proposal) return 6224;
    if (!isOver(this.proposal.since, this.window(), now)) return 6223;
    if (this.proposal.void) this.decide('Void', null);
    else this.decide('Final', this.proposal.outcome);
    return null;
  }

  keepsOpen(now: number): Answer {
    return now < this.rules.voidAfter ? 6225 : null;
  }

  becomeVoid(): void {
    this.decide('Void', null);
  }
}

/** Changes one after the other; nothing changed at all is an error. */
function changesAny(given: readonly (MarketModel | undefined)[], change: (market: MarketModel) => boolean): Answer {
  const changed = given.filter((market) => market && change(market));
  return changed.length > 0 ? null : 6256;
}

export interface TokenAccount {
  readonly mint: string;
  amount: bigint;
  frozen: boolean;
  /** Its owner requires a memo with every transfer. */
  hedged?: boolean;
}

/** The changes that authorities have made to a mint. */
export interface MintState {
  /** It has an extension that money may not have. */
  refused: boolean;
  /** It has a freeze authority. */
  freezable: boolean;
  /** It has a mint and metadata authority. */
  authority: boolean;
  /** It has metadata. */
  described: boolean;
}

/** A vault that outlived its market or parlay, with the tokens that the fee account could not receive. */
export interface Burial {
  readonly mint: string;
  readonly creator: string;
  readonly left: bigint;
}

/** The destination of a claim: the owner's associated account or another one, with or without the owner's signature. */
export type Destination = 'associated' | 'signed' | 'unsigned' | 'stranger';

/** Names of a user's associated account, of another account of the same user, and of a market's fee account. */
export const associated = (owner: string, mint: string): string => `${owner}@${mint}`;
export const aside = (owner: string, mint: string): string => `${owner}+${mint}`;

/** Where a pool can be: as a market or as a parlay. */
export interface PoolPlace {
  readonly kind: 'market' | 'parlay';
  readonly number: number;
}

const nameOf = ({ kind, number }: PoolPlace): string => `${kind} ${number}`;

/** All markets, parlays, proof buffers and token accounts other than vaults. Missing ones are `undefined`. */
export class SettlementModel {
  /** The chain's clock, s. */
  now = 0;
  /** The chain's slot. */
  slot = 0;
  /** By place: a place can be reused after the market there is closed. */
  markets: (MarketModel | undefined)[] = [];
  parlays: (ParlayModel | undefined)[] = [];
  buffers: (BufferModel | undefined)[] = [];
  accounts = new Map<string, TokenAccount>();
  mints = new Map<string, MintState>();
  /** By topic. */
  results = new Map<string, ResultModel>();
  attesters = new AttestersModel();
  private burials = new Map<string, Burial>();

  get instant(): Instant {
    return { time: this.now, slot: this.slot };
  }

  clone(): SettlementModel {
    const copy = new SettlementModel();
    copy.now = this.now;
    copy.slot = this.slot;
    const clones = new Map<MarketModel, MarketModel>();
    const once = (market: MarketModel): MarketModel => {
      const made = clones.get(market) ?? market.clone();
      clones.set(market, made);
      return made;
    };
    copy.markets = this.markets.map((market) => market && once(market));
    copy.parlays = this.parlays.map((parlay) => parlay?.clone(parlay.markets.map(once)));
    copy.buffers = this.buffers.map((buffer) => buffer?.clone());
    copy.accounts = new Map([...this.accounts].map(([name, account]) => [name, { ...account }]));
    copy.mints = new Map([...this.mints].map(([name, mint]) => [name, { ...mint }]));
    copy.results = new Map([...this.results].map(([name, result]) => [name, result.clone()]));
    copy.attesters = this.attesters.clone();
    copy.burials = new Map(this.burials);
    return copy;
  }

  /** The leftover vault at this place. It blocks the place permanently. */
  burial(place: PoolPlace): Burial | undefined {
    return this.burials.get(nameOf(place));
  }

  /** How many vaults this creator has left behind. */
  burialsOf(creator: string): number {
    return [...this.burials.values()].filter((one) => one.creator === creator).length;
  }

  /** All tokens of a mint, wherever they are. */
  tokens(mint: string): bigint {
    let total = 0n;
    for (const account of this.accounts.values()) if (account.mint === mint) total += account.amount;
    for (const pool of [...this.markets, ...this.parlays])
      if (pool && !pool.closed && pool.rules.mint === mint) total += pool.held;
    for (const burial of this.burials.values()) if (burial.mint === mint) total += burial.left;
    return total;
  }

  market(place: number): MarketModel | undefined {
    const market = this.markets[place];
    return market?.closed ? undefined : market;
  }

  parlay(place: number): ParlayModel | undefined {
    const parlay = this.parlays[place];
    return parlay?.closed ? undefined : parlay;
  }

  pool({ kind, number }: PoolPlace): PoolModel | undefined {
    return kind === 'market' ? this.market(number) : this.parlay(number);
  }

  /** How many legs have not yet copied the result of this very market. */
  waitingFor(market: MarketModel): number {
    const waits = (parlay: ParlayModel) =>
      parlay.results.some((result, i) => result === 'Open' && parlay.markets[i] === market);
    return this.parlays.filter((parlay) => parlay && !parlay.closed && waits(parlay)).length;
  }

  /** Why a new market or parlay cannot use this mint, whatever else is wrong. */
  private refusedMint(mint: string): Answer {
    return this.mints.get(mint)?.refused ? UNSUPPORTED_MINT : null;
  }

  /** Whether the fee account accepts transfers without further requirements. */
  private receives(name: string): Answer {
    const account = this.accounts.get(name);
    return account && !account.hedged ? null : 6209;
  }

  /** Why an update does not decide a market, by the account that is named as the attestation. */
  attested(by: Deciding, named: NamedAttestation): Attested {
    return ({ attesters }, orderKey) => this.attesters.refusal(attesters, orderKey, named, by);
  }

  /**
   * @param fault Error number of the fault in the terms.
   *
   * @param set The attester set that is named, if any.
   */
  create(place: number, rules: Rules, fault: Answer, set: string | null): Answer {
    const refused = this.refusedMint(rules.mint);
    if (refused !== null) return refused;
    if (fault !== null && fault !== UNKNOWN_SIGNER) return fault;
    // Checked on creation: the account must be able to receive the fee.
    const feeless = this.receives(rules.feeAccount);
    if (feeless !== null) return feeless;
    if (fault !== null) return fault;
    const unattested = this.attesters.refuses(rules.attesters, set);
    if (unattested !== null) return unattested;
    if (this.market(place) || this.burial({ kind: 'market', number: place })) return 0;
    this.markets[place] = new MarketModel(rules);
    return null;
  }

  /**
   * @param buffer The named buffer.
   *
   * @param draft The announced terms and their current fault; a number: the error for other contents.
   *
   * @param mint The named mint, whatever the terms say.
   */
  createFromBuffer(
    place: number,
    creator: string,
    buffer: BufferModel | undefined,
    mint: string,
    draft: { readonly rules: Rules; readonly fault: Answer; readonly set: string | null } | number,
  ): Answer {
    const refused = this.refusedMint(mint);
    if (refused !== null) return refused;
    if (!buffer) return NOT_INITIALISED;
    if (buffer.owner !== creator) return 6244;
    if (!buffer.sealed) return 6243;
    return typeof draft === 'number' ? draft : this.create(place, draft.rules, draft.fault, draft.set);
  }

  /**
   * @param faults Error numbers of the faults in the terms themselves and in the list of the legs' markets; and for
   * each leg whether its hash matches the market's terms.
   */
  createParlay(
    place: number,
    rules: ParlayRules,
    faults: { readonly terms: Answer; readonly markets: Answer; readonly isHashRight: readonly boolean[] },
  ): Answer {
    const refused = this.refusedMint(rules.mint);
    if (refused !== null) return refused;
    if (faults.terms !== null) return faults.terms;
    const feeless = this.receives(rules.feeAccount);
    if (feeless !== null) return feeless;
    if (faults.markets !== null) return faults.markets;
    const markets: MarketModel[] = [];
    for (const [i, leg] of rules.legs.entries()) {
      const market = this.market(leg.place);
      if (!market) return FOREIGN;
      if (!faults.isHashRight[i]) return 6246;
      if (!market.isOpen) return 6211;
      if (leg.outcome >= market.rules.outcomes) return 6214;
      if (rules.stakesClose > market.rules.stakesClose) return 6245;
      markets.push(market);
    }
    if (this.parlay(place) || this.burial({ kind: 'parlay', number: place })) return 0;
    for (const market of markets) market.parlays++;
    this.parlays[place] = new ParlayModel(rules, markets);
    return null;
  }

  /** Copies a leg's result from the market at `given`. */
  settleParlay(place: number, leg: number, given: number): Answer {
    const [parlay, market] = [this.parlay(place), this.market(given)];
    return parlay && market ? parlay.settle(leg, market) : NOT_INITIALISED;
  }

  /** @param named The account that is named as the attestation. */
  postResult(topic: ResultTopic, payer: string, posted: PostedEvidence, named: NamedAttestation): Answer {
    const event = ResultModel.read(topic, posted);
    if (typeof event === 'number') return event;
    const unvouched = this.attesters.refusal(topic.attesters, event.orderKey, named, 'post_result');
    if (unvouched !== null) return unvouched;
    const name = topicName(topic);
    const known = this.results.get(name);
    const result = known ?? new ResultModel(topic, payer, event);
    const refused = (known ? null : ResultModel.begin(event, this.now)) ?? result.post(event, posted, this.instant);
    if (refused === null) this.results.set(name, result);
    return refused;
  }

  /** @param given The markets in their order, possibly more than once; `undefined`: another account. */
  settleMany(topic: ResultTopic, given: readonly (MarketModel | undefined)[]): Answer {
    const result = this.results.get(topicName(topic));
    if (!result) return FOREIGN;
    return changesAny(given, (market) => market.settleBy(this.instant, result, this.attesters));
  }

  finaliseMany(given: readonly (MarketModel | undefined)[]): Answer {
    return changesAny(given, (market) => market.finalise(this.instant) === null);
  }

  closeResult(topic: ResultTopic, sender: string): Answer {
    const result = this.results.get(topicName(topic));
    if (!result) return NOT_INITIALISED;
    const refused = result.close(this.now, sender);
    if (refused === null) this.results.delete(topicName(topic));
    return refused;
  }

  createBuffer(place: number, owner: string, announced: Uint8Array): Answer {
    const fault = BufferModel.fault(announced.length);
    if (fault !== null) return fault;
    if (this.buffers[place]) return 0;
    this.buffers[place] = new BufferModel(owner, announced);
    return null;
  }

  writeBuffer(place: number, sender: string, offset: number, bytes: Uint8Array): Answer {
    return this.buffers[place]?.write(sender, offset, bytes) ?? (this.buffers[place] ? null : NOT_INITIALISED);
  }

  /**
   * @param buffer The named buffer; a number: the error for another account.
   *
   * @param evidence What the announced content proves; `null`: it is not a proof.
   *
   * @param named The account that is named as the attestation.
   */
  settleFromBuffer(
    place: number,
    buffer: BufferModel | number | undefined,
    evidence: Evidence | null,
    named: NamedAttestation,
  ): Answer {
    const market = this.market(place);
    if (!market || !buffer) return NOT_INITIALISED;
    if (typeof buffer === 'number') return buffer;
    if (!buffer.sealed) return 6243;
    return evidence ? market.settle(this.instant, evidence, this.attested('settle_from_buffer', named)) : NOT_DECODED;
  }

  closeBuffer(place: number, sender: string): Answer {
    const buffer = this.buffers[place];
    if (!buffer) return NOT_INITIALISED;
    if (buffer.owner !== sender) return 6244;
    this.buffers[place] = undefined;
    return null;
  }

  stake(
    place: PoolPlace,
    stake: { owner: string; sourceOwner: string; outcome: number; amount: bigint; isHashRight: boolean },
  ): Answer {
    const pool = this.pool(place);
    if (!pool) return NOT_INITIALISED;
    const { rules } = pool;
    const refused = this.refusedMint(rules.mint);
    if (refused !== null) return refused;
    const source = this.accounts.get(associated(stake.sourceOwner, rules.mint));
    if (!source) return NOT_INITIALISED;
    if (!stake.isHashRight) return 6210;
    if (!pool.isOpen) return 6211;
    if (this.now >= rules.stakesClose) return 6212;
    if (stake.outcome >= rules.outcomes) return 6214;
    if (stake.amount < rules.minimum || stake.amount > rules.maximum) return 6213;
    if (rules.splits && stake.amount % 2n === 1n) return 6213;
    if (pool.owed + stake.amount > pool.most()) return 6236;
    if (source.frozen) return FROZEN;
    if (source.amount < stake.amount) return INSUFFICIENT_FUNDS;
    if (stake.sourceOwner !== stake.owner) return OWNER_MISMATCH;
    const key = `${stake.owner}/${stake.outcome}`;
    const amount = (pool.positions.get(key)?.amount ?? 0n) + stake.amount;
    pool.positions.set(key, { owner: stake.owner, outcome: stake.outcome, amount });
    pool.totals[stake.outcome] = (pool.totals[stake.outcome] ?? 0n) + stake.amount;
    pool.owed += stake.amount;
    source.amount -= stake.amount;
    this.receive(pool, stake.amount);
    return null;
  }

  /** Tokens sent from outside directly into the vault. */
  receive(pool: PoolModel, amount: bigint): void {
    pool.held += amount;
    pool.received += amount;
  }

  claim(
    place: PoolPlace,
    claim: { owner: string; outcome: number; destination: Destination; stranger: string },
  ): Answer {
    const pool = this.pool(place);
    const key = `${claim.owner}/${claim.outcome}`;
    const position = pool?.positions.get(key);
    if (!pool || !position) return NOT_INITIALISED;
    if (!pool.decided) return 6226;
    const paid = pool.due(position);
    if (paid > 0n) {
      const { mint } = pool.rules;
      if (claim.destination === 'unsigned' || claim.destination === 'stranger') return 6228;
      const name = claim.destination === 'signed' ? aside(claim.owner, mint) : associated(claim.owner, mint);
      const account = this.accounts.get(name) ?? { mint, amount: 0n, frozen: false };
      if (account.frozen) return FROZEN;
      account.amount += paid;
      this.accounts.set(name, account);
    }
    if (pool.claimed.has(key)) throw new Error(`${key} is paid twice`);
    pool.claimed.add(key);
    pool.positions.delete(key);
    pool.owed -= paid;
    pool.held -= paid;
    pool.paid += paid;
    // The remainder after the last payout is dust and is not owed to any staker.
    if (paid > 0n && pool.paying() === 0n) pool.owed = 0n;
    return null;
  }

  sweep(place: PoolPlace): Answer {
    const pool = this.pool(place);
    if (!pool) return NOT_INITIALISED;
    if (!pool.decided) return 6226;
    const free = pool.held - pool.owed;
    if (free === 0n) return null;
    const account = this.accounts.get(pool.rules.feeAccount);
    if (!account) return 6209;
    if (account.frozen) return FROZEN;
    if (account.hedged) return NO_MEMO;
    account.amount += free;
    pool.held -= free;
    pool.swept += free;
    return null;
  }

  void(place: PoolPlace): Answer {
    const pool = this.pool(place);
    if (!pool) return NOT_INITIALISED;
    if (!pool.isOpen) return 6211;
    const kept = pool.keepsOpen(this.now);
    if (kept === null) pool.becomeVoid();
    return kept;
  }

  close(place: PoolPlace, sender: string): Answer {
    const pool = this.pool(place);
    if (!pool) return NOT_INITIALISED;
    if (sender !== pool.rules.creator) return 6233;
    if (!pool.decided) return 6226;
    if (pool.positions.size > 0) return 6227;
    const holding = pool.heldBy();
    if (holding !== null) return holding;
    if (this.sweep(place) !== null) {
      // Another user's fee account cannot keep the creator from the rent.
      this.burials.set(nameOf(place), { mint: pool.rules.mint, creator: pool.rules.creator, left: pool.held });
    }
    pool.closed = true;
    return null;
  }
}
