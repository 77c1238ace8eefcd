import type { MarketTerms } from '../../wire/terms.js';
import type { StakeTrust } from './checkStakeTrust.js';
import { reviewStake } from './reviewStake.js';

/**
 * Refuses risky terms, so that no user stakes on them by accident.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of `trust`; the first of {@link reviewStake}, which follows
 * the order of {@link STAKE_REFUSALS}, that `trust` does not accept.
 *
 * @example
 * ```ts
 * import type { Milliseconds } from '@linesman/sdk/format';
 * import {
 *   type Address,
 *   type Chain,
 *   fetchStakeDeployment,
 *   guardStake,
 *   LOCALNET_PROGRAM_IDS,
 *   type Market,
 * } from '@linesman/sdk/program';
 *
 * declare const market: Market; // read from the chain
 * declare const usdc: Address;
 * declare const start: Milliseconds;
 * declare const chain: Chain;
 * const programs = LOCALNET_PROGRAM_IDS;
 * guardStake(market.terms, {
 *   oraclePrograms: [programs.oracle],
 *   mints: [usdc],
 *   fixtureStart: start,
 *   fixtureSport: 'soccer',
 *   fixtureStatKeys: null,
 *   deployment: await fetchStakeDeployment(chain, programs),
 * });
 * ```
 */
export function guardStake(terms: MarketTerms, trust: StakeTrust): void {
  const refused = reviewStake(terms, trust).find(({ number }) => !trust.accept?.includes(number));
  if (refused) throw refused;
}
