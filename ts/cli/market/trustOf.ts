import type { PublicKey } from '@solana/web3.js';
import { fail, quoted } from '../../error/index.js';
import type { Milliseconds } from '../../format/index.js';
import type { OracleConfig, ProgramIds, StakeRefusal, StakeTrust } from '../../program/index.js';
import { publicKeyOf } from '../optionValue.js';

export interface TrustFlags {
  readonly trustMint?: readonly string[];
  readonly accept?: string;
}

const REFUSALS: readonly StakeRefusal[] = [7017, 7018, 7019, 7020];

/**
 * Whom to trust: the oracle program of the deployment, its stablecoin and the mints that the options name; what the options accept is not
 * refused. Errors: 7015.
 */
export function trustOf(
  flags: TrustFlags,
  { oracle }: ProgramIds,
  { stablecoinMint }: OracleConfig,
  fixtureStart: Milliseconds | null,
): StakeTrust {
  const named: PublicKey[] = (flags.trustMint ?? []).map((text) => publicKeyOf('trust-mint', text));
  return {
    oraclePrograms: [oracle],
    mints: [stablecoinMint, ...named],
    fixtureStart,
    accept: acceptedOf(flags.accept),
  };
}

function acceptedOf(text: string | undefined): StakeRefusal[] {
  if (text === undefined) return [];
  return text
    .split(',')
    .map(
      (number) =>
        REFUSALS.find((one) => String(one) === number.trim()) ??
        fail(7015, { message: `--accept ${quoted(number)} is none of ${REFUSALS.join(', ')}.` }),
    );
}
