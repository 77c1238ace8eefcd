import fc from 'fast-check';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import type { InstructionKey } from '../../ts/sdk/program/instructions.js';
import { COMPARISONS, OPERATORS } from '../../ts/sdk/proof/signs.js';

// Arbitrary arguments of every instruction, over the whole range of every type.

const u8 = fc.integer({ min: 0, max: 255 });
const u16 = fc.integer({ min: 0, max: 65_535 });
const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const i16 = fc.integer({ min: -32_768, max: 32_767 });
const i32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const i64 = fc.maxSafeInteger();
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const key = hash.map((bytes) => addressOf(bytes));
const raw = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const verified = fc.record({ key, signature: raw(64), message: hash });
const text = fc.string({ unit: 'binary', maxLength: 12 });
const maybe = <T>(inner: fc.Arbitrary<T>) => fc.option(inner, { nil: null });
const list = <T>(inner: fc.Arbitrary<T>, maxLength = 5) => fc.array(inner, { maxLength });

const path = list(fc.record({ hash, isRightSibling: fc.boolean() }), 8);
const stat = fc.record({ key: u32, value: i32, period: i32 });
const statLeaf = fc.record({ stat, statProof: path });
const statTerm = fc.record({ statToProve: stat, eventStatRoot: hash, statProof: path });
const scoresSummary = fc.record({
  fixtureId: i64,
  updateStats: fc.record({ updateCount: i32, minTimestamp: i64, maxTimestamp: i64 }),
  eventsSubTreeRoot: hash,
});
const updateStats = fc.record({ updateCount: u32, minTimestamp: i64, maxTimestamp: i64 });
const comparison = fc.constantFrom(...Object.values(COMPARISONS));
const predicate = fc.record({ threshold: i32, comparison });
const op = fc.constantFrom(...Object.values(OPERATORS));
const strategy = fc.record({
  geometricTargets: list(fc.record({ statIndex: u8, prediction: i32 })),
  distancePredicate: maybe(predicate),
  discretePredicates: list(
    fc.oneof(
      fc.record({ single: fc.record({ index: u8, predicate }) }),
      fc.record({ binary: fc.record({ indexA: u8, indexB: u8, op, predicate }) }),
    ),
  ),
});
const parts = { ts: i64, fixtureSummary: scoresSummary, fixtureProof: path, mainTreeProof: path, eventStatRoot: hash };
const single = { ...parts, stats: list(statLeaf) };
const multi = { ...parts, leaves: list(statLeaf), multiproofHashes: path, leafIndices: list(u32) };
const compactFields = {
  updateCount: u32,
  minTimestamp: i64,
  maxTimestamp: i64,
  updateIndex: u32,
  fixtureSiblings: list(hash),
  mainIndex: u32,
  mainSiblings: list(hash),
  period: i32,
  values: list(i32),
  absent: u8,
  zeroMap: maybe(hash),
  witness: maybe(fc.record({ key: u32, value: i32 })),
  leafIndices: list(u32),
  hashes: list(hash),
  eventStatRoot: maybe(hash),
};
const withPaths = [
  fc.record({ kind: fc.constant('V2'), ...single }),
  fc.record({ kind: fc.constantFrom('V3', 'V4'), ...multi }),
] as const;
const scoreProof = fc.oneof(...withPaths, fc.record({ kind: fc.constant('Compact'), ...compactFields }));
const resultProof = fc.oneof(
  ...withPaths,
  fc.record({ kind: fc.constant('Compact'), statKeys: list(u32), proof: fc.record(compactFields) }),
);
const finality = fc.constantFrom(
  'finalised' as const,
  'regular-time' as const,
  'half-time' as const,
  'signed-final' as const,
);
const attesters = maybe(fc.record({ set: key, least: u8 }));
const subject = { fixtureId: i64, sport: fc.constantFrom(...SPORTS), finality, attesters };
const odds = fc.record({
  ts: i64,
  oddsSnapshot: fc.record({
    fixtureId: i64,
    messageId: text,
    ts: i64,
    bookmaker: text,
    bookmakerId: i32,
    superOddsType: text,
    gameState: maybe(text),
    inRunning: fc.boolean(),
    marketParameters: maybe(text),
    marketPeriod: maybe(text),
    priceNames: list(text),
    prices: list(i32),
  }),
  summary: fc.record({ fixtureId: i64, updateStats, oddsSubTreeRoot: hash }),
  subTreeProof: path,
  mainTreeProof: path,
});
const slotRoot = { epochDay: u16, hourOfDay: u8, minuteOfHour: u8, root: hash };
const rows = fc.record({
  rows: list(
    fc.record({
      rowId: u16,
      pricePerWeekToken: u64,
      samplingIntervalSec: u32,
      leagueBundleId: i16,
      marketBundleId: i16,
    }),
  ),
});
const nothing = fc.constant({});

/** Terms of a market that decode but may be refused. */
export const marketTerms = fc.record({
  oracleProgram: key,
  splits: maybe(list(list(fc.constantFrom('Lose', 'HalfLose', 'Push', 'HalfWin', 'Win')))),
  sources: list(
    fc.record({
      oracleProgram: key,
      fixtureId: i64,
      swapped: fc.boolean(),
      attesters: maybe(fc.record({ set: key, least: u8 })),
    }),
    2,
  ),
  agree: u8,
  signer: maybe(hash),
  attesters,
  fixtureId: i64,
  sport: fc.constantFrom(...SPORTS),
  statKeys: list(u32),
  outcomes: list(strategy, 3),
  finality,
  challengeWindow: u32,
  stakesClose: i64,
  earliest: i64,
  latest: i64,
  voidAfter: i64,
  mint: key,
  feeBps: u16,
  feeAccount: key,
  minimumStake: u64,
  maximumStake: u64,
  maximumPool: u64,
  abandonmentVoids: fc.boolean(),
  resultsSettle: fc.boolean(),
});

