import { fetchRoots } from 'linesman/program';
import { type Proof, rootsPlaceOf } from 'linesman/proof';
import { chainReader } from '../frame/connection.js';
import type { Settings } from '../frame/settings.js';
import type { Roots } from './roots.js';

/**
 * The roots account of a proof's day, from the node of the settings; null without a node. Errors: those of
 * `fetchRoots`; OVERFLOW for a proof whose time has no day.
 */
export async function chainRoots(proof: Proof, { oracle }: Settings): Promise<Roots | null> {
  const chain = chainReader();
  if (!chain) return null;
  const { kind, epochDay } = rootsPlaceOf(proof);
  const { data } = await fetchRoots(chain, { kind, epochDay, oracle });
  return { name: 'the chain', bytes: data, from: 'chain', program: oracle };
}
