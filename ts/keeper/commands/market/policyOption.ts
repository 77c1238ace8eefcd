import { Option } from 'commander';
import { choice } from 'linesman/cli';
import type { FinalityPolicy } from 'linesman/program';

/** The policies that results can have, as options name them. */
export const RESULT_POLICIES = ['finalised', 'regular-time', 'half-time'] as const;
/** Those that markets can have. */
export const MARKET_POLICIES = [...RESULT_POLICIES, 'signed-final'] as const;

export type ResultPolicyName = (typeof RESULT_POLICIES)[number];
export type MarketPolicyName = (typeof MARKET_POLICIES)[number];

const POLICIES: Readonly<Record<MarketPolicyName, FinalityPolicy>> = {
  finalised: 'Finalised',
  'regular-time': 'RegularTime',
  'half-time': 'HalfTime',
  'signed-final': 'SignedFinal',
};

export const policyOf = (name: MarketPolicyName): FinalityPolicy => POLICIES[name];

/** The option `--finality`. */
export const policyOption = (names: readonly MarketPolicyName[]): Option =>
  new Option('--finality <policy>', names.join(', ')).argParser(choice('--finality', names)).default('finalised');
