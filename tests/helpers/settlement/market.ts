import { ASSOCIATED_TOKEN_PROGRAM_ID } from '@solana/spl-token';
import {
  type Keypair,
  PublicKey,
  SYSVAR_INSTRUCTIONS_PUBKEY,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import type { NDimensionalStrategy, StatLeaf } from '../../../ts/format/index.js';
import { slotTimeOf } from '../../../ts/format/index.js';
import {
  claim,
  closeMarket,
  configAddress,
  createMarket,
  finalise,
  LOCALNET_PROGRAM_IDS,
  type Market,
  type MarketTerms,
  marketAccount,
  marketAddress,
  type Position,
  positionAccount,
  positionAddress,
  proposeVoid,
  type ScoreProof,
  scoreProofOf,
  scoresRootsAddress,
  settle,
  settleFromBuffer,
  stake,
  sweep,
  termsHash,
  vaultAddress,
  voidMarket,
} from '../../../ts/program/index.js';
import type { StatProof } from '../../../ts/proof/index.js';
import { type Outcome, ok, type TestChain } from './chain.js';
import { ataOf, makeMint, makeTokenAccount, TOKEN_PROGRAM_ID, tokenAmount } from './tokens.js';

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;
const DAY = 86_400;

/** 2026-09-21 12:00:00 UTC, s: when the matches of the tests begin and stakes close. */
export const KICK_OFF = 1_790_000_000 - (1_790_000_000 % DAY) + DAY / 2;
/** When the matches of the tests end, s. */
export const FULL_TIME = KICK_OFF + 6_900;
export const FIXTURE = 17_000_001;

export type Comparison = 'greaterThan' | 'lessThan' | 'equalTo';
const predicate = (comparison: Comparison, threshold: number) => ({ threshold, comparison: COMPARISONS[comparison] });
const COMPARISONS = { greaterThan: { greaterThan: {} }, lessThan: { lessThan: {} }, equalTo: { equalTo: {} } } as const;

type Discrete = NDimensionalStrategy['discretePredicates'][number];

/** Stat number `index` of the terms against a threshold. */
export const single = (index: number, comparison: Comparison, threshold: number): Discrete => ({
  single: { index, predicate: predicate(comparison, threshold) },
});

/** Sum or difference of two stats against a threshold. */
export const binary = (
  indexA: number,
  op: 'add' | 'subtract',
  indexB: number,
  comparison: Comparison,
  threshold: number,
): Discrete => ({
  binary: {
    indexA,
    indexB,
    op: op === 'add' ? { add: {} } : { subtract: {} },
    predicate: predicate(comparison, threshold),
  },
});

export const allOf = (...discretePredicates: Discrete[]): NDimensionalStrategy => ({
  geometricTargets: [],
  distancePredicate: null,
  discretePredicates,
});

/** Manhattan distance of stats to predictions, against a threshold. */
export const distance = (
  targets: readonly (readonly [statIndex: number, prediction: number])[],
  comparison: Comparison,
  threshold: number,
): NDimensionalStrategy => ({
  geometricTargets: targets.map(([statIndex, prediction]) => ({ statIndex, prediction })),
  distancePredicate: predicate(comparison, threshold),
  discretePredicates: [],
});

export const HOME_WINS = allOf(binary(0, 'subtract', 1, 'greaterThan', 0));
export const AWAY_WINS = allOf(binary(0, 'subtract', 1, 'lessThan', 0));

/** Home win or not, an hour's window, 2.5 % fee; whatever is not given. */
export function termsOf(given: Partial<MarketTerms> & Pick<MarketTerms, 'mint' | 'feeAccount'>): MarketTerms {
  const stakesClose = given.stakesClose ?? KICK_OFF;
  const earliest = given.earliest ?? stakesClose;
  const latest = given.latest ?? earliest + DAY;
  const challengeWindow = given.challengeWindow ?? 3_600;
  return {
    oracleProgram: LOCALNET_PROGRAM_IDS.oracle,
    signer: null,
    fixtureId: FIXTURE,
    sport: 1,
    statKeys: [1, 2],
    outcomes: [HOME_WINS],
    finality: 'Finalised',
    feeBps: 250,
    minimumStake: 1n,
    maximumStake: 2n ** 62n,
    abandonmentVoids: false,
    voidAfter: latest + challengeWindow + DAY,
    ...given,
    stakesClose,
    earliest,
    latest,
    challengeWindow,
  };
}

type Addresses = Record<string, PublicKey>;

/** A staker with a token account of the market's mint. */
export interface Staker {
  readonly keypair: Keypair;
  readonly publicKey: PublicKey;
  /** The associated token account. */
  readonly tokens: PublicKey;
}

export interface MarketOptions extends Partial<MarketTerms> {
  readonly creator?: Keypair;
  readonly id?: bigint;
  readonly tokenProgram?: PublicKey;
}

let nextId = 1n;

/** A market under test: its addresses, and every instruction with the accounts it should have, or others. */
export class TestMarket {
  readonly address: PublicKey;
  readonly vault: PublicKey;
  readonly hash: Uint8Array;

  private constructor(
    readonly chain: TestChain,
    readonly terms: MarketTerms,
    readonly creator: Keypair,
    readonly id: bigint,
    readonly tokenProgram: PublicKey,
  ) {
    this.address = marketAddress(creator.publicKey, id, PROGRAM).address;
    this.vault = vaultAddress(this.address, PROGRAM).address;
    this.hash = termsHash(terms);
  }

  /** The market, not created yet. Makes mint and fee account where none are given. */
  static plan(chain: TestChain, options: MarketOptions = {}): TestMarket {
    const { creator = chain.fundedKeypair(), id = nextId++, tokenProgram = TOKEN_PROGRAM_ID, ...given } = options;
    const mint = given.mint ?? makeMint(chain, { program: tokenProgram });
    const feeAccount =
      given.feeAccount ?? makeTokenAccount(chain, { mint, owner: creator.publicKey, program: tokenProgram });
    return new TestMarket(chain, termsOf({ ...given, mint, feeAccount }), creator, id, tokenProgram);
  }

  static async create(chain: TestChain, options: MarketOptions = {}): Promise<TestMarket> {
    const market = TestMarket.plan(chain, options);
    ok(await market.create());
    return market;
  }

  create(addresses: Addresses = {}): Promise<Outcome> {
    return this.chain.send([this.createInstruction(addresses)], [this.creator]);
  }

  createInstruction(addresses: Addresses = {}): TransactionInstruction {
    const standard = {
      creator: this.creator.publicKey,
      market: this.address,
      vault: this.vault,
      mint: this.terms.mint,
      feeAccount: this.terms.feeAccount,
      oracleConfig: configAddress(this.terms.oracleProgram).address,
      tokenProgram: this.tokenProgram,
      systemProgram: SystemProgram.programId,
    };
    return createMarket.build(PROGRAM, { ...standard, ...addresses }, { id: this.id, terms: this.terms });
  }

  /** A new staker with `amount` base units. */
  staker(amount = 1_000_000n): Staker {
    const keypair = this.chain.fundedKeypair();
    const { mint } = this.terms;
    const tokens = ataOf(keypair.publicKey, mint, this.tokenProgram);
    makeTokenAccount(this.chain, {
      mint,
      owner: keypair.publicKey,
      amount,
      program: this.tokenProgram,
      address: tokens,
    });
    return { keypair, publicKey: keypair.publicKey, tokens };
  }

  position(owner: PublicKey, outcome: number): PublicKey {
    return positionAddress(this.address, owner, outcome, PROGRAM).address;
  }

  stakeInstruction(
    staker: Staker,
    outcome: number,
    amount: bigint,
    addresses: Addresses = {},
    hash = this.hash,
  ): TransactionInstruction {
    const standard = {
      owner: staker.publicKey,
      market: this.address,
      position: this.position(staker.publicKey, outcome),
      vault: this.vault,
      mint: this.terms.mint,
      source: staker.tokens,
      tokenProgram: this.tokenProgram,
      systemProgram: SystemProgram.programId,
    };
    return stake.build(PROGRAM, { ...standard, ...addresses }, { outcome, amount, termsHash: hash });
  }

  stake(staker: Staker, outcome: number, amount: bigint, addresses: Addresses = {}, hash = this.hash) {
    return this.chain.send([this.stakeInstruction(staker, outcome, amount, addresses, hash)], [staker.keypair]);
  }

  settleInstruction(
    proof: StatProof | ScoreProof,
    witness: StatLeaf | null = null,
    addresses: Addresses = {},
  ): TransactionInstruction {
    const content = proof.kind === 'stat' ? scoreProofOf(proof) : proof;
    return settle.build(PROGRAM, { ...this.proofAccounts(content), ...addresses }, { proof: content, witness });
  }

  /** What an instruction with this proof names. */
  private proofAccounts(proof: ScoreProof) {
    let roots = PublicKey.default;
    try {
      const { minTimestamp } = proof.kind === 'Compact' ? proof : proof.fixtureSummary.updateStats;
      const { epochDay } = slotTimeOf(minTimestamp);
      roots = scoresRootsAddress(epochDay, this.terms.oracleProgram).address;
    } catch {
      // A time without a day has no roots account; any will do.
    }
    return { market: this.address, roots, instructionsSysvar: SYSVAR_INSTRUCTIONS_PUBKEY };
  }

  settle(proof: StatProof | ScoreProof, witness: StatLeaf | null = null, addresses: Addresses = {}) {
    return this.chain.send([this.settleInstruction(proof, witness, addresses)]);
  }

  proposeVoidInstruction(proof: StatProof | ScoreProof, addresses: Addresses = {}): TransactionInstruction {
    const content = proof.kind === 'stat' ? scoreProofOf(proof) : proof;
    return proposeVoid.build(PROGRAM, { ...this.proofAccounts(content), ...addresses }, { proof: content });
  }

  proposeVoid(proof: StatProof | ScoreProof, addresses: Addresses = {}) {
    return this.chain.send([this.proposeVoidInstruction(proof, addresses)]);
  }

  /** @param proof What the buffer holds: it says which day's roots are needed. */
  settleFromBufferInstruction(buffer: PublicKey, proof: StatProof | ScoreProof, addresses: Addresses = {}) {
    const content = proof.kind === 'stat' ? scoreProofOf(proof) : proof;
    return settleFromBuffer.build(PROGRAM, { ...this.proofAccounts(content), buffer, ...addresses }, {});
  }

  settleFromBuffer(buffer: PublicKey, proof: StatProof | ScoreProof, addresses: Addresses = {}) {
    return this.chain.send([this.settleFromBufferInstruction(buffer, proof, addresses)]);
  }

  finalise(addresses: Addresses = {}) {
    const standard = { market: this.address, vault: this.vault };
    return this.chain.send([finalise.build(PROGRAM, { ...standard, ...addresses }, {})]);
  }

  void(addresses: Addresses = {}) {
    const standard = { market: this.address, vault: this.vault };
    return this.chain.send([voidMarket.build(PROGRAM, { ...standard, ...addresses }, {})]);
  }

  claimInstruction(owner: PublicKey, outcome: number, addresses: Addresses = {}): TransactionInstruction {
    const standard = {
      market: this.address,
      position: this.position(owner, outcome),
      owner,
      vault: this.vault,
      mint: this.terms.mint,
      destination: ataOf(owner, this.terms.mint, this.tokenProgram),
      payer: this.chain.payer.publicKey,
      tokenProgram: this.tokenProgram,
      associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
      systemProgram: SystemProgram.programId,
    };
    return claim.build(PROGRAM, { ...standard, ...addresses }, {});
  }

  /** Sent by a stranger unless the owner's key pair is among the signers. */
  claim(owner: PublicKey, outcome: number, addresses: Addresses = {}, signers: Keypair[] = []) {
    const instruction = this.claimInstruction(owner, outcome, addresses);
    // The owner's signature is optional: the layout does not ask for it.
    for (const key of instruction.keys) {
      if (signers.some(({ publicKey }) => publicKey.equals(key.pubkey))) key.isSigner = true;
    }
    return this.chain.send([instruction], signers);
  }

  sweep(addresses: Addresses = {}) {
    const standard = {
      market: this.address,
      vault: this.vault,
      mint: this.terms.mint,
      feeAccount: this.terms.feeAccount,
      tokenProgram: this.tokenProgram,
    };
    return this.chain.send([sweep.build(PROGRAM, { ...standard, ...addresses }, {})]);
  }

  close(addresses: Addresses = {}, signers: Keypair[] = [this.creator]) {
    const standard = {
      creator: this.creator.publicKey,
      market: this.address,
      vault: this.vault,
      mint: this.terms.mint,
      feeAccount: this.terms.feeAccount,
      tokenProgram: this.tokenProgram,
    };
    return this.chain.send([closeMarket.build(PROGRAM, { ...standard, ...addresses }, {})], signers);
  }

  async read(): Promise<Market> {
    const account = await this.chain.account(this.address);
    if (!account) throw new Error('there is no market');
    return marketAccount.decode(account.data);
  }

  /** Writes the market account past the program: for states that the instructions here do not reach. */
  async overwrite(change: Partial<Market>): Promise<void> {
    const account = await this.chain.account(this.address);
    if (!account) throw new Error('there is no market');
    const market = { ...marketAccount.decode(account.data), ...change };
    this.chain.setAccount(this.address, PROGRAM, marketAccount.encode(market), account.lamports);
  }

  async readPosition(owner: PublicKey, outcome: number): Promise<Position | null> {
    const account = await this.chain.account(this.position(owner, outcome));
    return account && account.data.length > 0 ? positionAccount.decode(account.data) : null;
  }

  async held(): Promise<bigint> {
    const amount = await tokenAmount(this.chain, this.vault);
    if (amount === null) throw new Error('there is no vault');
    return amount;
  }
}
