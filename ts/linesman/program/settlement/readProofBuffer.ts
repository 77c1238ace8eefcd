import { fetchAccount } from '../account/fetchAccount.js';
import { type ProofBuffer, proofBufferAccount } from '../account/proofBuffer.js';
import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { bufferAddress } from '../address/settlement.js';
import type { Chain } from '../chain.js';
import type { ProgramIds } from '../programId.js';

/**
 * What stands in the proof buffer that `owner` has under the number `id`, complete or not; `null` when there is none.
 * Errors: UNEXPECTED_ACCOUNT the bytes are not of a buffer.
 */
export async function readProofBuffer(
  chain: Chain,
  programs: ProgramIds,
  owner: Address,
  id: bigint,
): Promise<ProofBuffer | null> {
  const { address } = bufferAddress(owner, id, programs.settlement);
  const account = await chain.account(address);
  // Anybody can send lamports to an address; that makes no buffer, and hinders none.
  if (account === null || account.owner === SYSTEM_PROGRAM_ID) return null;
  return await fetchAccount(chain, proofBufferAccount, address, programs.settlement);
}
