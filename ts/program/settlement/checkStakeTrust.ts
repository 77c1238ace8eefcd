import { checkOptions, type OptionKind, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { SPORTS, type Sport } from '../../format/index.js';
import { ADDRESSES } from '../../format/optionKinds.js';
import type { ParlayTrust } from './guardParlayStake.js';
import type { StakeTrust } from './guardStake.js';

/** A start that is left out would be later than no close of stakes: it is not known, which is refused alike. */
const START: OptionKind = {
  expected: 'a time in ms, or null where it is not known',
  fits: (value) => value === null || Number.isSafeInteger(value),
  number: 7019,
};

const SPORT: OptionKind = {
  expected: `${SPORTS.join(', ')}, or null where it is not known`,
  fits: (value) => value === null || SPORTS.includes(value as Sport),
  number: 7161,
};

/** What stands in the list for each leg is looked at with the leg. */
const ONE_EACH: OptionKind = { expected: 'a list with one for each leg', fits: Array.isArray, number: 6245 };

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
 * The trust of a staker, as it comes at run time. Errors: 7019 no start and 7161 no sport, which `null` says on purpose;
 * 7166 to 7168 for everything else.
 */
export const checkStakeTrust = (trust: unknown): void => checkOptions('guardStake', trust, STAKE);

/** The same for a parlay; 6245 a list is missing. */
export const checkParlayTrust = (trust: unknown): void => checkOptions('guardParlayStake', trust, PARLAY);
