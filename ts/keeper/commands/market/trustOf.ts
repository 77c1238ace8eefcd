import { fail, UNKNOWN_CHOICE } from 'linesman/error';
import {
  type OracleConfig,
  type ProgramIds,
  STAKE_REFUSALS,
  type StakeRefusal,
  type StakeTrust,
} from 'linesman/program';
import type { Fixture } from './fixtureOf.js';
import type { TrustFlags } from './marketOptions.js';

/**
 * Whom to trust: the oracle program of the deployment, its stablecoin and the mints that the options name, and the
 * service about the fixture; what the options accept is not refused. Errors: UNKNOWN_CHOICE.
 */
export function trustOf(
  flags: TrustFlags,
  { oracle }: ProgramIds,
  { stablecoinMint }: OracleConfig,
  fixture: Fixture | null,
): StakeTrust {
  return {
    oraclePrograms: [oracle],
    mints: [stablecoinMint, ...(flags.trustMint ?? [])],
    fixtureStart: fixture?.start ?? null,
    fixtureSport: fixture?.sport ?? null,
    accept: acceptedOf(flags.accept),
  };
}

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
