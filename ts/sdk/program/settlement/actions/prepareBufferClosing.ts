import type { Address } from '../../address/address.js';
import { bufferAddress } from '../../address/settlement.js';
import type { Chain } from '../../chain.js';
import type { Instruction } from '../../instruction/instruction.js';
import type { ProgramIds } from '../../programId.js';
import { bufferIdOf } from '../bufferId.js';
import { bufferClose } from '../instructions.js';
import { readProofBuffer } from '../readProofBuffer.js';

/**
 * The instruction that closes an owner's buffer for a market or a result and so returns its rent; `null` when there is
 * no buffer. `owner` signs. Errors: UNEXPECTED_ACCOUNT.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, LOCALNET_PROGRAM_IDS, prepareBufferClosing } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const owner: Address;
 * declare const market: Address;
 * const closing = await prepareBufferClosing(chain, LOCALNET_PROGRAM_IDS, owner, market);
 * ```
 */
export async function prepareBufferClosing(
  chain: Chain,
  programs: ProgramIds,
  owner: Address,
  account: Address,
): Promise<Instruction | null> {
  const id = bufferIdOf(account);
  if ((await readProofBuffer(chain, programs, owner, id)) === null) return null;
  const buffer = bufferAddress(owner, id, programs.settlement).address;
  return bufferClose.build(programs.settlement, { owner, buffer }, {});
}
