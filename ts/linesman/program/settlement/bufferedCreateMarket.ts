import type { ProofBuffer } from '../account/proofBuffer.js';
import type { Address } from '../address/address.js';
import { encode } from '../borsh/codec.js';
import type { Instruction } from '../instruction/instruction.js';
import { createMarketFromBuffer } from '../instruction/settlement/createMarketFromBuffer.js';
import { terms as termsCodec } from '../wire/terms.js';
import { bufferUpload, type UploadTransaction } from './bufferUpload.js';
import { type CreateMarketParameters, createMarketAddresses } from './createMarketInstruction.js';

export interface BufferedCreateMarketParameters extends CreateMarketParameters {
  /** The creator's number for the buffer (u64); the market's own when left out. */
  readonly bufferId?: bigint;
  /** Who pays for the transactions; the creator when left out. */
  readonly payer?: Address;
  /** What `readProofBuffer` has found: an interrupted upload goes on where it stopped. */
  readonly standing?: ProofBuffer | null;
}

export interface BufferedCreateMarket {
  /** Address of the buffer. */
  readonly buffer: Address;
  /** In the order of their steps; those of step `write` can be sent at once. All need the creator's signature. */
  readonly transactions: readonly {
    readonly step: UploadTransaction['step'] | 'create_market';
    readonly instructions: readonly Instruction[];
  }[];
}

/**
 * The transactions that make a market whose terms no transaction holds: fill a buffer with them, then make the market and close the
 * buffer in one.
 */
export function bufferedCreateMarketTransactions(parameters: BufferedCreateMarketParameters): BufferedCreateMarket {
  const { programs, creator, id, terms, bufferId = id } = parameters;
  const upload = bufferUpload({ ...parameters, owner: creator, id: bufferId }, encode(termsCodec, terms));
  const { buffer, transactions, close } = upload;
  const addresses = { ...createMarketAddresses(parameters), buffer };
  const create = createMarketFromBuffer.build(programs.settlement, addresses, { id });
  return { buffer, transactions: [...transactions, { step: 'create_market', instructions: [create, close] }] };
}
