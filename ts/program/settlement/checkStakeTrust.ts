import { checkOptions, type OptionKind, type OptionRules, optional, required } from '../../format/checkOptions.js';
import { ADDRESSES } from '../../format/optionKinds.js';
import type { ParlayTrust } from './guardParlayStake.js';
import type { StakeTrust } from './guardStake.js';

const isTime = (value: unknown): boolean => value === null || Number.isSafeInteger(value);

const START: OptionKind = { expected: 'a time in ms, or null', fits: isTime };

const STARTS: OptionKind = {
  expected: 'a list of times in ms, or null for each',
  fits: (value) => Array.isArray(value) && value.every(isTime),
};

const REFUSALS: OptionKind = {
  expected: 'a list of error numbers',
  fits: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
};

const STAKE: OptionRules<StakeTrust> = {
  oraclePrograms: required(ADDRESSES),
  mints: required(ADDRESSES),
  // Left out it would be later than no close of stakes.
  fixtureStart: required(START),
  accept: optional(REFUSALS),
};

const { fixtureStart: _, ...COMMON } = STAKE;
const PARLAY: OptionRules<ParlayTrust> = { ...COMMON, fixtureStarts: required(STARTS) };

/** 7166 to 7168 unless the trust is whole; `of` is the function that it was given to. */
export const checkStakeTrust = (of: string, trust: unknown): void => checkOptions(of, trust, STAKE);

/** The same for a parlay. */
export const checkParlayTrust = (of: string, trust: unknown): void => checkOptions(of, trust, PARLAY);
