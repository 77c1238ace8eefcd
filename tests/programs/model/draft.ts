import fc from 'fast-check';
import { SPORTS } from '../../../ts/sdk/format/sports/sports.js';
import { configAddress } from '../../../ts/sdk/program/address/oracle.js';
import { encode } from '../../../ts/sdk/program/borsh/codec.js';
import { LOCALNET_PROGRAM_IDS } from '../../../ts/sdk/program/programId.js';
import type { MarketTerms } from '../../../ts/sdk/program/wire/terms.js';
import { terms as termsCodec } from '../../../ts/sdk/program/wire/terms.js';
import { termsOf } from '../../helpers/settlement/market.js';
import { SIGNER } from '../../helpers/settlement/signed.js';
import { type Answer, associated, type Rules } from '../settlementModel.js';
import { splitsFault } from '../splitsModel.js';
import { choose } from './action.js';
import { SETS } from './attesters.js';
import { FIXTURES, isMistakable, PLAYED, QUESTIONS } from './match.js';
import { drawSplits, someSplits } from './splits.js';
import type { Mint, World } from './world.js';

/** Terms for a market to be created, and the model's view of them. */
export interface Draft {
  readonly terms: MarketTerms;
  /** The terms themselves; they do not name the creator. */
  readonly rules: Omit<Rules, 'creator'>;
  /** The fault in the terms when they were drafted. */
  readonly fault: Answer;
  readonly mint: Mint;
}

const DAY = 86_400;
const CONFIG = configAddress(LOCALNET_PROGRAM_IDS.oracle).address;

/** Possible faults in terms, one at a time. */
const FAULTS: readonly (readonly [Answer, (terms: MarketTerms, now: number) => Partial<MarketTerms>])[] = [
  [6200, () => ({ fixtureId: 0 })],
  [6200, () => ({ agree: 2 })],
  [6201, () => ({ outcomes: [] })],
  [6202, ({ statKeys }) => ({ statKeys: [...statKeys, 99] })],
  [6203, ({ statKeys }) => ({ finality: 'half-time', statKeys: statKeys.map((_, i) => 2_001 + i) })],
  [6204, (_, now) => ({ stakesClose: now })],
  [6204, ({ voidAfter }) => ({ voidAfter: voidAfter - 1 })],
  [6205, () => ({ feeBps: 1_001 })],
  [6206, () => ({ minimumStake: 0n })],
  [6206, () => ({ minimumStake: 8n, maximumStake: 7n })],
  // Sound splits, but a stake without halves.
  [
    6206,
    ({ outcomes }) => ({
      splits: [...outcomes, null].map((_, row) => (row === 0 ? ['Win', 'HalfLose'] : ['Lose', 'HalfWin'])),
      minimumStake: 3n,
    }),
  ],
  [6207, () => ({ signer: new Uint8Array(32).fill(1) })],
  [6231, () => ({ mint: CONFIG })],
  [6232, () => ({ feeAccount: CONFIG })],
];

export const draftGiven = {
  mint: fc.nat(1_000),
  feeOwner: fc.nat(1_000),
  fixture: fc.nat(1_000),
  question: fc.nat(1_000),
  policy: fc.nat(1_000),
  splits: someSplits,
  isSigned: fc.boolean(),
  /** The sport in the terms: mostly the match's, otherwise any. */
  claims: fc.constantFrom(null, null, ...SPORTS),
  window: fc.constantFrom(0, 0, 60, 600, 3_600, 7_200),
  closesIn: fc.constantFrom(60, 600, 600, 1_200),
  waits: fc.constantFrom(0, 0, 0, 0, 0, 3_000, 7_000),
  latest: fc.constantFrom(3_000, 8_000, DAY, DAY, 2 * DAY),
  feeBps: fc.constantFrom(0, 37, 250, 999, 1_000),
  limits: fc.constantFrom<[bigint, bigint]>([1n, 2n ** 62n], [1n, 2n ** 62n], [10n, 1_000n]),
  maximumPool: fc.constantFrom(0n, 0n, 0n, 2n ** 64n - 1n, 1_500n, 10n ** 12n),
  abandonmentVoids: fc.boolean(),
  resultsSettle: fc.constantFrom(true, true, true, false),
  attesters: fc.constantFrom(null, null, null, null, null, 'most', 'most', 'both', 'rogue'),
  /** Sometimes none or more than all keys. */
  least: fc.nat(15),
  fault: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(FAULTS.length - 1) }),
};

type DraftGiven = {
  [Key in keyof typeof draftGiven]: (typeof draftGiven)[Key] extends fc.Arbitrary<infer T> ? T : never;
};

