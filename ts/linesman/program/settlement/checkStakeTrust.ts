import { FIXTURE_SPORT_UNKNOWN, INVALID_PARLAY, STAKES_CLOSE_AFTER_START } from '../../error/index.js';
import { checkOptions, type OptionKind, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { SPORTS, type Sport } from '../../format/index.js';
import { ADDRESSES } from '../address/addressOption.js';
import type { ParlayTrust } from './guardParlayStake.js';
import type { StakeTrust } from './guardStake.js';

/** A start that is left out would be later than no close of stakes: it is not known, which is refused alike. */
const START: OptionKind = {
  expected: 'a time in ms, or null where it is not known',
  fits: (value) => value === null || Number.isSafeInteger(value),
  code: STAKES_CLOSE_AFTER_START,
};

const SPORT: OptionKind = {
  expected: `${SPORTS.join(', ')}, or null where it is not known`,
  fits: (value) => value === null || SPORTS.includes(value as Sport),
  code: FIXTURE_SPORT_UNKNOWN,
};

/** What stands in the list for each leg is looked at with the leg. */
const ONE_EACH: OptionKind = { expected: 'a list with one for each leg', fits: Array.isArray, code: INVALID_PARLAY };

const REFUSALS: OptionKind = {
  expected: 'a list of error numbers',
  fits: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
};

const STAKE: OptionRules<StakeTrust> = {
  oraclePrograms: required(ADDRESSES),
  mints: required(ADDRESSES),
  fixtureStart: required(START),
  fixtureSport: required(SPORT),
  accept: optional(REFUSALS),
};

const { fixtureStart: _start, fixtureSport: _sport, ...COMMON } = STAKE;
const PARLAY: OptionRules<ParlayTrust> = {
  ...COMMON,
  fixtureStarts: required(ONE_EACH),
  fixtureSports: required(ONE_EACH),
};

/**
 * The trust of a staker, as it comes at run time. Errors: STAKES_CLOSE_AFTER_START no start and FIXTURE_SPORT_UNKNOWN no
 * sport, which `null` says on purpose; UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION for everything else.
 */
export const checkStakeTrust = (trust: unknown): void => checkOptions('guardStake', trust, STAKE);

/** The same for a parlay. Errors besides: INVALID_PARLAY a list is missing. */
export const checkParlayTrust = (trust: unknown): void => checkOptions('guardParlayStake', trust, PARLAY);
