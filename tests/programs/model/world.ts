import { inspect, isDeepStrictEqual } from 'node:util';
import { rootOf } from '../../../ts/sdk/format/hash.js';
import { sha256 } from '../../../ts/sdk/format/sha256.js';
import { SPORTS } from '../../../ts/sdk/format/sports/sports.js';
import { attestationAccount } from '../../../ts/sdk/program/account/attestation.js';
import { matchResultAccount, RESULT_VERSION } from '../../../ts/sdk/program/account/matchResult.js';
import { type Address, addressBytes } from '../../../ts/sdk/program/address/address.js';
import { attestationAddress, attesterSetAddress, rootsAddress } from '../../../ts/sdk/program/address/oracle.js';
import { INSTRUCTIONS_SYSVAR, ZERO_ADDRESS } from '../../../ts/sdk/program/address/runtime.js';
import {
  bufferAddress,
  marketAddress,
  parlayAddress,
  positionAddress,
  resultAddress,
  vaultAddress,
} from '../../../ts/sdk/program/address/settlement.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { withReadonly } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { createAttesterSetInstruction } from '../../../ts/sdk/program/oracle/attesterInstructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { settle } from '../../../ts/sdk/program/settlement/instructions.js';
import type { Moment } from '../../../ts/sdk/program/wire/moment.js';
import type { Attesters } from '../../../ts/sdk/program/wire/terms.js';
import { ATTESTED_SLOTS } from '../../../ts/sdk/proof/attestation.js';
import type { RootsKind } from '../../../ts/sdk/proof/rootsAccount.js';
import { ORACLE } from '../../helpers/oracleBank.js';
import { TestChain } from '../../helpers/settlement/chain.js';
import { KICK_OFF } from '../../helpers/settlement/market.js';
import { putConfig } from '../../helpers/settlement/oracleConfig.js';
import { SIGNER } from '../../helpers/settlement/signed.js';
import { splToken } from '../../helpers/settlement/splToken.js';
import {
  ataOf,
  makeMint,
  makeTokenAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../../helpers/settlement/tokens.js';
import {
  type AttestationPlace,
  type AttesterCheck,
  AttestersModel,
  attestationName,
  slotOf,
  type Vouched,
} from '../attesterModel.js';
import { ParlayModel } from '../parlayModel.js';
import type { PoolModel } from '../poolModel.js';
import { type Instant, type ResultTopic, topicName } from '../resultModel.js';
import {
  type Answer,
  aside,
  associated,
  MarketModel,
  type PoolPlace,
  type Rules,
  SettlementModel,
} from '../settlementModel.js';
import { ASKED, attestationPlaces, CORRUPT, fullRoots, HONEST, needsHonest, SETS } from './attesters.js';
import type { Draft } from './draft.js';
import { FIXTURES, Matches, type ProofChoice, type PublishedRoot, proofKey } from './match.js';
import { Sender } from './sender.js';
import { withExtension } from './tokenExtension.js';

export const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;

/** Every user's initial balance of every mint. */
export const STAKE_MONEY = 10n ** 13n;
const LAMPORTS = 10 ** 15;
const METADATA_POINTER = 18;

export const OPENING = KICK_OFF - 600;

export interface Mint {
  readonly name: string;
  readonly address: Address;
  readonly program: Address;
  /** Its bytes at the start of a round. */
  readonly first: Uint8Array;
}

export interface Person {
  readonly name: string;
  readonly keypair: KeyPair;
  readonly publicKey: Address;
}

/** A place for a market or parlay: the address of one creator and one id. */
export interface Place extends PoolPlace {
  readonly creator: Person;
  readonly id: bigint;
  readonly address: Address;
  readonly vault: Address;
  /** Hash of the terms of the current or last pool here. */
  hash: Uint8Array;
  /** The hash before that one. */
  olderHash: Uint8Array;
}

/** A place for a proof buffer. */
export interface BufferPlace {
  readonly owner: Person;
  readonly number: number;
  readonly id: bigint;
  readonly address: Address;
  /** The proof or terms in the announced content; `null`: neither. */
  content: ProofChoice | Draft | null;
}

/** Other things that an action changes, by name or place. */
export interface Touched {
  readonly places?: readonly Place[];
  readonly tokens?: readonly string[];
  /** On the first of the places. */
  readonly position?: { readonly owner: Person; readonly outcome: number };
  readonly buffer?: BufferPlace;
  /** Of a result. */
  readonly topic?: ResultTopic;
  readonly attestation?: AttestationPlace;
}

/** Buffers belong to the first two users and to both creators, in turn. */
const COUNTS = { users: 5, creators: 2, feeOwners: 2, posters: 2, buffers: 8 };
/** Places in use at one time. The others wait until one of them is buried under a leftover vault. */
const OPEN = { market: 6, parlay: 4 };
const SPARE = 14;
/** Rent of a token account, lamports. */
const VAULT_RENT = 2_039_280;
/** Bytes before the content of a proof buffer. */
const BUFFER_HEAD = 85;

/** What there can be results about. */
export const TOPICS: readonly ResultTopic[] = FIXTURES.flatMap((_, fixture) =>
  SPORTS.flatMap((sport) =>
    (['finalised', 'regular-time', 'half-time'] as const).flatMap((policy) =>
      [null, ...ASKED].map((attesters) => ({ fixture, sport, policy, attesters })),
    ),
  ),
);

/** One chain and its model. Addresses are reused from round to round, so that they are derived only once. */
export class World {
  model = new SettlementModel();
  /**
   * How often each action got each answer, and each stage followed another: `stake ok`, `stake 6212`, `market
   * open>void`.
   */
  readonly counts = new Map<string, number>();
  private readonly keys = new Map<string, Address>();
  /** Every position opened in this round. */
  private readonly opened = new Map<Address, { place: Place; owner: Person; outcome: number }>();
  private readonly stages = new WeakMap<PoolModel, string>();
  private readonly settles = new Map<string, Instruction>();
  /**
   * The attesters who have vouched for the scores of a slot, by `set day slot`, according to the successful
   * transactions.
   */
  private readonly vouched = new Map<string, Set<string>>();
  /** Since when as many as markets ask for have, s. */
  private readonly vouchedSince = new Map<string, number>();
  private readonly otherRoots = new Map<string, readonly PublishedRoot[]>();
  readonly attestationPlaces: readonly AttestationPlace[];
  /** An address without an account. */
  readonly nothing: Address;
  actions = 0;

  private constructor(
    readonly chain: TestChain,
    readonly sender: Sender,
    readonly matches: Matches,
    readonly users: readonly Person[],
    readonly creators: readonly Person[],
    readonly feeOwners: readonly Person[],
    /** They pay for results. */
    readonly posters: readonly Person[],
    readonly freezer: Person,
    /** Authority of the mints and of their metadata. */
    readonly issuer: Person,
    readonly mints: readonly Mint[],
    private readonly marketPlaces: readonly Place[],
    private readonly allParlayPlaces: readonly Place[],
    readonly buffers: readonly BufferPlace[],
    readonly attesters: readonly Person[],
    private readonly without: ReadonlySet<AttesterCheck>,
  ) {
    this.attestationPlaces = attestationPlaces(matches.days);
    this.nothing = chain.address();
  }

  /** @param without A check of attesters that the model leaves out. */
  static async start(without?: AttesterCheck): Promise<World> {
    const chain = await TestChain.start(OPENING, { others: [ORACLE] });
    const payer = chain.keypair();
    chain.setAccount(payer.address, ZERO_ADDRESS, new Uint8Array(0), 10 ** 15);
    const people = (kind: string, count: number): Person[] =>
      Array.from({ length: count }, (_, i) => {
        const keypair = chain.keypair();
        return { name: `${kind}${i}`, keypair, publicKey: keypair.address };
      });
    const [users, creators, feeOwners] = [
      people('user', COUNTS.users),
      people('creator', COUNTS.creators),
      people('feeOwner', COUNTS.feeOwners),
    ];
    const posters = people('poster', COUNTS.posters);
    const [freezer] = people('freezer', 1);
    if (!freezer) throw new Error('no freezer');
    const freezeAuthority = freezer.publicKey;
    const mintOf = async (name: string, program: Address): Promise<Mint> => {
      const address = makeMint(chain, { freezeAuthority, program });
      const plain = (await chain.account(address))?.data ?? new Uint8Array(0);
      // Metadata inside the mint itself. The mint's authority can create and change it.
      const pointer = Uint8Array.from([...addressBytes(issuer.publicKey), ...addressBytes(address)]);
      const first = program === TOKEN_PROGRAM_ID ? plain : withExtension(plain, 'mint', [METADATA_POINTER, pointer]);
      return { name, address, program, first };
    };
    const issuer: Person = { name: 'issuer', keypair: chain.payer, publicKey: chain.payer.address };
    const mints = [await mintOf('spl', TOKEN_PROGRAM_ID), await mintOf('new', TOKEN_2022_PROGRAM_ID)];
    const placesFor = (kind: 'market' | 'parlay', count: number) =>
      Array.from({ length: count }, (_, number): Place => {
        const creator = creators[number % creators.length];
        if (!creator) throw new Error('no creator');
        const id = BigInt(number);
        const { address } = (kind === 'market' ? marketAddress : parlayAddress)(creator.publicKey, id, PROGRAM);
        const vault = vaultAddress(address, PROGRAM).address;
        const none = new Uint8Array(32);
        return { kind, number, creator, id, address, vault, hash: none, olderHash: none };
      });
    const buffers = Array.from({ length: COUNTS.buffers }, (_, number): BufferPlace => {
      const owner = (number < COUNTS.buffers / 2 ? users : creators)[number % 2];
      if (!owner) throw new Error('no owner');
      const { address } = bufferAddress(owner.publicKey, BigInt(number), PROGRAM);
      return { owner, number, id: BigInt(number), address, content: null };
    });
    putConfig(chain, LOCALNET_PROGRAM_IDS.oracle, SIGNER);
    const matches = new Matches(chain, LOCALNET_PROGRAM_IDS.oracle);
    const sender = new Sender(chain.bank, payer);
    const attesters = [...HONEST, ...CORRUPT].map((name): Person => {
      const keypair = chain.keypair();
      return { name, keypair, publicKey: keypair.address };
    });
    const [places, parlays] = [placesFor('market', OPEN.market + SPARE), placesFor('parlay', OPEN.parlay + SPARE)];
    return new World(
      chain,
      sender,
      matches,
      users,
      creators,
      feeOwners,
      posters,
      freezer,
      issuer,
      mints,
      places,
      parlays,
      buffers,
      attesters,
      new Set(without === undefined ? [] : [without]),
    ).withAttesters();
  }

  /** Makes the attester sets, and the roots of the other kinds. */
  private async withAttesters(): Promise<this> {
    const { oracle } = LOCALNET_PROGRAM_IDS;
    for (const [id, name] of [...SETS.keys()].entries()) {
      const keys = SETS.get(name)?.keys.map((key) => this.attester(key).publicKey) ?? [];
      const instruction = createAttesterSetInstruction(oracle, this.issuer.publicKey, BigInt(id), keys);
      const { answer, logs } = await this.sender.send([instruction], [this.issuer.keypair]);
      if (answer !== null) throw new Error(`set ${name}: ${answer}\n${logs().join('\n')}`);
    }
    for (const { kind, period } of this.attestationPlaces) {
      if (kind === 'scores') continue;
      const { address, bump } = rootsAddress(kind, period, oracle);
      this.chain.setAccount(address, oracle, fullRoots(kind, period, bump));
    }
    return this;
  }

  private attester(name: string): Person {
    const person = this.attesters.find((one) => one.name === name);
    if (!person) throw new Error(`no attester ${name}`);
    return person;
  }

  attesterSet(name: string): Address {
    return this.once(`set ${name}`, () => {
      const id = BigInt([...SETS.keys()].indexOf(name));
      return attesterSetAddress(this.issuer.publicKey, id, LOCALNET_PROGRAM_IDS.oracle).address;
    });
  }

  attestation(place: AttestationPlace): Address {
    const { set, kind, period } = place;
    return this.once(
      `attestation ${attestationName(place)}`,
      () => attestationAddress(this.attesterSet(set), kind, period, LOCALNET_PROGRAM_IDS.oracle).address,
    );
  }

  roots(epochDay: number, kind: RootsKind = 'scores'): Address {
    return this.once(
      `roots ${kind} ${epochDay}`,
      () => rootsAddress(kind, epochDay, LOCALNET_PROGRAM_IDS.oracle).address,
    );
  }

  /** The roots of one roots account. */
  rootsIn({ kind, period }: AttestationPlace): readonly PublishedRoot[] {
    if (kind === 'scores') return this.matches.published.get(period) ?? [];
    const name = `${kind} ${period}`;
    const known = this.otherRoots.get(name);
    if (known) return known;
    const bytes = fullRoots(kind, period, 0);
    const roots = Array.from({ length: ATTESTED_SLOTS[kind] }, (_, slot): PublishedRoot => {
      const at = 10 + 32 * slot;
      return { slot, root: rootOf(Uint8Array.from(bytes.subarray(at, at + 32))), isTrue: true };
    });
    this.otherRoots.set(name, roots);
    return roots;
  }

  /** The creation of a market that names an attester set. */
  withSet(instruction: Instruction, set: string | null): Instruction {
    return set === null ? instruction : withReadonly(instruction, this.attesterSet(set));
  }

  /** Notes who has vouched for what, apart from the model. */
  noteVouched({ set, kind, period }: AttestationPlace, { name }: Person, entries: readonly Vouched[]): void {
    if (kind !== 'scores') return;
    for (const { slot } of entries) {
      const key = `${set} ${period} ${slot}`;
      const names = (this.vouched.get(key) ?? new Set()).add(name);
      this.vouched.set(key, names);
      if (names.size === SETS.get(set)?.least && !this.vouchedSince.has(key))
        this.vouchedSince.set(key, this.model.now);
    }
  }

  /**
   * Whatever a publisher and `least` − 1 keys of a set do, no market that asks for `least` of them rests on a root that
   * fewer have vouched for; so none rests on a root that only the corrupt ones would vouch for.
   */
  private checkVouched(name: string, { attesters }: Pick<Rules, 'attesters'>, orderKey: bigint): void {
    if (!attesters || orderKey === 0n) return;
    const { set, least } = attesters;
    const { day, slot } = slotOf(orderKey);
    const vouchers = this.vouched.get(`${set} ${day} ${slot}`)?.size ?? 0;
    if (vouchers < least) throw new Error(`${name} rests on a root that ${vouchers} attesters vouch for, not ${least}`);
    const isTrue = this.matches.published.get(day)?.find((one) => one.slot === slot)?.isTrue;
    if (needsHonest(attesters) && !isTrue) throw new Error(`${name} rests on a root that nobody honest vouches for`);
  }

  /**
   * The window of an attested market runs only after its vouchers: when it began, the update that decides the market,
   * or an earlier one that said the same, had them.
   */
  private checkWindow(
    name: string,
    { attesters }: Rules,
    { orderKey, since }: { readonly orderKey: bigint; readonly since: { readonly time: number } },
  ): void {
    if (!attesters || orderKey === 0n) return;
    const { day, slot } = slotOf(orderKey);
    const began = [...this.vouchedSince].some(([key, time]) => {
      const [set, ofDay, ofSlot] = key.split(' ');
      const isLater = Number(ofDay) > day || (Number(ofDay) === day && Number(ofSlot) > slot);
      return set === attesters.set && !isLater && time <= since.time;
    });
    if (!began) throw new Error(`the window of ${name} began at ${since.time}, before anything was vouched for`);
  }

  private async compareAttestation(place: AttestationPlace): Promise<void> {
    const name = `attestation ${attestationName(place)}`;
    const data = await this.raw(this.attestation(place));
    const model = this.model.attesters.attestations.get(attestationName(place));
    if (!data || !model) {
      if (data || model) throw new Error(`${name} is ${data ? '' : 'not '}there`);
      return;
    }
    const { bits, payer, made } = attestationAccount.decode(data);
    const found = { bits, payer, made };
    const expected = {
      bits: Array.from({ length: ATTESTED_SLOTS[place.kind] }, (_, slot) => model.bits.get(slot) ?? 0),
      payer: this.attesters.find((one) => one.name === model.payer)?.publicKey,
      made: model.made,
    };
    if (!isDeepStrictEqual(found, expected))
      throw new Error(`${name} is ${inspect(found)} on the chain, ${inspect(expected)} in the model`);
  }

  /** Addresses of all past, present and possible markets. */
  get places(): readonly Place[] {
    return this.upToOpen(this.marketPlaces, OPEN.market);
  }

  get parlayPlaces(): readonly Place[] {
    return this.upToOpen(this.allParlayPlaces, OPEN.parlay);
  }

  private upToOpen(places: readonly Place[], open: number): readonly Place[] {
    let end = 0;
    for (let left = open; left > 0 && end < places.length; end++) {
      const place = places[end];
      if (place && !this.model.burial(place)) left--;
    }
    return places.slice(0, end);
  }

  private get everywhere(): readonly Place[] {
    return [...this.marketPlaces, ...this.allParlayPlaces];
  }

  mint(name: string): Mint {
    const mint = this.mints.find((one) => one.name === name);
    if (!mint) throw new Error(`no mint ${name}`);
    return mint;
  }

  person(name: string): Person {
    const person = [...this.users, ...this.creators, ...this.feeOwners].find((one) => one.name === name);
    if (!person) throw new Error(`nobody is called ${name}`);
    return person;
  }

  private once(key: string, make: () => Address): Address {
    let made = this.keys.get(key);
    if (!made) {
      made = make();
      this.keys.set(key, made);
    }
    return made;
  }

  /** Address of a token account by its name in the model. */
  token(name: string): Address {
    return this.once(name, () => {
      const [, owner = '', kind = '', mintName = ''] = /^(.+)([@+])(.+)$/.exec(name) ?? [];
      const mint = this.mint(mintName);
      if (kind === '+') return this.chain.address();
      return ataOf(this.person(owner).publicKey, mint.address, mint.program);
    });
  }

  position(place: Place, owner: Person, outcome: number): Address {
    return this.once(
      `${place.kind}${place.number}/${owner.name}/${outcome}`,
      () => positionAddress(place.address, owner.publicKey, outcome, PROGRAM).address,
    );
  }

  /** The attesters of a topic, as its account has them. */
  askedOf({ attesters }: ResultTopic): Attesters | null {
    return attesters && { set: this.attesterSet(attesters.set), least: attesters.least };
  }

  /** Address of the result of a topic. There is none of signed-final, for which that of finalised stands. */
  result(topic: ResultTopic): Address {
    const { fixture, sport, policy } = topic;
    // Half of no attesters has no address.
    const attesters = topic.attesters?.least === 0 ? null : this.askedOf(topic);
    return this.once(`result ${topicName(topic)}`, () => {
      const finality = policy === 'signed-final' ? 'finalised' : policy;
      const fixtureId = FIXTURES[fixture]?.id ?? 0;
      const subject = { oracleProgram: LOCALNET_PROGRAM_IDS.oracle, fixtureId, sport, finality, attesters };
      return resultAddress(subject, PROGRAM).address;
    });
  }

  /** Compares the result of a topic on chain with the model. */
  async compareResult(topic: ResultTopic): Promise<void> {
    if (topic.policy === 'signed-final') return;
    const data = await this.raw(this.result(topic));
    const model = this.model.results.get(topicName(topic));
    const name = `result ${topicName(topic)}`;
    if (!data || !model) {
      if (data || model) throw new Error(`${name} is ${data ? '' : 'not '}there`);
      return;
    }
    const { version, bump: _, oracleProgram: __, eventNode: ___, ...found } = matchResultAccount.decode(data);
    const { orderKey, minTime, maxTime, period } = model.event;
    const facts = [...model.facts]
      .sort(([one], [other]) => one - other)
      .map(([key, { value, since, current }]) => ({ key, present: value !== 0, value, since: stored(since), current }));
    const expected = {
      payer: this.posters.find((one) => one.name === model.payer)?.publicKey,
      fixtureId: FIXTURES[topic.fixture]?.id,
      sport: topic.sport,
      finality: topic.policy,
      attesters: this.askedOf(topic),
      orderKey,
      minTimestamp: minTime,
      maxTimestamp: maxTime,
      period,
      contradicted: model.contradicted,
      facts,
    };
    if (version !== RESULT_VERSION || !isDeepStrictEqual(found, expected))
      throw new Error(`${name} is ${inspect(found)} on the chain, ${inspect(expected)} in the model`);
    // An attested answer is not changed, replaced or contradicted by a post that nobody vouches for.
    this.checkVouched(name, topic, orderKey);
  }

  /** Restores the initial state. */
  async reset(): Promise<void> {
    const { chain } = this;
    for (const { address } of this.buffers) chain.bank.remove(address);
    for (const place of this.everywhere) {
      for (const address of [place.address, place.vault]) chain.bank.remove(address);
      place.hash = place.olderHash = new Uint8Array(32);
    }
    for (const address of this.opened.keys()) chain.bank.remove(address);
    for (const topic of TOPICS) chain.bank.remove(this.result(topic));
    for (const place of this.attestationPlaces) chain.bank.remove(this.attestation(place));
    this.vouched.clear();
    this.vouchedSince.clear();
    this.opened.clear();
    for (const { publicKey } of [
      ...this.users,
      ...this.creators,
      ...this.feeOwners,
      ...this.posters,
      ...this.attesters,
      this.freezer,
    ])
      chain.setAccount(publicKey, ZERO_ADDRESS, new Uint8Array(0), LAMPORTS);
    this.model = new SettlementModel();
    const sets = new Map([...SETS].map(([name, { keys }]) => [name, keys]));
    this.model.attesters = new AttestersModel(sets, this.without);
    for (const mint of this.mints) {
      this.chain.setAccount(mint.address, mint.program, mint.first);
      this.model.mints.set(mint.name, { refused: false, freezable: true, authority: true, described: false });
      for (const user of this.users) {
        this.putTokens(associated(user.name, mint.name), STAKE_MONEY);
        this.putTokens(aside(user.name, mint.name), 0n);
      }
      for (const owner of this.feeOwners) {
        this.putTokens(associated(owner.name, mint.name), 0n);
        this.putTokens(aside(owner.name, mint.name), 0n);
      }
    }
    // The low bits of the slot begin anew within the round.
    this.chain.bank.setMoment({ seconds: OPENING, slot: 2 ** 32 - 9_000 });
    await this.setTime(OPENING);
  }

  private putTokens(name: string, amount: bigint): void {
    const [, owner = '', mintName = ''] = /^(.+)[@+](.+)$/.exec(name) ?? [];
    const mint = this.mint(mintName);
    makeTokenAccount(this.chain, {
      mint: mint.address,
      owner: this.person(owner).publicKey,
      amount,
      program: mint.program,
      address: this.token(name),
    });
    this.model.accounts.set(name, { mint: mintName, amount, frozen: false });
  }

  /** @param isHalt The chain makes no slots until then. */
  async setTime(time: number, isHalt = false): Promise<void> {
    const { bank } = this.chain;
    await (isHalt ? bank.setTimeInHalt(time) : bank.setTime(time));
    this.model.now = time;
    this.model.slot = bank.slot();
  }

  /** The accounts of a proof for the market at `place`. */
  proofAddresses(place: Place, epochDay: number) {
    return { market: place.address, roots: this.roots(epochDay), instructionsSysvar: INSTRUCTIONS_SYSVAR };
  }

  /** The instructions that settle the market at `place` with this proof, built once per pair. */
  settleInstructions(place: Place, choice: ProofChoice): Instruction[] {
    const key = `${place.number}/${proofKey(choice)}`;
    const { proof, witness, signature, epochDay } = this.matches.proof(choice);
    let instruction = this.settles.get(key);
    if (!instruction) {
      instruction = settle.build(PROGRAM, this.proofAddresses(place, epochDay), { proof, witness });
      this.settles.set(key, instruction);
    }
    return signature ? [signature, instruction] : [instruction];
  }

  remember(place: Place, hash: Uint8Array): void {
    place.olderHash = place.hash;
    place.hash = hash;
  }

  /**
   * Sends an action after the model has predicted its answer. Both must agree, and everything the action touched must
   * then equal the model. A refused transaction changes nothing: the runtime guarantees that, and the full comparison
   * would show it.
   */
  async attempt(
    action: string,
    touched: Touched,
    predicted: Answer,
    instructions: readonly Instruction[],
    signers: readonly Person[] = [],
  ): Promise<void> {
    const keypairs = signers.map(({ keypair }) => keypair);
    const { answer, logs } = await this.sender.send(instructions, keypairs);
    if (answer !== predicted)
      throw new Error(`${action}: the chain says ${answer}, the model ${predicted}\n${logs().join('\n')}`);
    this.count(action, predicted);
    if (predicted !== null) return;
    const { places = [], tokens = [], position, buffer, topic, attestation } = touched;
    for (const place of places) this.watch(place, action);
    const [first] = places;
    if (first && position) {
      const { owner, outcome } = position;
      this.opened.set(this.position(first, owner, outcome), { place: first, owner, outcome });
    }
    await Promise.all([
      ...places.map((place) => this.compare(place)),
      ...tokens.map((name) => this.compareTokens(name)),
      position && first && this.comparePosition(first, position.owner, position.outcome),
      buffer && this.compareBuffer(buffer),
      topic && this.compareResult(topic),
      attestation && this.compareAttestation(attestation),
    ]);
  }

  /**
   * Counts transitions between stages of a market or parlay; for contradictions also the proof form that caused them.
   */
  private watch(place: Place, action: string): void {
    const pool = this.model.pool(place);
    if (!pool) return;
    const { stage } = pool;
    const before = this.stages.get(pool) ?? stage;
    this.stages.set(pool, stage);
    if (before === stage) return;
    const keys = [`${place.kind} ${before}>${stage}`];
    if (before === 'proposed' && stage === 'void') keys.push(`contradiction ${action}>void`);
    for (const key of keys) this.countChange(key);
  }

  /** @param key Like `market open>void`. */
  countChange(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  count(action: string, answer: Answer): void {
    this.countChange(`${action} ${answer ?? 'ok'}`);
    this.actions++;
  }

  /** Compares the market or parlay and its vault on chain with the model. */
  async compare(place: Place): Promise<void> {
    const name = `${place.kind} ${place.number}`;
    const [account, vault] = await Promise.all([this.raw(place.address), this.raw(place.vault)]);
    const model = this.model.pool(place);
    const burial = this.model.burial(place);
    if (!model) {
      if (account || (vault && !burial)) throw new Error(`${name} is there and should not be`);
      const left = vault ? amountOf(vault) : 0n;
      if (left !== (burial?.left ?? 0n))
        throw new Error(`the vault of ${name} was left with ${left}, not ${burial?.left}`);
      return;
    }
    if (!account || !vault) throw new Error(`${name} is not there`);
    const found = headOf(place.kind, account);
    const expected = expectedHead(model);
    for (const [field, value] of Object.entries(expected)) {
      const actual = found[field as keyof typeof found];
      if (actual !== value) throw new Error(`${name}: ${field} is ${actual} on the chain, ${value} in the model`);
    }
    const held = amountOf(vault);
    if (held < found.owed) throw new Error(`${name}: the vault holds ${held} and owes ${found.owed}`);
    if (held !== model.held) throw new Error(`${name}: the vault holds ${held}, in the model ${model.held}`);
    if (model.shortfall() > 0n) throw new Error(`${name} would lack ${model.shortfall()} in some ending`);
    if (model.paid + model.swept + model.held !== model.received)
      throw new Error(`${name}: ${model.received} came in, ${model.paid} + ${model.swept} went out`);
    if (model instanceof MarketModel) {
      if (model.proposal) this.checkWindow(name, model.rules, model.proposal);
      this.checkVouched(
        name,
        model.rules,
        new DataView(account.buffer, account.byteOffset).getBigUint64(ORDER_KEY, true),
      );
      // Counted from the other side: the legs that are not copied.
      const waiting = this.model.waitingFor(model);
      if (waiting !== model.parlays) throw new Error(`${name}: ${waiting} parlays wait for it, not ${model.parlays}`);
    }
  }

  /** Compares a position on chain with the model. */
  private async comparePosition(place: Place, owner: Person, outcome: number): Promise<void> {
    const data = await this.raw(this.position(place, owner, outcome));
    const found = data ? new DataView(data.buffer, data.byteOffset).getBigUint64(POSITION_AMOUNT, true) : undefined;
    const expected = this.model.pool(place)?.positions.get(`${owner.name}/${outcome}`)?.amount;
    if (found !== expected)
      throw new Error(`${place.kind} ${place.number}, ${owner.name}/${outcome}: ${found}, not ${expected}`);
  }

  private async compareBuffer({ address, number }: BufferPlace): Promise<void> {
    const data = await this.raw(address);
    const model = this.model.buffers[number];
    if (!data || !model) {
      if (data || model) throw new Error(`buffer ${number} is ${data ? '' : 'not '}there`);
      return;
    }
    const digest = data.subarray(BUFFER_HEAD - 36, BUFFER_HEAD - 4);
    if (Buffer.compare(digest, sha256(model.announced)) !== 0) throw new Error(`buffer ${number}: another hash`);
    if (Buffer.compare(data.subarray(BUFFER_HEAD), model.bytes) !== 0) throw new Error(`buffer ${number}: other bytes`);
  }

  /** Compares a token account on chain with the model. */
  async compareTokens(name: string): Promise<void> {
    const data = await this.raw(this.token(name));
    const model = this.model.accounts.get(name);
    const view = data && new DataView(data.buffer, data.byteOffset);
    // Amount at 64, state at 108: 2 is frozen.
    const found = view ? `${view.getBigUint64(64, true)}${view.getUint8(108) === 2 ? ' frozen' : ''}` : 'missing';
    const expected = model ? `${model.amount}${model.frozen ? ' frozen' : ''}` : 'missing';
    if (found !== expected) throw new Error(`token account ${name}: ${found} on the chain, ${expected} in the model`);
  }

  /**
   * Compares everything on chain with the model: markets and parlays with their terms, positions, buffers and token
   * accounts.
   */
  async compareAll(): Promise<void> {
    for (const { name } of this.mints) {
      const total = this.model.tokens(name);
      const expected = STAKE_MONEY * BigInt(this.users.length);
      if (total !== expected) throw new Error(`${name}: ${total} tokens, there were ${expected}`);
    }
    await Promise.all([
      ...this.everywhere.flatMap((place) => [this.compare(place), this.compareTerms(place)]),
      ...[...this.opened.values()].map(({ place, owner, outcome }) => this.comparePosition(place, owner, outcome)),
      ...this.buffers.map((buffer) => this.compareBuffer(buffer)),
      ...TOPICS.map((topic) => this.compareResult(topic)),
      ...this.attestationPlaces.map((place) => this.compareAttestation(place)),
      ...[...this.model.accounts.keys()].map((name) => this.compareTokens(name)),
    ]);
  }

  private async compareTerms(place: Place): Promise<void> {
    const data = await this.raw(place.address);
    if (!data) return;
    const name = `${place.kind} ${place.number}`;
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    const hash = data.subarray(51, 83);
    if (Buffer.compare(hash, place.hash) !== 0) throw new Error(`${name}: other terms`);
    if (Buffer.compare(sha256(data.subarray(TERMS[place.kind])), hash) !== 0) throw new Error(`${name}: not its terms`);
    if (
      Buffer.compare(data.subarray(11, 43), addressBytes(place.creator.publicKey)) !== 0 ||
      view.getBigUint64(43, true) !== place.id
    )
      throw new Error(`${name}: not here`);
  }

  /** Only the payer of the transactions has lost lamports: all rent was refunded. */
  async compareLamports(): Promise<void> {
    for (const { name, publicKey } of [...this.users, ...this.creators]) {
      const lamports = (await this.chain.account(publicKey))?.lamports;
      // A leftover vault keeps its rent.
      const expected = LAMPORTS - VAULT_RENT * this.model.burialsOf(name);
      if (lamports !== expected) throw new Error(`${name} has ${lamports} lamports, not ${expected}`);
    }
    for (const { name, publicKey } of this.attesters) {
      const lamports = (await this.chain.account(publicKey))?.lamports;
      if (lamports !== LAMPORTS) throw new Error(`${name} has ${lamports} lamports, not ${LAMPORTS}`);
    }
    // The maker of a result gets all of its rent, also the part that others paid for its growth.
    const posters = await Promise.all(this.posters.map(({ publicKey }) => this.chain.account(publicKey)));
    const sum = posters.reduce((total, account) => total + (account?.lamports ?? 0), 0);
    if (sum !== LAMPORTS * posters.length) throw new Error(`the posters have ${sum} lamports`);
  }

  /** Everything that a transaction can change, saved for a later restore. */
  async snapshot(): Promise<() => Promise<void>> {
    const addresses = [
      ...this.everywhere.flatMap(({ address, vault }) => [address, vault]),
      ...this.buffers.map(({ address }) => address),
      ...[...this.keys].flatMap(([key, address]) => (key.includes('/') ? [] : [address])),
      // Emptying the vaults creates no new ones.
      ...this.opened.keys(),
      ...[...this.users, ...this.creators, ...this.feeOwners, ...this.posters, ...this.attesters, this.freezer].map(
        ({ publicKey }) => publicKey,
      ),
      ...this.mints.map(({ address }) => address),
    ];
    const accounts = await Promise.all(addresses.map((address) => this.chain.account(address)));
    const model = this.model.clone();
    return async () => {
      for (const [i, address] of addresses.entries()) {
        const account = accounts[i];
        if (account) this.chain.setAccount(address, account.owner, account.data, account.lamports);
        else this.chain.bank.remove(address);
      }
      this.model = model;
      this.chain.bank.setMoment({ seconds: model.now, slot: model.slot });
    };
  }

  private raw(address: Address): Promise<Uint8Array | null> {
    return this.sender.data(address);
  }

  /** Recreates the associated account of `owner`. */
  reopenInstruction(owner: Person, mint: Mint, payer: Person): Instruction {
    return splToken.createAssociatedTokenAccountIdempotentInstruction(
      payer.publicKey,
      this.token(associated(owner.name, mint.name)),
      owner.publicKey,
      mint.address,
      mint.program,
    );
  }
}

/** Base units of a token account. */
const amountOf = (account: Uint8Array): bigint =>
  new DataView(account.buffer, account.byteOffset).getBigUint64(64, true);

const STATES = { market: ['Open', 'Proposed', 'Final', 'Void'], parlay: ['Open', 'Final', 'Void'] };
const RESULTS = ['Open', 'Won', 'Lost', 'Void'];
const TOTALS = 84;
/** Offset of the order key of a market's proposal. */
const ORDER_KEY = 182;
/** Offset of the terms. */
const TERMS = { market: 203, parlay: 190 };
/** Offset of a position's amount. */
const POSITION_AMOUNT = 8 + 1 + 32 + 32 + 1;

/** The mutable fields of a market's or parlay's account, read by layout. The terms are compared by their hash. */
function headOf(kind: 'market' | 'parlay', data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const u32 = (at: number): number => view.getUint32(at, true);
  const u64 = (at: number) => view.getBigUint64(at, true);
  const isMarket = kind === 'market';
  return {
    state: STATES[kind][view.getUint8(TOTALS - 1)],
    totals: Array.from({ length: 8 }, (_, i) => u64(TOTALS + 8 * i)).join(),
    owed: u64(148),
    openPositions: u64(156),
    fee: u64(164),
    paying: u64(172),
    refund: view.getUint8(180) === 1,
    proposed: isMarket ? `${view.getUint8(181)} ${u64(182)} ${u32(190)} ${u32(194)} ${view.getUint8(198)}` : '',
    parlays: isMarket ? view.getUint32(199, true) : 0,
    outcome: isMarket ? 0 : view.getUint8(181),
    results: isMarket ? '' : [...data.subarray(182, 190)].map((result) => RESULTS[result]).join(),
  };
}

function expectedHead(model: PoolModel): ReturnType<typeof headOf> {
  const common = {
    totals: model.totals.join(),
    owed: model.owed,
    openPositions: BigInt(model.positions.size),
    fee: model.fee,
    paying: model.paying(),
    refund: model.refund,
  };
  if (model instanceof ParlayModel) {
    const { state, outcome, results } = model;
    const padded = [...results, ...Array<string>(8 - results.length).fill('Open')].join();
    return { ...common, state, proposed: '', parlays: 0, outcome, results: padded };
  }
  if (!(model instanceof MarketModel)) throw new Error('neither market nor parlay');
  const { outcome, orderKey, since, void: isVoid } = model.proposal ?? NO_PROPOSAL;
  const { seconds, slot } = stored(since);
  const proposed = `${outcome} ${orderKey} ${seconds} ${slot} ${isVoid ? 1 : 0}`;
  return { ...common, state: model.state, proposed, parlays: model.parlays, outcome: 0, results: '' };
}

const NO_PROPOSAL = { outcome: 0, orderKey: 0n, since: { time: 0, slot: 0 }, void: false };

/** As accounts have it. */
const stored = ({ time, slot }: Instant): Moment => ({ seconds: time, slot: slot % 2 ** 32 });
