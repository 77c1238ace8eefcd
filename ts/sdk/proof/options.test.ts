import { describe, expect, test } from 'vitest';
import {
  type Deciding,
  everyFunctionIsListed,
  NO_COUNTS,
  NO_INTEGERS,
  NO_WORDS,
  optionsAreChecked,
} from '../../../tests/helpers/optionTable.js';
import {
  FINAL,
  FIXTURES,
  FIXTURES_ACCOUNT,
  ODDS,
  ODDS_ACCOUNT,
  ORACLE_KEY,
  proofOf,
  SCORES_ACCOUNT,
} from '../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { vouching } from '../../../tests/helpers/vouching.js';
import { signedDigest } from '../format/statValidationInput.js';
import * as proof from './index.js';

/** Arguments from JavaScript: TypeScript would refuse most of them, so these tests bypass the types. */

const KEY = new Uint8Array(32).fill(1);
const equal = (threshold: number) => ({ threshold, comparison: { equalTo: {} } });
/** Keys 1, 7, 2, 8 of the proofs are 2, 5, 0, 3. */
const STRATEGY = {
  geometricTargets: [{ statIndex: 3, prediction: 3 }],
  distancePredicate: { threshold: 1, comparison: { lessThan: {} } },
  discretePredicates: [
    { single: { index: 2, predicate: equal(0) } },
    { binary: { indexA: 0, indexB: 1, op: { add: {} }, predicate: equal(7) } },
  ],
};

/** Strategies with one fault each. A careless reader would evaluate something else than the question. */
const STRATEGIES: unknown[] = (() => {
  const { geometricTargets, distancePredicate, discretePredicates } = STRATEGY;
  const one = (predicate: unknown) => ({ ...STRATEGY, discretePredicates: [predicate, ...discretePredicates] });
  const single = (more: object) => one({ single: { index: 0, predicate: equal(2), ...more } });
  const binary = (more: object) =>
    one({ binary: { indexA: 0, indexB: 1, op: { add: {} }, predicate: equal(7), ...more } });
  return [
    null,
    'k1 > 0',
    {},
    [],
    { geometricTargets: [], distancPredicate: distancePredicate, discretePredicates: [] },
    { ...STRATEGY, distancePredicate: undefined },
    { ...STRATEGY, distancePredicate: equal(Number.NaN) },
    { ...STRATEGY, alsoThis: [] },
    { ...STRATEGY, geometricTargets: {} },
    { ...STRATEGY, geometricTargets: [...geometricTargets, { statIndex: 0, predicton: 2 }] },
    { ...STRATEGY, geometricTargets: [...geometricTargets, { statIndex: 0 }] },
    one({ singel: { index: 0, predicate: equal(2) } }),
    one({ single: { index: 0, predicate: equal(2) }, binary: {} }),
    one(null),
    single({ index: undefined }),
    single({ index: -1 }),
    single({ index: 0.5 }),
    single({ index: '0' }),
    single({ predicate: { threshold: 2, comparison: { equals: {} } } }),
    single({ predicate: { threshold: 2, comparison: 'equalTo' } }),
    single({ predicate: { threshold: 2, comparison: { toString: {} } } }),
    single({ predicate: { threshold: 2, comparison: { equalTo: {}, lessThan: {} } } }),
    single({ predicate: { threshold: '2', comparison: { equalTo: {} } } }),
    single({ predicate: { treshold: 2, comparison: { equalTo: {} } } }),
    binary({ op: { substract: {} } }),
    binary({ op: '+' }),
    binary({ indexB: undefined }),
  ];
})();

const CLAIMS: unknown[] = [
  null,
  {},
  { predicate: equal(2) },
  { predicate: equal(2), op: undefined },
  { predicate: equal(2), op: { substract: {} } },
  { predicate: { threshold: 2, comparison: { equal: {} } }, op: null },
  { predicate: equal(2), op: null, opp: null },
];

