import { slotTimeOf } from '../../../ts/sdk/format/slotTime.js';
import type { StatLeaf } from '../../../ts/sdk/format/statValidationInput.js';
import type { NDimensionalStrategy } from '../../../ts/sdk/format/strategy.js';
import { type Market, marketAccount } from '../../../ts/sdk/program/account/market.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { attestationAddress, configAddress, scoresRootsAddress } from '../../../ts/sdk/program/address/oracle.js';
import { INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../../../ts/sdk/program/address/runtime.js';
import { marketAddress, vaultAddress } from '../../../ts/sdk/program/address/settlement.js';
import { TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { withReadonly } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { scoreProofOf } from '../../../ts/sdk/program/proof/scoreProofOf.js';
import { withAttesterSet } from '../../../ts/sdk/program/settlement/createMarketInstruction.js';
import {
  createMarket,
  createMarketFromBuffer,
  finalise,
  proposeVoid,
  settle,
  settleFromBuffer,
} from '../../../ts/sdk/program/settlement/instructions.js';
import type { ScoreProof } from '../../../ts/sdk/program/wire/scoreProof.js';
import type { MarketTerms } from '../../../ts/sdk/program/wire/terms.js';
import { termsHash } from '../../../ts/sdk/program/wire/termsHash.js';
import type { StatProof } from '../../../ts/sdk/proof/proof.js';
import { type Outcome, ok, type TestChain } from './chain.js';
import { type Addresses, TestPool } from './pool.js';
import { makeMint, makeTokenAccount } from './tokens.js';

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;
const DAY = 86_400;

/** 2026-09-21 12:00:00 UTC, s: kick-off of the test matches, when stakes close. */
export const KICK_OFF = 1_790_000_000 - (1_790_000_000 % DAY) + DAY / 2;
/** End of the test matches, s. */
export const FULL_TIME = KICK_OFF + 6_900;
export const FIXTURE = 17_000_001;

export type Comparison = 'greaterThan' | 'lessThan' | 'equalTo';
const predicate = (comparison: Comparison, threshold: number) => ({ threshold, comparison: COMPARISONS[comparison] });
const COMPARISONS = { greaterThan: { greaterThan: {} }, lessThan: { lessThan: {} }, equalTo: { equalTo: {} } } as const;

type Discrete = NDimensionalStrategy['discretePredicates'][number];

/** Compares stat number `index` of the terms with a threshold. */
export const single = (index: number, comparison: Comparison, threshold: number): Discrete => ({
  single: { index, predicate: predicate(comparison, threshold) },
});

/** Compares the sum or difference of two stats with a threshold. */
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

/** Compares the Manhattan distance between stats and predictions, by their indices, with a threshold. */
export const distance = (
  predictions: Readonly<Record<number, number>> | readonly (readonly [statIndex: number, prediction: number])[],
  comparison: Comparison,
  threshold: number,
): NDimensionalStrategy => ({
  geometricTargets: (Array.isArray(predictions) ? predictions : Object.entries(predictions)).map(
    ([statIndex, prediction]) => ({ statIndex: Number(statIndex), prediction }),
  ),
  distancePredicate: predicate(comparison, threshold),
  discretePredicates: [],
});

export const HOME_WINS = allOf(binary(0, 'subtract', 1, 'greaterThan', 0));
export const AWAY_WINS = allOf(binary(0, 'subtract', 1, 'lessThan', 0));

/** Defaults: home win or not, a window of an hour, a fee of 2.5 %. */
export function termsOf(given: Partial<MarketTerms> & Pick<MarketTerms, 'mint' | 'feeAccount'>): MarketTerms {
  const stakesClose = given.stakesClose ?? KICK_OFF;
  const earliest = given.earliest ?? stakesClose;
  const latest = given.latest ?? earliest + DAY;
  const challengeWindow = given.challengeWindow ?? 3_600;
  return {
    oracleProgram: LOCALNET_PROGRAM_IDS.oracle,
    splits: null,
    sources: [],
    agree: 1,
    signer: null,
    attesters: null,
    fixtureId: FIXTURE,
    sport: 'soccer',
    statKeys: [1, 2],
    outcomes: [HOME_WINS],
    finality: 'finalised',
    feeBps: 250,
    minimumStake: 1n,
    maximumStake: 2n ** 62n,
    maximumPool: 0n,
    abandonmentVoids: false,
    resultsSettle: true,
    voidAfter: latest + challengeWindow + DAY,
    ...given,
    stakesClose,
    earliest,
    latest,
    challengeWindow,
  };
}

export type { Staker } from './pool.js';

export interface MarketOptions extends Partial<MarketTerms> {
  readonly creator?: KeyPair;
  readonly id?: bigint;
  readonly tokenProgram?: Address;
}

let nextId = 1n;

/** A market under test: its addresses, and every instruction with its proper accounts or replacements. */
export class TestMarket extends TestPool {
  readonly address: Address;
  readonly vault: Address;
  readonly hash: Uint8Array;

  private constructor(
    readonly chain: TestChain,
    readonly terms: MarketTerms,
    readonly creator: KeyPair,
    readonly id: bigint,
    readonly tokenProgram: Address,
  ) {
    super();
    this.address = marketAddress(creator.address, id, PROGRAM).address;
    this.vault = vaultAddress(this.address, PROGRAM).address;
    this.hash = termsHash(terms);
  }

  /** The market, not created yet. Creates the mint and the fee account if none are given. */
  static plan(chain: TestChain, options: MarketOptions = {}): TestMarket {
    const { creator = chain.fundedKeypair(), id = nextId++, tokenProgram = TOKEN_PROGRAM_ID, ...given } = options;
    const mint = given.mint ?? makeMint(chain, { program: tokenProgram });
    const feeAccount =
      given.feeAccount ?? makeTokenAccount(chain, { mint, owner: creator.address, program: tokenProgram });
    return new TestMarket(chain, termsOf({ ...given, mint, feeAccount }), creator, id, tokenProgram);
  }

  static async create(chain: TestChain, options: MarketOptions = {}): Promise<TestMarket> {
    const market = TestMarket.plan(chain, options);
    ok(await market.create());
    return market;
  }

  /** A market created a day before the start. Then sets the chain's clock to `now` (s), when it can be settled. */
  static async settleable(chain: TestChain, options: MarketOptions = {}, now = FULL_TIME): Promise<TestMarket> {
    await chain.setTime(KICK_OFF - DAY);
    const market = await TestMarket.create(chain, options);
    await chain.setTime(now);
    return market;
  }

  create(addresses: Addresses = {}): Promise<Outcome> {
    return this.chain.send([this.createInstruction(addresses)], [this.creator]);
  }

  createInstruction(addresses: Addresses = {}): Instruction {
    const accounts = { ...this.creationAccounts(), ...addresses };
    return withAttesterSet(this.terms, createMarket.build(PROGRAM, accounts, { id: this.id, terms: this.terms }));
  }

  createFromBufferInstruction(buffer: Address, addresses: Addresses = {}): Instruction {
    const accounts = { ...this.creationAccounts(), buffer, ...addresses };
    return withAttesterSet(this.terms, createMarketFromBuffer.build(PROGRAM, accounts, { id: this.id }));
  }

  /** @param buffer Belongs to the creator and holds the Borsh bytes of the terms. */
  createFromBuffer(buffer: Address, addresses: Addresses = {}): Promise<Outcome> {
    return this.chain.send([this.createFromBufferInstruction(buffer, addresses)], [this.creator]);
  }

  private creationAccounts() {
    return {
      creator: this.creator.address,
      market: this.address,
      vault: this.vault,
      mint: this.terms.mint,
      feeAccount: this.terms.feeAccount,
      oracleConfig: configAddress(this.terms.oracleProgram).address,
      tokenProgram: this.tokenProgram,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
  }

  settleInstruction(
    proof: StatProof | ScoreProof,
    witness: StatLeaf | null = null,
    addresses: Addresses = {},
  ): Instruction {
    const content = proof.kind === 'stat' ? scoreProofOf(proof) : proof;
    const built = settle.build(PROGRAM, { ...this.proofAccounts(content), ...addresses }, { proof: content, witness });
    return this.attested(built, content);
  }

  /** The accounts that an instruction with this proof names. */
  private proofAccounts(proof: ScoreProof) {
    let roots = ZERO_ADDRESS;
    try {
      const { minTimestamp } = proof.kind === 'Compact' ? proof : proof.fixtureSummary.updateStats;
      const { epochDay } = slotTimeOf(minTimestamp);
      roots = scoresRootsAddress(epochDay, this.terms.oracleProgram).address;
    } catch {
      // A time outside every day has no roots account, so any will do.
    }
    return { market: this.address, roots, instructionsSysvar: INSTRUCTIONS_SYSVAR };
  }

  /** The instruction with the attestation of the proof's day, if the terms name attesters. */
  private attested(instruction: Instruction, proof: ScoreProof): Instruction {
    const { attesters, oracleProgram } = this.terms;
    if (attesters === null) return instruction;
    const { minTimestamp } = proof.kind === 'Compact' ? proof : proof.fixtureSummary.updateStats;
    const { epochDay } = slotTimeOf(minTimestamp);
    return withReadonly(instruction, attestationAddress(attesters.set, 'scores', epochDay, oracleProgram).address);
  }

  settle(proof: StatProof | ScoreProof, witness: StatLeaf | null = null, addresses: Addresses = {}) {
    return this.chain.send([this.settleInstruction(proof, witness, addresses)]);
  }

  proposeVoidInstruction(proof: StatProof | ScoreProof, addresses: Addresses = {}): Instruction {
    const content = proof.kind === 'stat' ? scoreProofOf(proof) : proof;
    return proposeVoid.build(PROGRAM, { ...this.proofAccounts(content), ...addresses }, { proof: content });
  }

  proposeVoid(proof: StatProof | ScoreProof, addresses: Addresses = {}) {
    return this.chain.send([this.proposeVoidInstruction(proof, addresses)]);
  }

  /** @param proof The buffer's content. It determines which day's roots are needed. */
  settleFromBufferInstruction(buffer: Address, proof: StatProof | ScoreProof, addresses: Addresses = {}) {
    const content = proof.kind === 'stat' ? scoreProofOf(proof) : proof;
    return settleFromBuffer.build(PROGRAM, { ...this.proofAccounts(content), buffer, ...addresses }, {});
  }

  settleFromBuffer(buffer: Address, proof: StatProof | ScoreProof, addresses: Addresses = {}) {
    return this.chain.send([this.settleFromBufferInstruction(buffer, proof, addresses)]);
  }

  finalise(addresses: Addresses = {}) {
    const standard = { market: this.address, vault: this.vault };
    return this.chain.send([finalise.build(PROGRAM, { ...standard, ...addresses }, {})]);
  }

  async read(): Promise<Market> {
    const account = await this.chain.account(this.address);
    if (!account) throw new Error('there is no market');
    return marketAccount.decode(account.data);
  }

  /** Writes another layout version, which nothing here decodes any more. */
  async setVersion(version: number): Promise<void> {
    const account = await this.chain.account(this.address);
    if (!account) throw new Error('there is no market');
    const data = Uint8Array.from(account.data).fill(version, 8, 9);
    this.chain.setAccount(this.address, PROGRAM, data, account.lamports);
  }

  /** Writes the market account directly, for states that these instructions do not reach. */
  async overwrite(change: Partial<Market>): Promise<void> {
    const account = await this.chain.account(this.address);
    if (!account) throw new Error('there is no market');
    const market = { ...marketAccount.decode(account.data), ...change };
    this.chain.setAccount(this.address, PROGRAM, marketAccount.encode(market), account.lamports);
  }
}
