import { describe, expect, it } from 'vitest';
import { DEPLOYED } from '../../../../../tests/helpers/sampleMarket.js';
import { outcome } from '../../../../../tests/helpers/thrown.js';
import type { Milliseconds } from '../../../format/slotTime.js';
import type { Parlay } from '../../account/parlay.js';
import { type Address, addressOf } from '../../address/address.js';
import { parlayAddress, positionAddress, vaultAddress } from '../../address/settlement.js';
import { ACCOUNT_ROLE, isSigner } from '../../instruction/instruction.js';
import { INSTRUCTIONS } from '../../instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../programId.js';
import type { ParlayTerms } from '../../wire/parlayTerms.js';
import type { MarketTerms } from '../../wire/terms.js';
import { parlayTermsHash, termsHash } from '../../wire/termsHash.js';
import { claimInstruction } from '../claimInstruction.js';
import { createParlayInstruction } from '../createParlayInstruction.js';
import { settleParlayInstruction, voidInstruction } from '../decideInstructions.js';
import { closeInstruction, sweepInstruction } from '../leftoverInstructions.js';
import { stakeInstruction } from '../stakeInstruction.js';
import { type ParlayTrust, STAKE_REFUSALS } from './checkStakeTrust.js';
import { guardParlayStake } from './guardParlayStake.js';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const programs = LOCALNET_PROGRAM_IDS;
const MINT = key(1);
const START = 1_800_000_000_000 as Milliseconds;
const LEG: MarketTerms = {
  oracleProgram: programs.oracle,
  splits: null,
  sources: [],
  agree: 1,
  signer: null,
  attesters: null,
  fixtureId: 9_000_001,
  sport: 'soccer',
  statKeys: [1],
  outcomes: [{ geometricTargets: [], distancePredicate: null, discretePredicates: [] }],
  finality: 'finalised',
  challengeWindow: 3600,
  // The markets of the legs close after the start. This is harmless, because the parlay has its own close.
  stakesClose: 1_800_009_000,
  earliest: 1_800_009_000,
  latest: 1_800_100_000,
  voidAfter: 1_800_300_000,
  mint: key(77),
  feeBps: 100,
  feeAccount: key(2),
  minimumStake: 1n,
  maximumStake: 2n ** 64n - 1n,
  maximumPool: 0n,
  abandonmentVoids: true,
  resultsSettle: true,
};
const LEGS: readonly MarketTerms[] = [LEG, { ...LEG, fixtureId: 9_000_002 }];
const parlayOf = (legs: readonly MarketTerms[], change: Partial<ParlayTerms> = {}): ParlayTerms => ({
  legs: legs.map((leg, i) => ({ market: key(10 + i), termsHash: termsHash(leg), outcome: 0 })),
  mint: MINT,
  feeBps: 100,
  feeAccount: key(3),
  minimumStake: 1n,
  maximumStake: 2n ** 64n - 1n,
  stakesClose: 1_799_999_700,
  ...change,
});
const TRUST: ParlayTrust = {
  oraclePrograms: [programs.oracle],
  mints: [MINT],
  fixtureStarts: [START, START],
  fixtureSports: ['soccer', 'soccer'],
  fixtureStatKeys: ['all', 'all'],
  deployment: DEPLOYED,
};

const ELSEWHERE = LEGS.map((leg) => ({ ...leg, oracleProgram: key(9) }));
const AT_ELSEWHERE = { deployment: { ...DEPLOYED, oracle: key(9) } };
const REPLACEABLE = { deployment: { ...DEPLOYED, upgradeAuthorities: [key(8)] } };