const PREDICATE = equal(2);
const CONDITIONS: unknown[] = [
  null,
  'k1 > 0',
  [{ kind: 'stats', key: 1, predicate: PREDICATE }],
  [{ kind: 'stat', keys: 1, predicate: PREDICATE }],
  [{ kind: 'pair', keyA: 1, op: 'plus', keyB: 7, predicate: PREDICATE }],
  [1, 2].map((prediction) => ({ kind: 'distance', targets: [{ key: 1, prediction }], predicate: PREDICATE })),
];

const TRUSTS = [...NO_WORDS, undefined, 'soccr', 'Soccer', ['soccer'], 's'.repeat(500)];
const SPORTS = [...TRUSTS, 'any-one'];
const NO_FORMATS = [...NO_WORDS, 'all_stats'];
const NO_KEYS = [ORACLE_KEY, [[...ORACLE_KEY]], ['00'.repeat(32)]];

const v2 = proofOf(2);
const v4 = proofOf(4);
const odds = proof.parseProof(ODDS.answer) as proof.OddsProof;
const fixture = proof.parseProof(FIXTURES.fixture) as proof.FixtureProof;
const batch = proof.parseProof(FIXTURES.batch) as proof.FixtureBatchProof;
const vouchingFor = (of: proof.Proof) => new proof.RootAttesters(vouching(proof.rootsPlaceOf(of), 3));
const ACCOUNTS = vouching(proof.rootsPlaceOf(v4), 3);
const NO_ACCOUNTS = [{}, SCORES_ACCOUNT, { ...ACCOUNTS.set, owner: 'x' }];
/** Accounts that nobody has checked are refused, too. */
const NO_ATTESTERS = [{}, ACCOUNTS];
const forStats = {
  full: {
    sport: 'soccer',
    format: 'current',
    rootsAccount: SCORES_ACCOUNT,
    attesters: vouchingFor(v4),
    oracleKeys: [ORACLE_KEY],
    strategy: STRATEGY,
  },
  optional: 'format attesters oracleKeys strategy',
  numbers: { sport: 7165 },
  wrong: {
    sport: SPORTS,
    format: NO_FORMATS,
    attesters: NO_ATTESTERS,
    oracleKeys: NO_KEYS,
    strategy: STRATEGIES,
  },
} as const;
const on = (full: Deciding['full'], wrong: Deciding['wrong']) => (name: string, call: Deciding['call']) =>
  ({ [name]: { call, full, wrong, positional: true } }) as const;
const onStrategy = on({ strategy: STRATEGY }, { strategy: STRATEGIES });
const onCondition = on({ condition: [{ kind: 'stat', key: 1, predicate: PREDICATE }] }, { condition: CONDITIONS });
const onKeys = on({ keys: [ORACLE_KEY] }, { keys: NO_KEYS });

const FACTS = proof.verifyStat(v2, { sport: 'soccer' }).facts;
const v1 = proofOf(1, { ...FINAL, keys: [1] });
const { fixtureId } = v2.summary;
const compact = proof.compactForm(proofOf(3));
const digest = signedDigest(proof.multiproofPayload(v4));

