import {
  FIXTURE_SPORT_MISMATCH,
  FIXTURE_SPORT_UNKNOWN,
  NO_BOUND_FOR_LATE_ROOTS,
  STAKES_CLOSE_NEAR_START,
  UNTRUSTED_UPGRADES,
} from '../../../error/codes/customers.js';
import {
  ATTESTED_WINDOW_TOO_SHORT,
  CHALLENGE_WINDOW_SHORT,
  NO_CHALLENGE_WINDOW,
  RESULTS_TOO_EARLY,
  STAKES_CLOSE_AFTER_START,
  TOO_MANY_ATTESTERS_NEEDED,
  UNTRUSTED_ATTESTERS,
  UNTRUSTED_MINT,
  UNTRUSTED_ORACLE,
} from '../../../error/codes/library.js';
import { CHAIN_CLOCK_BEHIND } from '../../../error/codes/market.js';
import { STAT_NOT_STATED } from '../../../error/codes/records.js';
import { INVALID_PARLAY } from '../../../error/codes/settlement.js';
import {
  checkOptions,
  deliberate,
  type OptionKind,
  type OptionRules,
  optional,
  required,
} from '../../../format/checkOptions.js';
import { BOOLEAN, integerOf, OBJECT } from '../../../format/optionKinds.js';
import type { Milliseconds } from '../../../format/slotTime.js';
import { SPORTS, type Sport } from '../../../format/sports/sports.js';
import type { StatedKeys } from '../../../format/statKey.js';
import type { Address } from '../../address/address.js';
import { ADDRESS, ADDRESSES } from '../../address/addressOption.js';
import type { Attesters } from '../../wire/terms.js';
import { isAttesters, KEY_COUNT } from './checkAttested.js';

/** Facts that a staker must know because the chain cannot: the trusted parties, and the match behind the fixture. */
export interface StakeTrust {
  /** Oracle programs that the caller trusts. */
  readonly oraclePrograms: readonly Address[];
  /** Mints that the caller accepts as money. */
  readonly mints: readonly Address[];
  /** Start of the fixture, in ms; `null` if unknown; an unknown start is refused. */
  readonly fixtureStart: Milliseconds | null;
  /**
   * Sport of the fixture, from any source except the creator of the market: `sportOfFixture` of `@linesman/sdk/client`
   * asks the service. `null` if unknown; an unknown sport is refused.
   */
  readonly fixtureSport: Sport | null;
  /**
   * The stats that the source of the fixture states: `statKeys` of `fixtures.matches` of the client. A
   * market on another stat is refused, because nobody can prove it. `null` if unknown, which passes: a source need not
   * declare them before the first score.
   */
  readonly fixtureStatKeys: StatedKeys;
  /**
   * What the oracle and those who can replace the programs are held to: `fetchStakeDeployment`. `null`, or that of
   * another oracle: unknown, which is refused.
   */
  readonly deployment: StakeDeployment | null;
  /** Upgrade authorities that the caller trusts. Default: none, so both programs must be frozen. */
  readonly upgradeAuthorities?: readonly Address[];
  /** Attester sets that the caller trusts. Terms that name another set are refused. Default: none. */
  readonly attesters?: readonly TrustedAttesters[];
  /** Whether terms without attesters are refused. Default false. */
  readonly mustBeAttested?: boolean;
  /** Refusals to ignore, by error number. */
  readonly accept?: readonly StakeRefusal[];
}

/** An attester set, and how many vouchers are enough for the caller. */
export interface NamedAttesters extends Attesters {
  /**
   * How many keys may at the least keep silent without making the market void, 0 to 15. Default: half of the keys, so
   * that no minority can buy a refund once it knows the result.
   */
  readonly spare?: number;
}

/** The same set with the number of its keys, which never changes: `fetchTrustedAttesters`. */
export interface TrustedAttesters extends NamedAttesters {
  readonly keys: number;
}

/** What the chain says about the two programs of a market. */
export interface StakeDeployment {
  /** The oracle program that it is about. */
  readonly oracle: Address;
  /** Its bound for late roots, in seconds; 0 = none. */
  readonly lateAfter: number;
  /** Who can replace the oracle or the settlement program; empty if both are frozen. */
  readonly upgradeAuthorities: readonly Address[];
}

/**
 * Refusals that a staker can choose to ignore, in the order in which they are checked; the last by `prepareStake`,
 * which knows the chain's time.
 */
export const STAKE_REFUSALS = [
  UNTRUSTED_ORACLE,
  UNTRUSTED_MINT,
  STAKES_CLOSE_AFTER_START,
  STAKES_CLOSE_NEAR_START,
  NO_CHALLENGE_WINDOW,
  CHALLENGE_WINDOW_SHORT,
  FIXTURE_SPORT_MISMATCH,
  FIXTURE_SPORT_UNKNOWN,
  STAT_NOT_STATED,
  RESULTS_TOO_EARLY,
  UNTRUSTED_ATTESTERS,
  TOO_MANY_ATTESTERS_NEEDED,
  ATTESTED_WINDOW_TOO_SHORT,
  NO_BOUND_FOR_LATE_ROOTS,
  UNTRUSTED_UPGRADES,
  CHAIN_CLOCK_BEHIND,
] as const;
export type StakeRefusal = (typeof STAKE_REFUSALS)[number];

