import { FIXTURE_SPORT_MISMATCH, FIXTURE_SPORT_UNKNOWN } from '../../../error/codes/customers.js';
import {
  ATTESTED_WINDOW_TOO_SHORT,
  EVERY_ATTESTER_NEEDED,
  NO_CHALLENGE_WINDOW,
  RESULTS_TOO_EARLY,
  STAKES_CLOSE_AFTER_START,
  UNTRUSTED_ATTESTERS,
  UNTRUSTED_MINT,
  UNTRUSTED_ORACLE,
} from '../../../error/codes/library.js';
import { INVALID_PARLAY } from '../../../error/codes/settlement.js';
import {
  checkOptions,
  deliberate,
  type OptionKind,
  type OptionRules,
  optional,
  required,
} from '../../../format/checkOptions.js';
import { BOOLEAN } from '../../../format/optionKinds.js';
import type { Milliseconds } from '../../../format/slotTime.js';
import { SPORTS, type Sport } from '../../../format/sports/sports.js';
import type { Address } from '../../address/address.js';
import { ADDRESSES } from '../../address/addressOption.js';
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
  /** Attester sets that the caller trusts. Terms that name another set are refused. Default: none. */
  readonly attesters?: readonly TrustedAttesters[];
  /** Whether terms without attesters are refused. Default false. */
  readonly mustBeAttested?: boolean;
  /** Refusals to ignore, by error number. */
  readonly accept?: readonly StakeRefusal[];
}

/** An attester set, and how many vouchers are enough for the caller. */
export interface TrustedAttesters extends Attesters {
  /** How many keys the set has. This never changes. */
  readonly keys: number;
}

/** Refusals that a staker can choose to ignore, in the order in which they are checked. */
export const STAKE_REFUSALS = [
  UNTRUSTED_ORACLE,
  UNTRUSTED_MINT,
  STAKES_CLOSE_AFTER_START,
  NO_CHALLENGE_WINDOW,
  FIXTURE_SPORT_MISMATCH,
  FIXTURE_SPORT_UNKNOWN,
  RESULTS_TOO_EARLY,
  UNTRUSTED_ATTESTERS,
  EVERY_ATTESTER_NEEDED,
  ATTESTED_WINDOW_TOO_SHORT,
] as const;
export type StakeRefusal = (typeof STAKE_REFUSALS)[number];

/**
 * Facts that a staker on a parlay must know because the chain cannot: those for a market, but with the start and sport
 * of every leg's fixture.
 */
export interface ParlayTrust extends Omit<StakeTrust, 'fixtureStart' | 'fixtureSport'> {
  /** Starts of the fixtures in the order of the legs, in ms; `null` if unknown; an unknown start is refused. */
  readonly fixtureStarts: readonly (Milliseconds | null)[];
  /** Sports of the fixtures in the order of the legs; `null` if unknown; an unknown sport is refused. */
  readonly fixtureSports: readonly (Sport | null)[];
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

/** `guardStake` checks the elements, leg by leg. */
const ONE_EACH: OptionKind = { expected: 'a list with one for each leg', fits: Array.isArray, code: INVALID_PARLAY };

export const REFUSALS: OptionKind = {
  expected: 'a list of error numbers',
  fits: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
};

const TRUSTED: OptionKind = {
  expected: 'a list of objects with set, an address, and least and keys, integers from 1 to 16',
  fits: (value) => Array.isArray(value) && value.every(isTrusted),
};

const isTrusted = (one: unknown): boolean =>
  isAttesters(one) && KEY_COUNT.fits((one as Partial<TrustedAttesters>).keys);

export const STAKE: OptionRules<StakeTrust> = {
  oraclePrograms: required(ADDRESSES),
  mints: required(ADDRESSES),
  fixtureStart: required(START),
  fixtureSport: required(SPORT),
  attesters: deliberate(TRUSTED),
  mustBeAttested: deliberate(BOOLEAN),
  accept: optional(REFUSALS),
};

const { fixtureStart: _start, fixtureSport: _sport, ...COMMON } = STAKE;
const PARLAY: OptionRules<ParlayTrust> = {
  ...COMMON,
  fixtureStarts: required(ONE_EACH),
  fixtureSports: required(ONE_EACH),
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