const TABLE: Readonly<Record<string, Deciding>> = {
  verify: { call: (options: never) => proof.verify(v4, options), ...forStats },
  inspectProof: { call: (options: never) => proof.inspectProof(v4, options), ...forStats },
  verifyStat: { call: (options: never) => proof.verifyStat(v4, options), ...forStats },
  proveEvent: {
    call: (options: never) => proof.proveEvent(v2, options),
    full: { trust: 'any-one', format: 'current', rootsAccount: SCORES_ACCOUNT },
    optional: 'format rootsAccount',
    numbers: { trust: 7165 },
    wrong: { trust: TRUSTS, format: NO_FORMATS },
  },
  verifyOdds: {
    call: (options: never) => proof.verifyOdds(odds, options),
    full: { rootsAccount: ODDS_ACCOUNT, attesters: vouchingFor(odds), oracleKeys: [ORACLE_KEY] },
    optional: 'attesters oracleKeys',
    wrong: { attesters: NO_ATTESTERS, oracleKeys: NO_KEYS },
  },
  verifyFixture: {
    call: (options: never) => proof.verifyFixture(fixture, options),
    full: { rootsAccount: FIXTURES_ACCOUNT, attesters: vouchingFor(fixture) },
    optional: 'attesters',
    wrong: { attesters: NO_ATTESTERS },
  },
  verifyFixtureBatch: {
    call: (options: never) => proof.verifyFixtureBatch(batch, options),
    full: { rootsAccount: FIXTURES_ACCOUNT, attesters: vouchingFor(batch), index: 80 },
    optional: 'attesters index',
    wrong: { attesters: NO_ATTESTERS, index: [0.5] },
  },
  RootAttesters: {
    call: (accounts: never) => new proof.RootAttesters(accounts),
    full: { ...ACCOUNTS },
    wrong: { set: NO_ACCOUNTS, attestation: NO_ACCOUNTS, least: [...NO_COUNTS, 17] },
  },
  validateStat: {
    call: ({ strategy, rootsAccount, trust }: Record<string, never>) =>
      proof.validateStat(v2, strategy as never, rootsAccount as never, trust as never),
    full: { strategy: STRATEGY, rootsAccount: SCORES_ACCOUNT, trust: 'any-one' },
    numbers: { trust: 7165 },
    wrong: { strategy: STRATEGIES, trust: TRUSTS },
    positional: true,
  },
  validateStatV1: {
    call: ({ claim, rootsAccount, trust }: Record<string, never>) =>
      proof.validateStatV1(v1, claim as never, rootsAccount as never, trust as never),
    full: { claim: { predicate: PREDICATE, op: null }, rootsAccount: SCORES_ACCOUNT, trust: 'any-one' },
    numbers: { trust: 7165 },
    wrong: { claim: CLAIMS, trust: TRUSTS },
    positional: true,
  },
  proveCompact: {
    call: (question: never) => proof.proveCompact(compact, question, SCORES_ACCOUNT),
    full: { fixtureId, keys: FINAL.keys, sport: 'soccer' },
    numbers: { sport: 7165 },
    wrong: { fixtureId: [0.5], keys: [['1'], [1, -1], [Number.NaN]], sport: SPORTS },
  },
  checkCompactForm: {
    call: ({ keys }: Record<string, never>) => proof.checkCompactForm(compact, { keys } as never),
    full: { keys: FINAL.keys },
    wrong: { keys: [['1']] },
    positional: true,
  },
  ...onKeys('checkPayloadSignature', ({ keys }: never) => proof.checkPayloadSignature(v4, keys)),
  ...onKeys('checkSignature', ({ keys }: never) => proof.checkSignature(digest, v4.signature, keys)),
  checkOracleKey: {
    call: ({ key }: never) => proof.checkOracleKey(key),
    full: { key: ORACLE_KEY },
    positional: true,
  },
  ...onStrategy('checkStrategy', ({ strategy }: never) => proof.checkStrategy(strategy, 4)),
  ...onStrategy('checkPartialStrategy', ({ strategy }: never) => proof.checkPartialStrategy(strategy, 4)),
  ...onStrategy('coversExactly', ({ strategy }: never) => proof.coversExactly(strategy, 4)),
  ...onStrategy('evaluateStrategy', ({ strategy }: never) => proof.evaluateStrategy(strategy, FACTS)),
  ...onStrategy('evaluateStrategyWide', ({ strategy }: never) => proof.evaluateStrategyWide(strategy, FACTS)),
  ...onStrategy('indicesOf', ({ strategy }: never) => proof.indicesOf(strategy)),
  ...onCondition('strategyOf', ({ condition }: never) => proof.strategyOf(condition, [1])),
  ...onCondition('coveringStrategyOf', ({ condition }: never) => proof.coveringStrategyOf(condition, [1])),
  vouchers: {
    // The account does not exist, and no other check refuses it.
    call: (question: never) => proof.vouchers({ owner: KEY, address: KEY, data: new Uint8Array() }, question),
    full: { oracle: KEY, set: KEY, kind: 'scores', period: 20_643, slot: 243 },
    wrong: {
      oracle: [new Uint8Array(31)],
      set: [new Uint8Array(33)],
      kind: [...NO_WORDS, 'score'],
      period: [...NO_INTEGERS, 65_536],
      slot: [...NO_INTEGERS, 65_536],
    },
  },
};

