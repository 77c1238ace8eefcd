import { type Attesters, type Chain, fetchRoots } from '@linesman/sdk/program';
import { type Proof, rootsPlaceOf } from '@linesman/sdk/proof';
import { rootAttesters } from '@linesman/sdk/prove';
import { chainReader } from '../frame/connection.js';
import { type Settings, trustedAttesters } from '../frame/settings.js';
import type { Roots, Vouched } from './roots.js';

/**
 * The roots account of a proof's day, as the node of the settings has it, and how many of the trusted attesters vouch
 * for the root; null without a node. Errors: those of `fetchRoots`; OVERFLOW for a proof whose time has no day.
 */
export async function chainRoots(proof: Proof, { oracle, attesters }: Settings): Promise<Roots | null> {
  const chain = chainReader();
  if (!chain) return null;
  const { kind, epochDay } = rootsPlaceOf(proof);
  const trusted = trustedAttesters(attesters) ?? [];
  const [{ data }, ...vouched] = await Promise.all([
    fetchRoots(chain, { kind, epochDay, oracle }),
    ...trusted.map((named) => vouchedBy(named, proof, oracle, chain)),
  ]);
  return { name: 'the chain', bytes: data, from: 'chain', program: oracle, vouched };
}

/** A set that cannot be read leaves the comparison with the chain as it is. */
async function vouchedBy(
  named: Attesters,
  proof: Proof,
  oracle: Settings['oracle'],
  chain: Pick<Chain, 'account'>,
): Promise<Vouched> {
  try {
    const attesters = await rootAttesters(chain, { oracle, ...named }, proof);
    return { ...named, attested: attesters.count(proof) };
  } catch (error) {
    return { ...named, attested: error instanceof Error ? error : new Error(`${error}`) };
  }
}
