import { fetchAccount } from '../account/fetchAccount.js';
import { type ProofBuffer, proofBufferAccount } from '../account/proofBuffer.js';
import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { bufferAddress } from '../address/settlement.js';
import type { Chain } from '../chain.js';
import type { ProgramIds } from '../programId.js';

/**
 * Reads the proof buffer that `owner` has under this id, complete or not; `null` without one.
 *
 * Errors: UNEXPECTED_ACCOUNT when the account is not a buffer of the settlement program.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, LOCALNET_PROGRAM_IDS, readProofBuffer } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const owner: Address;
 * const buffer = await readProofBuffer(chain, LOCALNET_PROGRAM_IDS, owner, 1n);
 * if (buffer) console.log(`${buffer.bytes.length} bytes announced`);
 * ```
 */
export async function readProofBuffer(
  chain: Chain,
  programs: ProgramIds,
  owner: Address,
  id: bigint,
): Promise<ProofBuffer | null> {
  const { address } = bufferAddress(owner, id, programs.settlement);
  const account = await chain.account(address);
  // Anyone can send lamports to the address. That neither creates a buffer nor prevents one.
  if (account === null || account.owner === SYSTEM_PROGRAM_ID) return null;
  return await fetchAccount(chain, proofBufferAccount, address, programs.settlement);
}
