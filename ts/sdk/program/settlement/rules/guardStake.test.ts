import { describe, expect, it } from 'vitest';
import { DEPLOYED } from '../../../../../tests/helpers/sampleMarket.js';
import { outcome, thrown } from '../../../../../tests/helpers/thrown.js';
import { WRONG_OPTION } from '../../../error/codes/options.js';
import { LONGEST_QUOTE } from '../../../error/quoted.js';
import type { Milliseconds } from '../../../format/slotTime.js';
import { SPORTS, type Sport } from '../../../format/sports/sports.js';
import type { Market } from '../../account/market.js';
import { type Address, addressOf } from '../../address/address.js';
import { isSigner } from '../../instruction/instruction.js';
import { INSTRUCTIONS } from '../../instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../programId.js';
import type { MarketTerms } from '../../wire/terms.js';
import { termsHash } from '../../wire/termsHash.js';
import { stakeInstruction } from '../stakeInstruction.js';
import { usualMarketTimes } from '../usualMarketTimes.js';
import { STAKE_REFUSALS, type StakeDeployment, type StakeTrust } from './checkStakeTrust.js';
import { guardStake } from './guardStake.js';
import { reviewStake } from './reviewStake.js';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const MINT = key(1);
const START = 1_800_000_000_000 as Milliseconds;
const TERMS: MarketTerms = {
  oracleProgram: LOCALNET_PROGRAM_IDS.oracle,
  splits: null,
  sources: [],
  agree: 1,
  signer: null,
  attesters: null,
  fixtureId: 9_000_001,
  sport: 'soccer',
  statKeys: [1, 2],
  outcomes: [
    {
      geometricTargets: [],
      distancePredicate: null,
      discretePredicates: [
        {
          binary: {
            indexA: 0,
            indexB: 1,
            op: { subtract: {} },
            predicate: { threshold: 0, comparison: { greaterThan: {} } },
          },
        },
      ],
    },
  ],
  finality: 'finalised',
  challengeWindow: 3600,
  // Five minutes before the start.
  stakesClose: 1_799_999_700,
  // No match of any sport is over before this time.
  earliest: 1_800_010_500,
  latest: 1_800_100_000,
  voidAfter: 1_800_300_000,
  mint: MINT,
  feeBps: 100,
  feeAccount: key(2),
  minimumStake: 1n,
  maximumStake: 2n ** 64n - 1n,
  maximumPool: 0n,
  abandonmentVoids: true,
  resultsSettle: true,
};
const TRUST: StakeTrust = {
  oraclePrograms: [LOCALNET_PROGRAM_IDS.oracle],
  mints: [MINT],
  fixtureStart: START,
  fixtureSport: 'soccer',
  fixtureStatKeys: 'all',
  deployment: DEPLOYED,
};

const SET = key(5);
const attestedBy = (set: Address, least: number, challengeWindow = 21_600): Partial<MarketTerms> => ({
  attesters: { set, least },
  challengeWindow,
});
/** The caller trusts any two of five attesters, without saying how many may be silent. */
const ATTESTED: Partial<StakeTrust> = { attesters: [{ set: SET, least: 2, keys: 5 }] };
const spared = (spare: number): Partial<StakeTrust> => ({ attesters: [{ set: SET, least: 2, keys: 5, spare }] });
const deployed = (change: Partial<StakeDeployment>): Partial<StakeTrust> => ({
  deployment: { ...DEPLOYED, ...change },
});

// Nothing checks the types of a caller in plain JavaScript.
const given = (trust: object): StakeTrust => ({ ...TRUST, ...trust }) as StakeTrust;

