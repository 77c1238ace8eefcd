import type { ProofBuffer } from '../account/proofBuffer.js';
import type { Address } from '../address/address.js';
import { encode } from '../borsh/codec.js';
import type { Instruction } from '../instruction/instruction.js';
import { terms as termsCodec } from '../wire/terms.js';
import { bufferUpload, type UploadTransaction } from './bufferUpload.js';
import { type CreateMarketParameters, createMarketAddresses, withAttesterSet } from './createMarketInstruction.js';
import { createMarketFromBuffer } from './instructions.js';

export interface BufferedCreateMarketParameters extends CreateMarketParameters {
  /** The id that the creator chooses for the buffer (u64). Default: the market's id. */
  readonly bufferId?: bigint;
  /** Pays for the transactions. Default: the creator. */
  readonly payer?: Address;
  /** The result of `readProofBuffer`, to resume an interrupted upload. */
  readonly standing?: ProofBuffer | null;
}

export interface BufferedCreateMarket {
  /** Address of the buffer. */
  readonly buffer: Address;
  /** In the order of their steps; those of step `write` can be sent together. The creator signs all of them. */
  readonly transactions: readonly {
    readonly step: UploadTransaction['step'] | 'create_market';
    readonly instructions: readonly Instruction[];
  }[];
}

/**
 * The transactions that create a market whose terms are too large for one: upload the terms to a buffer, then create
 * the market and close the buffer in a single transaction.
 *
 * Errors: INVALID_NUMBER names the field of the terms that is missing or out of range.
 *
 * @example
 * ```ts
 * import { bufferedCreateMarketTransactions, type CreateMarketParameters } from '@linesman/sdk/program';
 *
 * declare const parameters: CreateMarketParameters; // as for createMarketInstruction
 * const { transactions } = bufferedCreateMarketTransactions(parameters);
 * for (const { step, instructions } of transactions) console.log(step, instructions.length);
 * ```
 */
export function bufferedCreateMarketTransactions(parameters: BufferedCreateMarketParameters): BufferedCreateMarket {
  const { programs, creator, id, terms, bufferId = id } = parameters;
  const upload = bufferUpload({ ...parameters, owner: creator, id: bufferId }, encode(termsCodec, terms));
  const { buffer, transactions, close } = upload;
  const addresses = { ...createMarketAddresses(parameters), buffer };
  const create = withAttesterSet(terms, createMarketFromBuffer.build(programs.settlement, addresses, { id }));
  return { buffer, transactions: [...transactions, { step: 'create_market', instructions: [create, close] }] };
}
