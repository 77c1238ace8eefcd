import { FIXTURE_SPORT_UNKNOWN, INVALID_PARLAY, STAKES_CLOSE_AFTER_START } from '../../../error/index.js';
import { checkOptions, type OptionKind, type OptionRules, optional, required } from '../../../format/checkOptions.js';
import { SPORTS, type Sport } from '../../../format/index.js';
import { ADDRESSES } from '../../address/addressOption.js';
import type { ParlayTrust } from './guardParlayStake.js';
import type { StakeTrust } from './guardStake.js';

/** A start left out must not pass as one that is late enough: an unknown start is refused. */
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

export const STAKE: OptionRules<StakeTrust> = {
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
