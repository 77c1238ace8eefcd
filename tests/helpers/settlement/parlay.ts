import { type Parlay, parlayAccount } from '../../../ts/sdk/program/account/parlay.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { parlayAddress, vaultAddress } from '../../../ts/sdk/program/address/settlement.js';
import { TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import { ACCOUNT_ROLE, type Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import { createParlay, settleParlay } from '../../../ts/sdk/program/settlement/instructions.js';
import type { ParlayLeg, ParlayTerms } from '../../../ts/sdk/program/wire/parlayTerms.js';
import { parlayTermsHash } from '../../../ts/sdk/program/wire/termsHash.js';
import { type Outcome, ok, type TestChain } from './chain.js';
import { KICK_OFF, type TestMarket } from './market.js';
import { type Addresses, TestPool } from './pool.js';
import { makeMint, makeTokenAccount } from './tokens.js';

const PROGRAM = LOCALNET_PROGRAM_IDS.settlement;

/** Outcomes of a parlay. */
export const YES = 0;
export const NO = 1;

export interface ParlayOptions extends Partial<Omit<ParlayTerms, 'legs'>> {
  readonly creator?: KeyPair;
  readonly id?: bigint;
  readonly tokenProgram?: Address;
  /** The outcomes that win the legs. Default: 0 for each. */
  readonly outcomes?: readonly number[];
  /** Overrides the terms taken from the markets. */
  readonly legs?: readonly ParlayLeg[];
}

let nextId = 1n;

/** A parlay under test: its addresses, and every instruction with its proper accounts or replacements. */
export class TestParlay extends TestPool {
  readonly address: Address;
  readonly vault: Address;
  readonly hash: Uint8Array;

  private constructor(
    readonly chain: TestChain,
    readonly markets: readonly TestMarket[],
    readonly terms: ParlayTerms,
    readonly creator: KeyPair,
    readonly id: bigint,
    readonly tokenProgram: Address,
  ) {
    super();
    this.address = parlayAddress(creator.address, id, PROGRAM).address;
    this.vault = vaultAddress(this.address, PROGRAM).address;
    this.hash = parlayTermsHash(terms);
  }

  /** The parlay, not created yet. Creates the mint and the fee account if none are given. */
  static plan(chain: TestChain, markets: readonly TestMarket[], options: ParlayOptions = {}): TestParlay {
    const {
      creator = chain.fundedKeypair(),
      id = nextId++,
      tokenProgram = TOKEN_PROGRAM_ID,
      outcomes = [],
      legs = markets.map(({ address, hash }, i) => ({ market: address, termsHash: hash, outcome: outcomes[i] ?? 0 })),
      ...given
    } = options;
    const mint = given.mint ?? makeMint(chain, { program: tokenProgram });
    const feeAccount =
      given.feeAccount ?? makeTokenAccount(chain, { mint, owner: creator.address, program: tokenProgram });
    const terms: ParlayTerms = {
      legs: [...legs],
      mint,
      feeAccount,
      feeBps: 250,
      minimumStake: 1n,
      maximumStake: 2n ** 62n,
      stakesClose: KICK_OFF,
      ...given,
    };
    return new TestParlay(chain, markets, terms, creator, id, tokenProgram);
  }

  static async create(
    chain: TestChain,
    markets: readonly TestMarket[],
    options: ParlayOptions = {},
  ): Promise<TestParlay> {
    const parlay = TestParlay.plan(chain, markets, options);
    ok(await parlay.create());
    return parlay;
  }

  /** A lookup table makes room for eight legs. */
  create(addresses: Addresses = {}, markets?: readonly Address[]): Promise<Outcome> {
    const instruction = this.createInstruction(addresses, markets);
    const looked = this.terms.legs.map(({ market }) => market);
    return this.chain.bank.sendThroughTable([instruction], [this.creator], looked);
  }

  /** `leg0`, `leg1` … in `addresses` replace the markets of the legs; `markets` replaces all of them. */
  createInstruction(addresses: Addresses = {}, markets?: readonly Address[]): Instruction {
    const standard = {
      creator: this.creator.address,
      parlay: this.address,
      vault: this.vault,
      mint: this.terms.mint,
      feeAccount: this.terms.feeAccount,
      tokenProgram: this.tokenProgram,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    const instruction = createParlay.build(PROGRAM, { ...standard, ...addresses }, { id: this.id, terms: this.terms });
    const legs = markets ?? this.terms.legs.map(({ market }, i) => addresses[`leg${i}`] ?? market);
    const legAccounts = legs.map((address) => ({ address, role: ACCOUNT_ROLE.writable }));
    return { ...instruction, accounts: [...instruction.accounts, ...legAccounts] };
  }

  /** Copies the result of leg `leg`. */
  settle(leg: number, addresses: Addresses = {}) {
    return this.chain.send([this.settleInstruction(leg, addresses)]);
  }

  settleInstruction(leg: number, addresses: Addresses = {}): Instruction {
    const market = this.terms.legs[leg]?.market ?? (this.terms.legs[0] as ParlayLeg).market;
    return settleParlay.build(PROGRAM, { parlay: this.address, market, ...addresses }, { leg });
  }

  async read(): Promise<Parlay> {
    const account = await this.chain.account(this.address);
    if (!account) throw new Error('there is no parlay');
    return parlayAccount.decode(account.data);
  }

  /** Results of the legs, as copied so far. */
  async results(): Promise<Parlay['results']> {
    return (await this.read()).results.slice(0, this.terms.legs.length);
  }
}