describe('guardParlayStake', () => {
  it('passes a parlay that is safe to stake on', () => {
    expect(outcome(() => guardParlayStake(parlayOf(LEGS), LEGS, TRUST))).toBe(true);
  });

  const second = (change: Partial<MarketTerms>) => [LEG, { ...LEG, ...change }];
  const refusals: [number, string, readonly MarketTerms[], Partial<ParlayTerms>, Partial<ParlayTrust>][] = [
    [7017, 'legs with an oracle program that is not in the list', ELSEWHERE, {}, AT_ELSEWHERE],
    [7018, 'a mint that is not in the list', LEGS, { mint: key(77) }, {}],
    [
      7019,
      'a close after the start of one leg',
      LEGS,
      {},
      { fixtureStarts: [START, (START - 300_001) as Milliseconds] },
    ],
    [7019, 'a close after every start', LEGS, { stakesClose: 1_800_000_001 }, {}],
    [7162, 'a close near the start of one leg', LEGS, {}, { fixtureStarts: [START, (START - 1) as Milliseconds] }],
    [7019, 'an unknown start', LEGS, {}, { fixtureStarts: [START, null] }],
    [7020, 'a leg without challenge window', second({ challengeWindow: 0 }), {}, {}],
    [7039, 'a leg with a window of a second', second({ challengeWindow: 1 }), {}, {}],
    [7163, 'an oracle without a bound', LEGS, {}, { deployment: { ...DEPLOYED, lateAfter: 0 } }],
    [7164, 'programs that a stranger can replace', LEGS, {}, REPLACEABLE],
    [7160, 'a leg with another sport', second({ sport: 'basketball' }), {}, {}],
    [
      7160,
      'the sports in another order',
      second({ sport: 'basketball' }),
      {},
      { fixtureSports: ['basketball', 'soccer'] },
    ],
    [7161, 'an unknown sport', LEGS, {}, { fixtureSports: ['soccer', null] }],
    [7413, 'a stat that the source of a leg does not state', LEGS, {}, { fixtureStatKeys: ['all', [8_000]] }],
    [7035, 'a leg with results from before its match can be over', second({ earliest: 1_800_005_699 }), {}, {}],
  ];
  it.each(refusals)('refuses with %i %s, unless accepted', (number, _, legs, terms, trust) => {
    const guard = (accept: readonly number[]) =>
      outcome(() =>
        guardParlayStake(parlayOf(legs, terms), legs, {
          ...TRUST,
          ...trust,
          accept: accept as ParlayTrust['accept'] & object,
        }),
      );
    expect(guard(STAKE_REFUSALS.filter((one) => one !== number))).toBe(number);
    expect(guard([number])).toBe(true);
  });

  it('refuses with 7161 a misspelt sport, even if accepted', () => {
    const trust = { ...TRUST, fixtureSports: ['Soccer' as 'soccer', 'soccer'] as const, accept: STAKE_REFUSALS };
    expect(outcome(() => guardParlayStake(parlayOf(LEGS, {}), LEGS, trust))).toBe(7161);
  });

  it('refuses with 6245 or 6246 legs that are not those of the parlay, even if accepted', () => {
    const guard = (legs: readonly MarketTerms[], trust: Partial<ParlayTrust> = {}) =>
      outcome(() => guardParlayStake(parlayOf(LEGS), legs, { ...TRUST, ...trust, accept: STAKE_REFUSALS }));
    expect(guard(LEGS.slice(0, 1))).toBe(6245);
    expect(guard([...LEGS, LEG])).toBe(6245);
    expect(guard(LEGS, { fixtureStarts: [START] })).toBe(6245);
    expect(guard(LEGS, { fixtureSports: ['soccer'] })).toBe(6245);
    expect(guard(LEGS, { fixtureSports: ['soccer', 'soccer', 'soccer'] })).toBe(6245);
    for (const name of ['fixtureStarts', 'fixtureSports'])
      expect(guard(LEGS, { [name]: undefined } as Partial<ParlayTrust>)).toBe(6245);
    expect(guard([...LEGS].reverse())).toBe(6246);
    expect(guard([LEG, { ...LEG, fixtureId: 9_000_002, challengeWindow: 3601 }])).toBe(6246);
  });
});

