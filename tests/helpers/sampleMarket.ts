import type { Market } from '../../ts/sdk/program/account/market.js';
import type { MatchResult } from '../../ts/sdk/program/account/matchResult.js';
import type { Parlay } from '../../ts/sdk/program/account/parlay.js';
import { POOL_VERSION } from '../../ts/sdk/program/account/pool.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { StakeDeployment } from '../../ts/sdk/program/settlement/rules/checkStakeTrust.js';
import type { ParlayTerms } from '../../ts/sdk/program/wire/parlayTerms.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { parlayTermsHash, termsHash } from '../../ts/sdk/program/wire/termsHash.js';
import { momentAt } from './moments.js';
import { FINAL, TS } from './sampleSlot.js';

export const key = (n: number) => addressOf(new Uint8Array(32).fill(n));

/** Terms of a market that the final record of the simulated slot settles, for its first outcome. */
export const TERMS: MarketTerms = {
  oracleProgram: LOCALNET_PROGRAM_IDS.oracle,
  splits: null,
  sources: [],
  agree: 1,
  signer: null,
  attesters: null,
  fixtureId: FINAL.fixtureId,
  sport: 'soccer',
  statKeys: [...FINAL.keys],
  outcomes: [{ geometricTargets: [], distancePredicate: null, discretePredicates: [] }],
  finality: 'finalised',
  challengeWindow: 3_600,
  stakesClose: Math.floor(TS / 1000),
  earliest: Math.floor(TS / 1000),
  latest: Math.floor(TS / 1000) + 100_000,
  voidAfter: Math.floor(TS / 1000) + 300_000,
  mint: key(1),
  feeBps: 100,
  feeAccount: key(2),
  minimumStake: 1n,
  maximumStake: 2n ** 64n - 1n,
  maximumPool: 0n,
  abandonmentVoids: true,
  resultsSettle: true,
};

/** What a builder reads from the account of a market with these terms. */
export const marketWith = (terms: MarketTerms): Market => ({ terms, termsHash: termsHash(terms), owed: 0n }) as Market;

/** The account of an open market with these terms, nothing staked. */
export const openMarket = (terms: MarketTerms, about: Partial<Market> = {}): Market => ({
  version: POOL_VERSION,
  bump: 255,
  vaultBump: 255,
  creator: ZERO_ADDRESS,
  id: 1n,
  termsHash: termsHash(terms),
  state: 'Open',
  totals: Array.from({ length: 8 }, () => 0n),
  owed: 0n,
  openPositions: 0n,
  fee: 0n,
  paying: 0n,
  refund: false,
  proposal: { outcome: 0, orderKey: 0n, since: momentAt(0), void: false },
  parlays: 0,
  terms,
  ...about,
});

/** When the match of the market below begins: five minutes after stakes close. Unix s. */
export const KICK_OFF = TERMS.stakesClose + 300;

/** The same market as a staker wants it: results count from when the match can be over. */
export const STAKED: MarketTerms = { ...TERMS, earliest: KICK_OFF + 95 * 60 };

/** What a staker wants of the two programs: a bound for late roots, and nobody who can replace them. */
export const DEPLOYED: StakeDeployment = {
  oracle: LOCALNET_PROGRAM_IDS.oracle,
  lateAfter: 21_600,
  upgradeAuthorities: [],
};

/** A parlay whose legs are two such markets. */
export const LEGS: readonly MarketTerms[] = [STAKED, { ...STAKED, fixtureId: 9_000_002 }];
export const PARLAY: ParlayTerms = {
  legs: LEGS.map((leg, i) => ({ market: key(10 + i), termsHash: termsHash(leg), outcome: 0 })),
  mint: TERMS.mint,
  feeBps: 100,
  feeAccount: key(3),
  minimumStake: 1n,
  maximumStake: 2n ** 64n - 1n,
  stakesClose: TERMS.stakesClose,
};
export const PARLAY_ACCOUNT = { terms: PARLAY, termsHash: parlayTermsHash(PARLAY), owed: 0n } as Parlay;

/** A result of the match that these terms are about, without facts. */
export const resultOf = (terms: MarketTerms, about: Partial<MatchResult> = {}): MatchResult => ({
  version: POOL_VERSION,
  bump: 255,
  payer: ZERO_ADDRESS,
  oracleProgram: terms.oracleProgram,
  fixtureId: terms.fixtureId,
  sport: terms.sport,
  finality: terms.finality,
  attesters: terms.attesters,
  orderKey: 7n,
  minTimestamp: terms.earliest * 1_000,
  maxTimestamp: terms.earliest * 1_000,
  eventNode: new Uint8Array(32),
  period: 100,
  contradicted: false,
  facts: [],
  ...about,
});