/**
 * Facts that a staker on a parlay must know because the chain cannot: those for a market, but with the start, the
 * sport and the stats of every leg's fixture.
 */
export interface ParlayTrust extends Omit<StakeTrust, 'fixtureStart' | 'fixtureSport' | 'fixtureStatKeys'> {
  /** Starts of the fixtures in the order of the legs, in ms; `null` if unknown; an unknown start is refused. */
  readonly fixtureStarts: readonly (Milliseconds | null)[];
  /** Sports of the fixtures in the order of the legs; `null` if unknown; an unknown sport is refused. */
  readonly fixtureSports: readonly (Sport | null)[];
  /** What their sources state, in the order of the legs; `null` if unknown, which passes. */
  readonly fixtureStatKeys: readonly StatedKeys[];
}

/** An omitted start must not count as late enough, so an unknown start is refused. */
const START: OptionKind = {
  expected: 'a time in ms, or null where it is not known',
  fits: (value) => value === null || Number.isSafeInteger(value),
  code: STAKES_CLOSE_AFTER_START,
};

export const SPORT: OptionKind = {
  expected: `${SPORTS.join(', ')}, or null where it is not known`,
  fits: (value) => value === null || SPORTS.includes(value as Sport),
  code: FIXTURE_SPORT_UNKNOWN,
};

export const STAT_KEYS: OptionKind = {
  expected: 'a list of stat keys, all, or null where they are not known',
  fits: (value) => value === null || value === 'all' || (Array.isArray(value) && value.every(Number.isSafeInteger)),
};

/** `guardStake` checks the elements, leg by leg. */
const ONE_EACH: OptionKind = { expected: 'a list with one for each leg', fits: Array.isArray, code: INVALID_PARLAY };

export const REFUSALS: OptionKind = {
  expected: 'a list of error numbers',
  fits: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
};

const TRUSTED: OptionKind = {
  expected: 'a list of objects with set, an address, least and keys, integers from 1 to 16, and perhaps spare, to 15',
  fits: (value) => Array.isArray(value) && value.every(isTrusted),
};

const SPARE = /* @__PURE__ */ integerOf(0, 15);

const isTrusted = (one: unknown): boolean => {
  if (!isAttesters(one)) return false;
  const { keys, spare } = one as Partial<TrustedAttesters>;
  return KEY_COUNT.fits(keys) && (spare === undefined || SPARE.fits(spare));
};

const isDeployment = (value: unknown): boolean => {
  if (!OBJECT.fits(value)) return false;
  const { oracle, lateAfter, upgradeAuthorities } = value as Partial<StakeDeployment>;
  return ADDRESS.fits(oracle) && Number.isSafeInteger(lateAfter) && ADDRESSES.fits(upgradeAuthorities);
};

const DEPLOYMENT: OptionKind = {
  expected: 'an object with oracle, lateAfter and upgradeAuthorities, or null where it is not known',
  fits: (value) => value === null || isDeployment(value),
};

export const STAKE: OptionRules<StakeTrust> = {
  oraclePrograms: required(ADDRESSES),
  mints: required(ADDRESSES),
  fixtureStart: required(START),
  fixtureSport: required(SPORT),
  fixtureStatKeys: required(STAT_KEYS),
  deployment: required(DEPLOYMENT),
  upgradeAuthorities: deliberate(ADDRESSES),
  attesters: deliberate(TRUSTED),
  mustBeAttested: deliberate(BOOLEAN),
  accept: optional(REFUSALS),
};

const { fixtureStart: _start, fixtureSport: _sport, fixtureStatKeys: _keys, ...COMMON } = STAKE;
const PARLAY: OptionRules<ParlayTrust> = {
  ...COMMON,
  fixtureStarts: required(ONE_EACH),
  fixtureSports: required(ONE_EACH),
  fixtureStatKeys: required(ONE_EACH),
};

/**
 * Checks a staker's trust at run time. `null` states deliberately that a start or sport is unknown, so leaving it out
 * is an error too.
 *
 * Errors: STAKES_CLOSE_AFTER_START and FIXTURE_SPORT_UNKNOWN for a missing or invalid start or sport; UNKNOWN_OPTION,
 * MISSING_OPTION and WRONG_OPTION for everything else.
 */
export const checkStakeTrust = (trust: unknown): void => checkOptions('guardStake', trust, STAKE);

/**
 * Checks a parlay staker's trust at run time. Errors: those of `checkStakeTrust`; INVALID_PARLAY when a list is
 * missing.
 */
export const checkParlayTrust = (trust: unknown): void => checkOptions('guardParlayStake', trust, PARLAY);