describe('the instructions of a parlay', () => {
  const terms = parlayOf(LEGS, { minimumStake: 100n, maximumStake: 499n });
  const parlay = key(4);
  const stakeOf = (change: object = {}) =>
    stakeInstruction({
      programs,
      pool: parlay,
      account: { terms, termsHash: parlayTermsHash(terms), owed: 0n } as Parlay,
      legs: LEGS,
      owner: key(5),
      source: key(6),
      tokenProgram: key(7),
      outcome: 1,
      amount: 499n,
      trust: TRUST,
      ...change,
    });
  const vault = vaultAddress(parlay, programs.settlement).address;
  const position = positionAddress(parlay, key(5), 1, programs.settlement).address;

  it('stake contains the hash of the terms that were guarded', () => {
    const { data, accounts } = stakeOf();
    expect(INSTRUCTIONS.stake.decode(data)).toEqual({
      outcome: 1,
      amount: 499n,
      termsHash: parlayTermsHash(terms),
    });
    expect(accounts.slice(0, 5).map(({ address }) => address)).toEqual([key(5), parlay, position, vault, MINT]);
    expect(accounts.filter(isSigner).map(({ address }) => address)).toEqual([key(5)]);
  });

  it('stake is not built when a guard refuses', () => {
    const refuse = (change: object) => outcome(() => stakeOf(change));
    expect(refuse({ trust: { ...TRUST, mints: [] } })).toBe(7018);
    expect(refuse({ trust: { ...TRUST, fixtureSports: ['soccer', 'basketball'] } })).toBe(7160);
    expect(refuse({ legs: [LEG, LEG] })).toBe(6246);
    expect(refuse({ account: { terms, termsHash: new Uint8Array(32) } })).toBe(6210);
    for (const outcome of [-1, 2, 0.5]) expect(refuse({ outcome })).toBe(6214);
    for (const amount of [99n, 500n]) expect(refuse({ amount })).toBe(6213);
  });

  it('create lists the markets of the legs as writable accounts, in order', () => {
    const { accounts } = createParlayInstruction({
      programs,
      creator: key(8),
      id: 3n,
      terms,
      tokenProgram: key(7),
    });
    expect(accounts[1]?.address).toEqual(parlayAddress(key(8), 3n, programs.settlement).address);
    expect(accounts.slice(7)).toEqual([10, 11].map((n) => ({ address: key(n), role: ACCOUNT_ROLE.writable })));
  });

  it('settle lists the market of its leg', () => {
    const { data, accounts } = settleParlayInstruction(programs, parlay, terms, 1);
    expect(INSTRUCTIONS.settleParlay.decode(data)).toEqual({ leg: 1 });
    expect(accounts.map(({ address }) => address)).toEqual([parlay, key(11)]);
    expect(outcome(() => settleParlayInstruction(programs, parlay, terms, 2))).toBe(6246);
    expect(voidInstruction(programs, parlay).accounts.map(({ address }) => address)).toEqual([parlay, vault]);
  });

  it('claim requires the signature of the owner only for another destination', () => {
    const claim = (destination?: Address) =>
      claimInstruction({
        programs,
        pool: parlay,
        mint: MINT,
        owner: key(5),
        outcome: 1,
        payer: key(8),
        tokenProgram: key(7),
        ...(destination ? { destination } : {}),
      });
    const signers = ({ accounts }: ReturnType<typeof claim>) => accounts.filter(isSigner).map(({ address }) => address);
    expect(signers(claim())).toEqual([key(8)]);
    expect(signers(claim(key(9)))).toEqual([key(5), key(8)]);
    expect(
      claim()
        .accounts.slice(0, 4)
        .map(({ address }) => address),
    ).toEqual([parlay, position, key(5), vault]);
  });

  it('sweep and close list vault, mint and fee account', () => {
    const parameters = { programs, pool: parlay, terms, tokenProgram: key(7) };
    const accounts = [parlay, vault, MINT, key(3), key(7)];
    expect(sweepInstruction(parameters).accounts.map(({ address }) => address)).toEqual(accounts);
    const close = closeInstruction({ ...parameters, creator: key(8) });
    expect(close.accounts.map(({ address }) => address)).toEqual([key(8), ...accounts]);
  });
});
