import type { Milliseconds } from '../../format/slotTime.js';
import type { Sport } from '../../format/sports/sports.js';
import type { StatedKeys } from '../../format/statKey.js';
import type { Chain } from '../chain.js';
import type { ProgramIds } from '../programId.js';
import { fetchStakeDeployment } from './fetchStakeDeployment.js';
import { fetchTrustedAttesters } from './fetchTrustedAttesters.js';
import type { NamedAttesters, StakeTrust } from './rules/checkStakeTrust.js';

/** Whom and what a staker trusts, before the chain is asked about it. */
export interface StakerTrust
  extends Pick<StakeTrust, 'mints'>,
    Partial<Pick<StakeTrust, 'upgradeAuthorities' | 'mustBeAttested' | 'accept'>> {
  /** The facts about the match, from anybody but the creator of the market; `null`, or a fact that is: unknown. */
  readonly fixture: {
    readonly start: Milliseconds | null;
    readonly sport: Sport | null;
    readonly statKeys: StatedKeys;
  } | null;
  /** The attester sets that the staker trusts. If a set is named twice, the first counts. */
  readonly attesters?: readonly NamedAttesters[];
}

/**
 * The trust of a staker in the deployment that it uses: its oracle program, what the chain says about both programs and
 * about the attester sets, and what the staker says. Errors: ACCOUNT_NOT_FOUND and WRONG_ATTESTER_SET of a set; those
 * of the chain.
 *
 * @example
 * ```ts
 * import { type Chain, fetchOracleConfig, fetchStakeTrust, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const fixture: Parameters<typeof fetchStakeTrust>[2]['fixture']; // fixtureFacts of '@linesman/sdk/client'
 * const { stablecoinMint } = await fetchOracleConfig(chain, LOCALNET_PROGRAM_IDS.oracle);
 * const trust = await fetchStakeTrust(chain, LOCALNET_PROGRAM_IDS, { fixture, mints: [stablecoinMint] });
 * ```
 */
export async function fetchStakeTrust(
  chain: Pick<Chain, 'account'>,
  programs: ProgramIds,
  { fixture, mints, attesters = [], ...rest }: StakerTrust,
): Promise<StakeTrust> {
  const { oracle } = programs;
  const [deployment, trusted] = await Promise.all([
    fetchStakeDeployment(chain, programs),
    fetchTrustedAttesters(chain, attesters, oracle),
  ]);
  return {
    ...rest,
    oraclePrograms: [oracle],
    mints,
    fixtureStart: fixture?.start ?? null,
    fixtureSport: fixture?.sport ?? null,
    fixtureStatKeys: fixture?.statKeys ?? null,
    deployment,
    attesters: trusted,
  };
}