export function draft(world: World, given: DraftGiven): Draft {
  const { now } = world.model;
  const [mint, feeOwner] = [choose(world.mints, given.mint), choose(world.feeOwners, given.feeOwner)];
  // An unplayed match if there is one. Stakes close with its kick-off, or soon.
  const coming = FIXTURES.filter(({ kickOff }) => kickOff + PLAYED > now + given.closesIn);
  const fixture = choose(coming.length > 0 ? coming.slice(0, 2) : FIXTURES, given.fixture);
  const stakesClose = Math.max(fixture.kickOff, now + given.closesIn);
  const earliest = stakesClose + given.waits;
  const latest = earliest + given.latest;
  const sport = given.claims ?? fixture.sport;
  // From another sport's layout, mostly keys that it misinterprets.
  const mistakable = sport !== fixture.sport && given.question % 4 > 0;
  const isLine = given.splits?.isLine ?? false;
  const questions = QUESTIONS.filter(
    ({ keys, strategies }) => (!mistakable || keys.some(isMistakable)) && (!isLine || strategies.length > 1),
  );
  const question = choose(questions, Math.floor(given.question / 4));
  const policy = choose(question.policies, given.policy);
  const isSigned = given.isSigned || policy === 'signed-final';
  const feeAccount = associated(feeOwner.name, mint.name);
  const cases = question.strategies.length + 1;
  // One fault at a time.
  const isFit = given.fault !== null;
  const splits = given.splits && drawSplits(isFit ? { ...given.splits, change: null } : given.splits, cases);
  const [lowest, maximum] = given.limits;
  // With splits, a stake has two halves.
  const minimum = splits && lowest === 1n ? 2n : lowest;
  const { keys = [], least = 0 } = SETS.get(given.attesters ?? '') ?? {};
  const asked = given.attesters && {
    set: given.attesters,
    least: given.least === 0 ? 0 : given.least === 1 ? keys.length + 1 : least,
  };
  const valid = termsOf({
    mint: mint.address,
    feeAccount: world.token(feeAccount),
    fixtureId: fixture.id,
    sport,
    statKeys: [...question.keys],
    outcomes: [...question.strategies],
    finality: policy,
    splits: splits?.map((row) => [...row]) ?? null,
    sources: [],
    agree: 1,
    signer: isSigned ? SIGNER : null,
    challengeWindow: given.window,
    stakesClose,
    earliest,
    latest,
    feeBps: given.feeBps,
    minimumStake: minimum,
    maximumStake: maximum,
    maximumPool: given.maximumPool,
    abandonmentVoids: given.abandonmentVoids,
    resultsSettle: given.resultsSettle,
    attesters: asked && { ...asked, set: world.attesterSet(asked.set) },
  });
  const [number, change] = given.fault === null ? [null, null] : (FAULTS[given.fault] ?? [null, null]);
  const terms: MarketTerms = { ...valid, ...change?.(valid, now) };
  const rules: Omit<Rules, 'creator'> = {
    mint: mint.name,
    feeAccount,
    fixture: FIXTURES.indexOf(fixture),
    sport,
    keys: question.keys,
    policy,
    signer: isSigned,
    attesters: asked,
    outcomes: splits?.[0]?.length ?? cases,
    splits,
    decide: question.decide,
    window: given.window,
    stakesClose,
    earliest,
    latest,
    voidAfter: valid.voidAfter,
    abandonmentVoids: valid.abandonmentVoids,
    resultsSettle: valid.resultsSettle,
    feeBps: BigInt(given.feeBps),
    minimum,
    maximum,
    maximumPool: given.maximumPool,
  };
  const fault = number ?? (splits && splitsFault(splits, cases));
  return { terms, rules, fault, mint };
}

/** The attester set that is named for a new market: mostly that of its terms. */
export const setGiven = fc.oneof(
  { weight: 12, arbitrary: fc.constant('proper' as const) },
  { weight: 2, arbitrary: fc.constantFrom('none' as const, 'other' as const) },
);

/** The name of that set; `null`: no account. */
export function namedSet(rules: Pick<Rules, 'attesters'> | null, given: 'proper' | 'none' | 'other'): string | null {
  if (!rules?.attesters || given === 'none') return null;
  const { set } = rules.attesters;
  const sets = [...SETS.keys()];
  return given === 'proper' ? set : choose(sets, sets.indexOf(set) + 1);
}

/** Error numbers of checks made before those of the times. */
const BEFORE_TIMES = [6200, 6201, 6202, 6203];

/** The fault in the terms now: stakes may have closed since they were drafted. */
export function faultNow({ terms, fault }: Draft, now: number): Answer {
  return terms.stakesClose <= now && !BEFORE_TIMES.includes(fault ?? 0) ? 6204 : fault;
}

/** The Borsh bytes, as in a buffer. */
export const bytesOf = ({ terms }: Draft): Uint8Array => encode(termsCodec, terms);
