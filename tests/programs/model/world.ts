import { createAssociatedTokenAccountIdempotentInstruction } from '@solana/spl-token';
import { type Keypair, PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY, type TransactionInstruction } from '@solana/web3.js';
import { Clock } from 'solana-bankrun';
import {
  LOCALNET_PROGRAM_IDS,
  type MarketTerms,
  marketAccount,
  marketAddress,
  positionAccount,
  positionAddress,
  scoresRootsAddress,
  settle,
  termsHash,
  vaultAddress,
} from '../../../ts/program/index.js';
import { TestChain } from '../../helpers/settlement/chain.js';
import { KICK_OFF } from '../../helpers/settlement/market.js';
import { putConfig } from '../../helpers/settlement/oracleConfig.js';
import {
  ataOf,
  makeMint,
  makeTokenAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../../helpers/settlement/tokens.js';
import { type Answer, aside, associated, type MarketModel, SettlementModel } from '../settlementModel.js';
import { Matches, type ProofChoice, SIGNER } from './match.js';
import { Sender } from './sender.js';

export const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;

/** What every user has of every mint when a round begins. */
export const STAKE_MONEY = 10n ** 13n;
const LAMPORTS = 10 ** 15;
const METADATA_POINTER = [18, new Uint8Array(64)] as const;

export const OPENING = KICK_OFF - 600;

export interface Mint {
  readonly name: string;
  readonly address: PublicKey;
  readonly program: PublicKey;
}

export interface Person {
  readonly name: string;
  readonly keypair: Keypair;
  readonly publicKey: PublicKey;
}

/** Where a market can be: the address of one creator and one id. */
export interface Place {
  readonly creator: Person;
  readonly id: bigint;
  readonly address: PublicKey;
  readonly vault: PublicKey;
  /** Of the market that is there, or was last. */
  terms: MarketTerms | null;
  hash: Uint8Array;
  /** Of the market that was there before. */
  olderHash: Uint8Array;
}

const COUNTS = { users: 5, creators: 2, feeOwners: 2, places: 6 };

/** One chain and the model of it. Addresses stay the same from round to round, so that nothing is derived twice. */
export class World {
  model = new SettlementModel();
  /** How often each action got each answer: `stake ok`, `stake 6212`. */
  readonly counts = new Map<string, number>();
  private readonly keys = new Map<string, PublicKey>();
  private readonly settles = new Map<string, TransactionInstruction>();
  private clock: Clock | null = null;
  actions = 0;

  private constructor(
    readonly chain: TestChain,
    readonly sender: Sender,
    readonly matches: Matches,
    readonly users: readonly Person[],
    readonly creators: readonly Person[],
    readonly feeOwners: readonly Person[],
    readonly freezer: Person,
    readonly mints: readonly Mint[],
    readonly places: readonly Place[],
  ) {}

  static async start(): Promise<World> {
    const chain = await TestChain.start(OPENING);
    const payer = chain.keypair();
    chain.setAccount(payer.publicKey, PublicKey.default, new Uint8Array(0), 10 ** 15);
    const people = (kind: string, count: number): Person[] =>
      Array.from({ length: count }, (_, i) => {
        const keypair = chain.keypair();
        return { name: `${kind}${i}`, keypair, publicKey: keypair.publicKey };
      });
    const [users, creators, feeOwners] = [
      people('user', COUNTS.users),
      people('creator', COUNTS.creators),
      people('feeOwner', COUNTS.feeOwners),
    ];
    const [freezer] = people('freezer', 1);
    if (!freezer) throw new Error('no freezer');
    const freezeAuthority = freezer.publicKey;
    const mints: Mint[] = [
      { name: 'spl', address: makeMint(chain, { freezeAuthority }), program: TOKEN_PROGRAM_ID },
      {
        name: 'new',
        address: makeMint(chain, {
          freezeAuthority,
          program: TOKEN_2022_PROGRAM_ID,
          extensions: [METADATA_POINTER],
        }),
        program: TOKEN_2022_PROGRAM_ID,
      },
    ];
    const places = Array.from({ length: COUNTS.places }, (_, i): Place => {
      const creator = creators[i % creators.length];
      if (!creator) throw new Error('no creator');
      const { address } = marketAddress(creator.publicKey, BigInt(i), PROGRAM);
      const vault = vaultAddress(address, PROGRAM).address;
      const none = new Uint8Array(32);
      return { creator, id: BigInt(i), address, vault, terms: null, hash: none, olderHash: none };
    });
    putConfig(chain, LOCALNET_PROGRAM_IDS.oracle, SIGNER);
    const matches = new Matches(chain, LOCALNET_PROGRAM_IDS.oracle);
    const sender = new Sender(chain.bank, payer);
    return new World(chain, sender, matches, users, creators, feeOwners, freezer, mints, places);
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

  private once(key: string, make: () => PublicKey): PublicKey {
    let made = this.keys.get(key);
    if (!made) {
      made = make();
      this.keys.set(key, made);
    }
    return made;
  }

  /** Address of a token account by its name in the model. */
  token(name: string): PublicKey {
    return this.once(name, () => {
      const [, owner = '', kind = '', mintName = ''] = /^(.+)([@+])(.+)$/.exec(name) ?? [];
      const mint = this.mint(mintName);
      if (kind === '+') return this.chain.address();
      return ataOf(this.person(owner).publicKey, mint.address, mint.program);
    });
  }

  position(place: Place, owner: Person, outcome: number): PublicKey {
    return this.once(
      `${place.id}/${owner.name}/${outcome}`,
      () => positionAddress(place.address, owner.publicKey, outcome, PROGRAM).address,
    );
  }

  /** Everything as it is before anything has happened. */
  async reset(): Promise<void> {
    const { chain } = this;
    for (const place of this.places) {
      for (const address of [place.address, place.vault]) chain.bank.remove(address);
      place.terms = null;
      place.hash = place.olderHash = new Uint8Array(32);
    }
    for (const [key, address] of this.keys) if (key.includes('/')) chain.bank.remove(address);
    for (const { publicKey } of [...this.users, ...this.creators, ...this.feeOwners, this.freezer])
      chain.setAccount(publicKey, PublicKey.default, new Uint8Array(0), LAMPORTS);
    this.model = new SettlementModel();
    for (const mint of this.mints) {
      for (const user of this.users) {
        this.putTokens(associated(user.name, mint.name), STAKE_MONEY);
        this.putTokens(aside(user.name, mint.name), 0n);
      }
      for (const owner of this.feeOwners) {
        this.putTokens(associated(owner.name, mint.name), 0n);
        this.putTokens(aside(owner.name, mint.name), 0n);
      }
    }
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

  async setTime(time: number): Promise<void> {
    const { context } = this.chain.bank;
    this.clock ??= await context.banksClient.getClock();
    const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch } = this.clock;
    context.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(time)));
    this.model.now = time;
  }

  /** The instructions that settle the market at `place` with this proof; made once for each pair. */
  settleInstructions(place: Place, choice: ProofChoice): TransactionInstruction[] {
    const key = `${place.id}/${JSON.stringify(choice)}`;
    const { proof, witness, signature, epochDay } = this.matches.proof(choice);
    let instruction = this.settles.get(key);
    if (!instruction) {
      const roots = this.once(
        `roots ${epochDay}`,
        () => scoresRootsAddress(epochDay, LOCALNET_PROGRAM_IDS.oracle).address,
      );
      const addresses = { market: place.address, roots, instructionsSysvar: SYSVAR_INSTRUCTIONS_PUBKEY };
      instruction = settle.build(PROGRAM, addresses, { proof, witness });
      this.settles.set(key, instruction);
    }
    return signature ? [signature, instruction] : [instruction];
  }

  remember(place: Place, terms: MarketTerms): void {
    place.terms = terms;
    place.olderHash = place.hash;
    place.hash = termsHash(terms);
  }

  /**
   * Sends what the model has just judged. Both must agree, and the market must be on the chain what it is in the model afterwards, whether
   * the transaction was accepted or not.
   */
  async attempt(
    action: string,
    place: Place | null,
    predicted: Answer,
    instructions: readonly TransactionInstruction[],
    signers: readonly Person[] = [],
  ): Promise<void> {
    const keypairs = signers.map(({ keypair }) => keypair);
    const { answer, logs } = await this.sender.send(instructions, keypairs);
    if (answer !== predicted)
      throw new Error(`${action}: the chain says ${answer}, the model ${predicted}\n${logs().join('\n')}`);
    this.count(action, predicted);
    if (place) await this.compare(place);
  }

  count(action: string, answer: Answer): void {
    const key = `${action} ${answer ?? 'ok'}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.actions++;
  }

  /** The market and vault on the chain against the model. */
  async compare(place: Place): Promise<void> {
    const model = this.model.market(Number(place.id));
    const [account, vault] = [await this.raw(place.address), await this.raw(place.vault)];
    if (!model) {
      if (account || vault) throw new Error(`market ${place.id} is there and should not be`);
      return;
    }
    if (!account || !vault) throw new Error(`market ${place.id} is not there`);
    const found = headOf(account);
    const expected = expectedHead(model);
    for (const [name, value] of Object.entries(expected)) {
      const actual = found[name as keyof typeof found];
      if (actual !== value)
        throw new Error(`market ${place.id}: ${name} is ${actual} on the chain, ${value} in the model`);
    }
    const held = new DataView(vault.buffer, vault.byteOffset).getBigUint64(64, true);
    if (held < found.owed) throw new Error(`market ${place.id}: the vault holds ${held} and owes ${found.owed}`);
    if (held !== model.held) throw new Error(`market ${place.id}: the vault holds ${held}, in the model ${model.held}`);
    if (model.shortfall() > 0n) throw new Error(`market ${place.id} would lack ${model.shortfall()} in some ending`);
    if (model.paid + model.swept + model.held !== model.received)
      throw new Error(`market ${place.id}: ${model.received} came in, ${model.paid} + ${model.swept} went out`);
  }

  /** A token account on the chain against the model. */
  async compareTokens(name: string): Promise<void> {
    const data = await this.raw(this.token(name));
    const model = this.model.accounts.get(name);
    const view = data && new DataView(data.buffer, data.byteOffset);
    // Amount at 64, state at 108: 2 is frozen.
    const found = view ? `${view.getBigUint64(64, true)}${view.getUint8(108) === 2 ? ' frozen' : ''}` : 'missing';
    const expected = model ? `${model.amount}${model.frozen ? ' frozen' : ''}` : 'missing';
    if (found !== expected) throw new Error(`token account ${name}: ${found} on the chain, ${expected} in the model`);
  }

  /** Everything on the chain against the model: every market with its terms, every position, every token account. */
  async compareAll(): Promise<void> {
    for (const [i, place] of this.places.entries()) {
      await this.compare(place);
      const market = this.model.market(i);
      const data = market && (await this.raw(place.address));
      if (data) {
        const { termsHash: hash, terms, creator, id } = marketAccount.decode(data);
        if (Buffer.compare(hash, place.hash) !== 0 || Buffer.compare(termsHash(terms), hash) !== 0)
          throw new Error(`market ${i}: other terms`);
        if (!creator.equals(place.creator.publicKey) || id !== place.id) throw new Error(`market ${i}: not here`);
      }
      for (const owner of this.users) {
        for (let outcome = 0; outcome < 8; outcome++) {
          const known = this.keys.get(`${place.id}/${owner.name}/${outcome}`);
          if (!known) continue;
          const position = await this.raw(known);
          const amount = position ? positionAccount.decode(position).amount : undefined;
          const expected = market?.positions.get(`${owner.name}/${outcome}`)?.amount;
          if (amount !== expected) throw new Error(`market ${i}, ${owner.name}/${outcome}: ${amount}, not ${expected}`);
        }
      }
    }
    for (const name of this.model.accounts.keys()) await this.compareTokens(name);
  }

  /** Nobody but the payer of the transactions has lost a lamport: every rent came back. */
  async compareLamports(): Promise<void> {
    for (const { name, publicKey } of [...this.users, ...this.creators]) {
      const lamports = (await this.chain.account(publicKey))?.lamports;
      if (lamports !== LAMPORTS) throw new Error(`${name} has ${lamports} lamports, not ${LAMPORTS}`);
    }
  }

  /** Everything that a transaction can change, to be put back. */
  async snapshot(): Promise<() => Promise<void>> {
    const addresses = [
      ...this.places.flatMap(({ address, vault }) => [address, vault]),
      ...this.keys.values(),
      ...[...this.users, ...this.creators, ...this.feeOwners, this.freezer].map(({ publicKey }) => publicKey),
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
      await this.setTime(model.now);
    };
  }

  async raw(address: PublicKey): Promise<Uint8Array | null> {
    const account = await this.chain.account(address);
    return account && account.data.length > 0 ? account.data : null;
  }

  /** Makes the associated account of `owner` again. */
  reopenInstruction(owner: Person, mint: Mint, payer: Person): TransactionInstruction {
    return createAssociatedTokenAccountIdempotentInstruction(
      payer.publicKey,
      this.token(associated(owner.name, mint.name)),
      owner.publicKey,
      mint.address,
      mint.program,
    );
  }
}

const STATES = ['Open', 'Proposed', 'Final', 'Void'];
const TOTALS = 84;

/** What changes in a market account, read where the layout has it; the full comparison decodes the whole account. */
function headOf(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const u64 = (at: number) => view.getBigUint64(at, true);
  return {
    state: STATES[view.getUint8(TOTALS - 1)],
    totals: Array.from({ length: 8 }, (_, i) => u64(TOTALS + 8 * i)).join(),
    owed: u64(148),
    openPositions: u64(156),
    fee: u64(164),
    paying: u64(172),
    refund: view.getUint8(180) === 1,
    proposed: `${view.getUint8(181)} ${u64(182)} ${view.getBigInt64(190, true)}`,
  };
}

function expectedHead(model: MarketModel): ReturnType<typeof headOf> {
  const { outcome, orderKey, since } = model.proposal ?? { outcome: 0, orderKey: 0n, since: 0 };
  return {
    state: model.state,
    totals: model.totals.join(),
    owed: model.owed,
    openPositions: BigInt(model.positions.size),
    fee: model.fee,
    paying: model.paying(),
    refund: model.refund,
    proposed: `${outcome} ${orderKey} ${since}`,
  };
}