describe('guardStake', () => {
  it('passes terms that are safe to stake on', () => {
    expect(outcome(() => guardStake(TERMS, TRUST))).toBe(true);
    expect(outcome(() => guardStake(TERMS, { ...TRUST, ...ATTESTED }))).toBe(true);
    const attested = { ...TERMS, attesters: { set: SET, least: 2 }, challengeWindow: 21_600 };
    for (const mustBeAttested of [false, true])
      for (const least of [2, 3])
        expect(
          outcome(() =>
            guardStake(
              { ...attested, attesters: { set: SET, least } },
              { ...TRUST, ...spared(5 - least), mustBeAttested },
            ),
          ),
        ).toBe(true);
  });

  it.each([
    { attesters: {} },
    { attesters: [null] },
    { attesters: [{ set: SET, least: 2 }] },
    { attesters: [{ set: SET, least: 0, keys: 4 }] },
    { attesters: [{ set: SET, least: 2, keys: 17 }] },
    { attesters: [{ set: SET, least: 2, keys: 4, spare: -1 }] },
    { attesters: [{ set: SET, least: 2, keys: 4, spare: 16 }] },
    { upgradeAuthorities: ['key'] },
    { attesters: [{ set: 'set', least: 2, keys: 4 }] },
    { mustBeAttested: 1 },
  ])('refuses %j as trust in parties', (trust) => {
    expect(outcome(() => guardStake(TERMS, given(trust)))).toBe(WRONG_OPTION);
  });

  const refusals: [number, string, Partial<MarketTerms>, Partial<StakeTrust>][] = [
    [7017, 'an oracle program that is not in the list', { oracleProgram: key(9) }, deployed({ oracle: key(9) })],
    [7018, 'a mint that is not in the list', { mint: key(9) }, {}],
    [7019, 'a close one second after the start', { stakesClose: START / 1_000 + 1 }, {}],
    [7019, 'a close one millisecond after the start', {}, { fixtureStart: (START - 300_001) as Milliseconds }],
    [7162, 'a close at the start', { stakesClose: START / 1_000 }, {}],
    [7162, 'a close a second less than five minutes before the start', { stakesClose: TERMS.stakesClose + 1 }, {}],
    [7162, 'a close a millisecond less than that before it', {}, { fixtureStart: (START - 1) as Milliseconds }],
    [7019, 'an unknown start', {}, { fixtureStart: null }],
    [7020, 'no challenge window', { challengeWindow: 0 }, {}],
    [7039, 'a window of a second', { challengeWindow: 1 }, {}],
    [7039, 'a window of a second less than ten minutes', { challengeWindow: 599 }, {}],
    [7160, "terms with a sport that is not the fixture's", { sport: 'basketball' }, {}],
    [7160, 'a fixture of another sport', {}, { fixtureSport: 'us-football' }],
    [7161, 'an unknown sport', {}, { fixtureSport: null }],
    [
      7413,
      'a stat that the source of the fixture does not state',
      {},
      { fixtureStatKeys: [TERMS.statKeys[0] as number] },
    ],
    [7413, 'a source that states nothing', {}, { fixtureStatKeys: [] }],
    [7035, 'results from before the match can be over', { earliest: START / 1_000 + 95 * 60 - 1 }, {}],
    [7035, 'results of the whole match from its half time', { earliest: START / 1_000 + 40 * 60 }, {}],
    [7036, 'an attester set that is not in the list', attestedBy(key(9), 3), ATTESTED],
    [7036, 'attesters of whom the caller knows nothing', attestedBy(SET, 3), {}],
    [7036, 'fewer vouchers than the list wants', attestedBy(SET, 1), ATTESTED],
    [7036, 'terms without attesters where they must be', {}, { ...ATTESTED, mustBeAttested: true }],
    [7037, 'terms that need every attester', attestedBy(SET, 5), ATTESTED],
    [7037, 'terms under which a minority can void, if the caller says nothing', attestedBy(SET, 3), ATTESTED],
    [7037, 'terms under which fewer may be silent than the caller says', attestedBy(SET, 2), spared(4)],
    [7163, 'an oracle without a bound for late roots', {}, deployed({ lateAfter: 0 })],
    [7164, 'an upgrade authority that is not listed', {}, deployed({ upgradeAuthorities: [key(8)] })],
    [7164, 'one of two', {}, { ...deployed({ upgradeAuthorities: [key(8), key(9)] }), upgradeAuthorities: [key(8)] }],
    [7038, 'a window of a second less than 6 hours with attesters', attestedBy(SET, 2, 21_599), ATTESTED],
    [7035, 'a start that was put back', {}, { fixtureStart: (START + 80 * 60_000 + 1_000) as Milliseconds }],
  ];
  it.each(refusals)('refuses with %i %s, unless accepted', (number, _, terms, trust) => {
    expect(outcome(() => guardStake({ ...TERMS, ...terms }, { ...TRUST, ...trust }))).toBe(number);
    const others = STAKE_REFUSALS.filter((one) => one !== number);
    expect(outcome(() => guardStake({ ...TERMS, ...terms }, { ...TRUST, ...trust, accept: others }))).toBe(number);
    const accept = [number] as StakeTrust['accept'] & object;
    expect(outcome(() => guardStake({ ...TERMS, ...terms }, { ...TRUST, ...trust, accept }))).toBe(true);
  });

  it('takes what is known of the programs for those of the terms alone', () => {
    for (const deployment of [null, { ...DEPLOYED, oracle: key(9) }])
      expect(reviewStake(TERMS, { ...TRUST, deployment }).map(({ number }) => number)).toEqual([7163, 7164]);
    const listed = { ...deployed({ upgradeAuthorities: [key(8)] }), upgradeAuthorities: [key(8)] };
    expect(reviewStake(TERMS, { ...TRUST, ...listed })).toEqual([]);
  });

  it('lets so many attesters be silent as the caller says, by default half of them', () => {
    const most = (keys: number, spare?: number) => {
      const trust = { ...TRUST, attesters: [{ set: SET, least: 1, keys, ...(spare !== undefined && { spare }) }] };
      const fits = (least: number) =>
        outcome(() => guardStake({ ...TERMS, ...attestedBy(SET, least) }, trust)) === true;
      return Array.from({ length: keys }, (_, i) => i + 1).filter(fits).length;
    };
    expect([1, 2, 3, 4, 5, 16].map((keys) => most(keys))).toEqual([0, 1, 1, 2, 2, 8]);
    expect([0, 1, 2, 3].map((spare) => most(3, spare))).toEqual([3, 2, 1, 0]);
  });

  it('is the first of the objections that is not accepted, in the order of their list', () => {
    const worst = {
      ...TERMS,
      oracleProgram: key(9),
      mint: key(9),
      challengeWindow: 1,
      earliest: 0,
      ...{ sport: 'basketball' },
    };
    const all = reviewStake({ ...worst, ...attestedBy(SET, 1, 1) } as MarketTerms, { ...TRUST, ...spared(5) });
    const numbers = all.map(({ number }) => number);
    expect(numbers).toEqual(STAKE_REFUSALS.filter((one) => numbers.includes(one)));
    expect(numbers).toEqual([7017, 7018, 7039, 7160, 7035, 7036, 7037, 7038, 7163, 7164]);
    for (const [i, number] of numbers.entries())
      expect(
        outcome(() =>
          guardStake({ ...worst, ...attestedBy(SET, 1, 1) } as MarketTerms, {
            ...TRUST,
            ...spared(5),
            accept: numbers.slice(0, i),
          }),
        ),
      ).toBe(number);
  });

  it.each([
    ['soccer', 'finalised', 95],
    ['soccer', 'regular-time', 95],
    ['soccer', 'half-time', 40],
    ['soccer', 'signed-final', 95],
    ['basketball', 'finalised', 85],
    ['basketball', 'half-time', 30],
    ['us-football', 'finalised', 175],
    ['us-football', 'half-time', 75],
  ] as const)('takes results of %s under %s from minute %i on', (sport, finality, minute) => {
    const at = (earliest: number) =>
      outcome(() => guardStake({ ...TERMS, sport, finality, earliest }, { ...TRUST, fixtureSport: sport }));
    expect([at(START / 1_000 + 60 * minute - 1), at(START / 1_000 + 60 * minute)]).toEqual([7035, true]);
  });

  it('passes terms with the usual times, of every sport and policy', () => {
    for (const sport of SPORTS)
      for (const finality of ['finalised', 'regular-time', 'half-time', 'signed-final'] as const) {
        const times = usualMarketTimes({ sport, finality, fixtureStart: START });
        expect(times.stakesClose).toBe(START / 1_000 - 300);
        const trust = { ...TRUST, fixtureSport: sport };
        expect(outcome(() => guardStake({ ...TERMS, sport, finality, ...times }, trust))).toBe(true);
      }
  });

  it("passes only terms of the fixture's sport", () => {
    for (const sport of SPORTS)
      for (const fixtureSport of SPORTS)
        expect(outcome(() => guardStake({ ...TERMS, sport }, { ...TRUST, fixtureSport }))).toBe(
          sport === fixtureSport || 7160,
        );
  });

  it.each([undefined, null, '', 'Soccer', 'soccer ', 'football', 'any', '*', 1, true, ['soccer'], {}, 'constructor'])(
    'refuses %j as a sport with 7161, whatever the sport of the terms',
    (fixtureSport) => {
      for (const sport of [...SPORTS, undefined as unknown as Sport])
        expect(outcome(() => guardStake({ ...TERMS, sport }, given({ fixtureSport })))).toBe(7161);
    },
  );
  it.each([undefined, null, Number.NaN, Number.POSITIVE_INFINITY, '1800000000000', new Date(START), BigInt(START), {}])(
    'refuses %s as a start with 7019',
    (fixtureStart) => {
      expect(outcome(() => guardStake(TERMS, given({ fixtureStart })))).toBe(7019);
    },
  );
  it.each(['oraclePrograms', 'mints', 'fixtureStart', 'fixtureSport', 'deployment'] as const)(
    'never passes without %s',
    (name) => {
      const { [name]: _, ...rest } = TRUST;
      expect(() => guardStake(TERMS, rest as StakeTrust)).toThrow();
    },
  );

  it('names the fault in a message of bounded length', () => {
    const message = (fixtureSport: unknown): string =>
      thrown(() => guardStake(TERMS, given({ fixtureSport: fixtureSport as Sport }))).message;
    expect(message('basketball')).toContain('The market says soccer, but fixture 9000001 is basketball.');
    expect(message(null)).toContain('The sport of fixture 9000001 is not known; the market says soccer.');
    expect(message('x'.repeat(10_000)).length).toBeLessThan(LONGEST_QUOTE + 150);
  });
});