/** Terms of a parlay that decode but may be refused. */
export const parlayTerms = fc.record({
  legs: list(fc.record({ market: key, termsHash: hash, outcome: u8 }), 8),
  mint: key,
  feeBps: u16,
  feeAccount: key,
  minimumStake: u64,
  maximumStake: u64,
  stakesClose: i64,
});

export const INSTRUCTION_ARGUMENTS: Readonly<Record<InstructionKey, fc.Arbitrary<object>>> = {
  createMarketFromBuffer: fc.record({ id: u64 }),
  validateStat: fc.record({
    ts: i64,
    fixtureSummary: scoresSummary,
    fixtureProof: path,
    mainTreeProof: path,
    predicate,
    statA: statTerm,
    statB: maybe(statTerm),
    op: maybe(op),
  }),
  validateStatV2: fc.record({ payload: fc.record(single), strategy }),
  validateStatV3: fc.record({ payload: fc.record(multi), strategy }),
  validateStatV4: fc.record({ payload: fc.record(multi), strategy }),
  validateOdds: odds,
  validateOddsV4: fc.record({ payload: odds }),
  verifySignature: verified,
  validateFixture: fc.record({
    snapshot: fc.record({
      ts: i64,
      startTime: i64,
      competition: text,
      competitionId: i32,
      fixtureGroupId: i32,
      participant1Id: i32,
      participant1: text,
      participant2Id: i32,
      participant2: text,
      fixtureId: i64,
      participant1IsHome: fc.boolean(),
    }),
    summary: fc.record({ fixtureId: i64, competitionId: i32, competition: text, updateStats, updateSubTreeRoot: hash }),
    subTreeProof: path,
    mainTreeProof: path,
  }),
  validateFixtureBatch: fc.record({
    index: u8,
    metadata: fc.record({
      totalUpdateCount: i32,
      numUniqueFixtures: i32,
      overallBatchStartTs: i64,
      overallBatchEndTs: i64,
    }),
    proof: path,
  }),
  insertScoresRoot: fc.record(slotRoot),
  insertBatchRoot: fc.record({ ...slotRoot, accountBump: u8 }),
  insertFixturesRoot: fc.record({ epochDay: u16, index: u64, root: hash }),
  initializePricingMatrix: rows,
  updatePricingMatrix: rows,
  closePricingMatrix: nothing,
  subscribe: fc.record({ serviceLevelId: u16, weeks: u8 }),
  initializeTreasuryV2: nothing,
  initializeUsdtTreasury: nothing,
  purchaseSubscriptionTokenUsdt: fc.record({ txlineAmount: u64 }),
  withdrawUsdt: fc.record({ amount: u64 }),
  purchaseValidationCredits: fc.record({ hundreds: u32 }),
  giftValidationCredits: fc.record({ hundreds: u32 }),
  requestDevnetFaucet: nothing,
  initializeConfig: fc.record({
    parameters: fc.record({
      admin: key,
      publisher: key,
      backendAdmin: key,
      oracleKey: hash,
      nextOracleKey: hash,
      serviceMint: key,
      stablecoinMint: key,
      creditPackPrice: u64,
      lateAfter: u32,
    }),
  }),
  updateConfig: fc.record({
    update: fc.record({
      publisher: maybe(key),
      backendAdmin: maybe(key),
      oracleKey: maybe(hash),
      nextOracleKey: maybe(hash),
      serviceMint: maybe(key),
      stablecoinMint: maybe(key),
      creditPackPrice: maybe(u64),
      lateAfter: maybe(u32),
    }),
  }),
  proposeAdmin: fc.record({ newAdmin: key }),
  acceptAdmin: nothing,
  attest: fc.record({ kind: u8, period: u16, entries: list(fc.record({ slot: u16, root: hash })) }),
  createAttesterSet: fc.record({ id: u64, keys: list(key) }),
  closeAttestation: nothing,
  createMarket: fc.record({ id: u64, terms: marketTerms }),
  stake: fc.record({ outcome: u8, amount: u64, termsHash: hash }),
  settle: fc.record({
    proof: scoreProof,
    witness: maybe(statLeaf),
  }),
  proposeVoid: fc.record({ proof: scoreProof }),
  settleFromBuffer: nothing,
  bufferCreate: fc.record({ id: u64, length: u32, sha256: hash }),
  bufferWrite: fc.record({ offset: u32, bytes: fc.uint8Array({ maxLength: 40 }) }),
  bufferClose: nothing,
  finalise: nothing,
  voidPool: nothing,
  claim: nothing,
  sweep: nothing,
  closePool: nothing,
  createParlay: fc.record({ id: u64, terms: parlayTerms }),
  settleParlay: fc.record({ leg: u8 }),
  postResult: fc.record({ ...subject, proof: resultProof, witness: maybe(statLeaf) }),
  postResultFromBuffer: fc.record(subject),
  settleMany: nothing,
  finaliseMany: nothing,
  closeResult: nothing,
  verifySigner: verified,
};
