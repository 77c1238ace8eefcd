import { type OptionRules, optional } from '../../format/checkOptions.js';
import { oneOf } from '../../format/optionKinds.js';
import type { VerifyOptions } from '../verify.js';
import { STAT_OPTIONS } from '../verifyStat.js';

/** The source of a roots account: the chain, or a case, which only claims that the account was on chain. */
export const ROOTS_SOURCES = ['chain', 'case'] as const;
export type RootsSource = (typeof ROOTS_SOURCES)[number];

export interface InspectOptions extends VerifyOptions {
  /** The wording of levels and checks about the root. It does not change the verdict. Default `chain`. */
  readonly rootsFrom?: RootsSource;
}

export const INSPECT_OPTIONS: OptionRules<InspectOptions> = {
  ...STAT_OPTIONS,
  rootsFrom: optional(oneOf(...ROOTS_SOURCES)),
};