describe('a stake', () => {
  const account = { terms: TERMS, termsHash: termsHash(TERMS), owed: 0n } as Market;
  const parameters = {
    programs: LOCALNET_PROGRAM_IDS,
    pool: key(3),
    account,
    owner: key(4),
    source: key(5),
    tokenProgram: key(6),
    outcome: 1,
    amount: 500n,
    trust: TRUST,
  };

  it('contains the hash of the terms that were guarded', () => {
    const { data, accounts } = stakeInstruction(parameters);
    expect(INSTRUCTIONS.stake.decode(data)).toEqual({ outcome: 1, amount: 500n, termsHash: termsHash(TERMS) });
    expect(accounts.filter(isSigner).map(({ address }) => address)).toEqual([key(4)]);
  });

  it('is not built when a guard refuses', () => {
    const refuse = (change: object) => outcome(() => stakeInstruction({ ...parameters, ...change }));
    expect(refuse({ trust: { ...TRUST, mints: [] } })).toBe(7018);
    expect(refuse({ trust: { ...TRUST, fixtureSport: 'basketball' } })).toBe(7160);
    expect(refuse({ trust: { ...TRUST, fixtureSport: undefined } })).toBe(7161);
    expect(refuse({ account: { ...account, termsHash: new Uint8Array(32) } })).toBe(6210);
    expect(refuse({ outcome: 2 })).toBe(6214);
    expect(refuse({ amount: 0n })).toBe(6213);
    const limited = { ...TERMS, minimumStake: 100n, maximumStake: 499n };
    const within = { account: { terms: limited, termsHash: termsHash(limited), owed: 0n } };
    expect([99n, 100n, 499n, 500n].map((amount) => refuse({ ...within, amount }))).toEqual([6213, true, true, 6213]);
  });
});
