import { fetchRoots } from '../../program/account/fetchRoots.js';
import { LOCALNET_PROGRAM_IDS } from '../../program/programId.js';
import type { Proof } from '../../proof/proof.js';
import type { RootAttesters } from '../../proof/rootAttesters.js';
import { rootsPlaceOf } from '../../proof/rootsPlace.js';
import { rootAttesters } from '../../prove/rootAttesters.js';
import { accountReader } from '../../rpc/index.js';
import type { AttesterFlags } from './proofOptions.js';

/**
 * What --attesters needs from the chain for a proof in a file: the attester set and its attestation, and the roots,
 * unless they are given. Errors: those of `fetchRoots` and `rootAttesters`.
 */
export async function readVouching(
  proof: Proof,
  given: Uint8Array | undefined,
  {
    attesters: set,
    least = 1,
    rpc,
    oracle = LOCALNET_PROGRAM_IDS.oracle,
  }: AttesterFlags & { readonly attesters: string },
): Promise<{ readonly roots: Uint8Array; readonly attesters: RootAttesters }> {
  const chain = accountReader(rpc);
  const { kind, epochDay } = rootsPlaceOf(proof);
  const roots = given ?? (await fetchRoots(chain, { kind, epochDay, oracle })).data;
  return { roots, attesters: await rootAttesters(chain, { oracle, set, least }, proof) };
}
