import { type OptionRules, optional } from '../../format/checkOptions.js';
import { oneOf } from '../../format/optionKinds.js';
import type { VerifyOptions } from '../verify.js';
import { STAT_OPTIONS } from '../verifyStat.js';

/** Where a roots account was read: on chain, or in a case, which claims that the chain had it. */
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
