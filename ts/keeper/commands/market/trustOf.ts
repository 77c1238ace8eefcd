import { fail, STAT_NOT_STATED, UNKNOWN_CHOICE } from '@linesman/sdk/error';
import {
  type Attesters,
  type Chain,
  fetchStakeTrust,
  type OracleConfig,
  type ProgramIds,
  STAKE_REFUSALS,
  type StakeRefusal,
  type StakeTrust,
} from '@linesman/sdk/program';
import type { Fixture } from './fixtureOf.js';
import type { TrustFlags } from './marketOptions.js';

/** The sources of trust besides the options. */
export interface TrustSources {
  readonly chain: Pick<Chain, 'account'>;
  readonly programs: ProgramIds;
  /** `null` if the chain has no such oracle. */
  readonly config: Pick<OracleConfig, 'stablecoinMint'> | null;
  readonly fixture: Fixture | null;
  /** The attesters of terms that the user creates. */
  readonly attesters?: Attesters | null;
}

/**
 * The trusted parties: the oracle program of the deployment, its stablecoin, the mints, attester sets and upgrade
 * authorities that the options name, and the service for facts about the fixture. The options can also accept single
 * guards, and such a guard then refuses nothing. Errors: UNKNOWN_CHOICE; ACCOUNT_NOT_FOUND and WRONG_ATTESTER_SET of a
 * set; those of the chain.
 */
export async function trustOf(
  flags: TrustFlags,
  { chain, programs, config, fixture, attesters = null }: TrustSources,
): Promise<StakeTrust> {
  return await fetchStakeTrust(chain, programs, {
    fixture,
    mints: [...(config ? [config.stablecoinMint] : []), ...(flags.trustMint ?? [])],
    upgradeAuthorities: flags.trustAuthority ?? [],
    // The first that names a set counts: what the user says about it, before what its terms ask for.
    attesters: [...(flags.trustAttesters ?? []), ...(attesters ? [attesters] : [])],
    accept: acceptedOf(flags),
  });
}

/** Errors: UNKNOWN_CHOICE. */
export function acceptedOf({ accept, unstated }: Pick<TrustFlags, 'accept'> & { unstated?: boolean }): StakeRefusal[] {
  const numbers = accept
    ?.split(',')
    .map(
      (number) =>
        STAKE_REFUSALS.find((one) => String(one) === number.trim()) ??
        fail(UNKNOWN_CHOICE, { option: '--accept', value: number, choices: STAKE_REFUSALS }),
    );
  return [...(numbers ?? []), ...(unstated ? [STAT_NOT_STATED] : [])];
}
