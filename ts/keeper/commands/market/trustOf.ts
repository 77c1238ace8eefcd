import { fail, UNKNOWN_CHOICE } from 'linesman/error';
import {
  type Address,
  type Attesters,
  type Chain,
  fetchAttesterSet,
  type OracleConfig,
  type ProgramIds,
  STAKE_REFUSALS,
  type StakeRefusal,
  type StakeTrust,
  type TrustedAttesters,
} from 'linesman/program';
import type { Fixture } from './fixtureOf.js';
import type { TrustFlags } from './marketOptions.js';

/** Where the trust comes from, beside the options. */
export interface TrustSources {
  readonly chain: Pick<Chain, 'account'>;
  readonly programs: ProgramIds;
  readonly config: OracleConfig;
  readonly fixture: Fixture | null;
  /** Attesters of terms of one's own. */
  readonly attesters?: Attesters | null;
}

/**
 * Whom to trust: the oracle program of the deployment, its stablecoin, the mints and attester sets that the options
 * name, and the service about the fixture; what the options accept is not refused. Errors: UNKNOWN_CHOICE;
 * ACCOUNT_NOT_FOUND and WRONG_ATTESTER_SET of a set; those of the chain.
 */
export async function trustOf(
  flags: TrustFlags,
  { chain, programs: { oracle }, config: { stablecoinMint }, fixture, attesters = null }: TrustSources,
): Promise<StakeTrust> {
  const sets = [...(attesters ? [attesters] : []), ...(flags.trustAttesters ?? [])];
  return {
    oraclePrograms: [oracle],
    mints: [stablecoinMint, ...(flags.trustMint ?? [])],
    fixtureStart: fixture?.start ?? null,
    fixtureSport: fixture?.sport ?? null,
    attesters: await Promise.all(sets.map((one) => withKeys(chain, oracle, one))),
    accept: acceptedOf(flags.accept),
  };
}

const withKeys = async (
  chain: Pick<Chain, 'account'>,
  oracle: Address,
  attesters: Attesters,
): Promise<TrustedAttesters> => {
  const { keys } = await fetchAttesterSet(chain, { set: attesters.set, oracle });
  return { ...attesters, keys: keys.length };
};

/** Errors: UNKNOWN_CHOICE. */
export function acceptedOf(text: string | undefined): StakeRefusal[] {
  if (text === undefined) return [];
  return text
    .split(',')
    .map(
      (number) =>
        STAKE_REFUSALS.find((one) => String(one) === number.trim()) ??
        fail(UNKNOWN_CHOICE, { option: '--accept', value: number, choices: STAKE_REFUSALS }),
    );
}