/** These only read, write or compare their arguments, and do not take trust as an option. */
const TAKE_NO_OPTIONS_THAT_DECIDE = `
  bytesFromIntegers bytesFromText checkRootsAccount compactForm conditionOnAll conditionText dailyRoot fullForm
  fileKindOf fixturesRoot inspectSections isOfOlderTree isZeroProof keysOfCondition layOutTrees multiproofPayload
  oddsPayload parseCondition parseProof publishedRoot publishedSlots readAttestation readAttesterSet readDocument
  readRootsFile rootsKindOf rootsPlaceOf statPayload storedDay witnessFact`;

describe('functions of @linesman/sdk/proof, called from JavaScript', () => {
  everyFunctionIsListed(proof, TABLE, TAKE_NO_OPTIONS_THAT_DECIDE);
  optionsAreChecked(TABLE);
});

describe('verify', () => {
  const any = proof.verify as (of: unknown, options: unknown) => unknown;

  test.each([
    ['stats', v2, SCORES_ACCOUNT],
    ['odds', odds, ODDS_ACCOUNT],
    ['a fixture', fixture, FIXTURES_ACCOUNT],
    ['a fixture batch', batch, FIXTURES_ACCOUNT],
  ])('requires a sport and checks its options for every kind of proof: %s', (_, of, rootsAccount) => {
    expect(outcome(() => any(of, { sport: 'soccer', rootsAccount }))).toBe(true);
    expect(outcome(() => any(of, {}))).toBe(7165);
    expect(outcome(() => any(of, { sport: 'any-one' }))).toBe(7165);
    expect(outcome(() => any(of, { sport: 'soccer', rootAccount: rootsAccount }))).toBe(7166);
    expect(outcome(() => any(of, undefined))).toBe(7168);
  });

  test('refuses a strategy for a proof without stats', () => {
    for (const of of [odds, fixture, batch])
      expect(outcome(() => any(of, { sport: 'soccer', strategy: STRATEGY }))).toBe(7016);
  });

  test('refuses an unknown kind of proof', () => {
    for (const kind of [undefined, 'stats', 'toString'])
      expect(outcome(() => any({ ...v2, kind }, { sport: 'soccer' }))).toBe(7001);
  });
});

test('the options argument is optional if every option is', () => {
  expect([proof.verifyOdds(odds), proof.verifyFixture(fixture), proof.verifyFixtureBatch(batch)]).toMatchObject(
    [null, null, null].map((published) => ({ published })),
  );
});

test('an explicitly undefined account is refused, not treated as left out', () => {
  const question = { fixtureId, keys: FINAL.keys, sport: 'soccer' } as const;
  const compactly = proof.proveCompact as (...args: unknown[]) => unknown;
  expect(outcome(() => compactly(compact, question))).toBe(true);
  expect(outcome(() => compactly(compact, question, undefined))).toBe(7167);
  for (const value of [null, '', 'ab', 0, false, {}, [1, 2], new ArrayBuffer(9232)])
    expect(outcome(() => compactly(compact, question, value))).toBe(7168);
  const lostIn = (run: (options: never) => unknown, more: object) =>
    outcome(() => run({ ...more, rootsAccount: undefined } as never));
  expect(lostIn((options) => proof.verifyStat(v2, options), { sport: 'soccer' })).toBe(7167);
  expect(lostIn((options) => proof.proveEvent(v2, options), { trust: 'soccer' })).toBe(7167);
  expect(lostIn((options) => proof.verifyOdds(odds, options), {})).toBe(7167);
  expect(lostIn((options) => proof.verifyFixture(fixture, options), {})).toBe(7167);
  expect(lostIn((options) => proof.verifyFixtureBatch(batch, options), {})).toBe(7167);
});

test('isOfOlderTree requires a sport', () => {
  const any = proof.isOfOlderTree as (of: unknown, sport?: unknown) => unknown;
  expect(any(v2, 'soccer')).toBe(false);
  expect(outcome(() => any(v2))).toBe(7165);
  expect(outcome(() => any(v2, 'curling'))).toBe(7165);
});
