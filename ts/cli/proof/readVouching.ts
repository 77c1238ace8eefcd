import { fetchRoots } from '@linesman/sdk/internal/program/account/fetchRoots';
import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/internal/program/programId';
import type { Proof } from '@linesman/sdk/internal/proof/proof';
import type { RootAttesters } from '@linesman/sdk/internal/proof/rootAttesters';
import { rootsPlaceOf } from '@linesman/sdk/internal/proof/rootsPlace';
import { rootAttesters } from '@linesman/sdk/internal/prove/rootAttesters';
import { accountReader } from '@linesman/sdk/internal/rpc/accountReader';
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
