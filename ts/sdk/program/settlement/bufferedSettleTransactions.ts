import type { Address } from '../address/address.js';
import type { Instruction } from '../instruction/instruction.js';
import { bufferContent } from './bufferContent.js';
import { type BufferUploadParameters, bufferUpload, type UploadTransaction } from './bufferUpload.js';
import { settle, settleFromBuffer } from './instructions.js';
import { type SettleParameters, settleArgs } from './settleInstructions.js';
import { withProof } from './withProof.js';

export interface BufferedSettleParameters extends SettleParameters, BufferUploadParameters {}

/** The instructions of one transaction, in this order. */
export interface BufferedTransaction {
  readonly step: UploadTransaction['step'] | 'settle' | 'close';
  readonly instructions: Instruction[];
}

export interface BufferedSettle {
  /** Address of the buffer. */
  readonly buffer: Address;
  /** The content of the buffer. */
  readonly content: Uint8Array;
  /**
   * In the order of their steps. Those of step `write` are independent and can be sent together. Each fits the size
   * limit with a compute limit and a priority fee. The owner signs all of them except `settle`.
   */
  readonly transactions: BufferedTransaction[];
}

/**
 * The transactions that settle a market with a proof of up to 10,000 bytes: create the buffer, write, settle, close.
 * Chunks that `standing` already holds are left out; a buffer announced with another length or hash is closed and
 * created again.
 *
 * Errors: INVALID_BUFFER for a longer proof; UNKNOWN_SIGNER for a v4 proof when the terms have no signer; OVERFLOW for
 * a time outside the range of roots accounts; INVALID_COMPACT_FORM for a proof without a compact form.
 *
 * @example
 * ```ts
 * import {
 *   type BufferedSettleParameters,
 *   bufferedSettleTransactions,
 *   type Chain,
 *   readProofBuffer,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const parameters: BufferedSettleParameters;
 * const { programs, owner, id } = parameters;
 * const standing = await readProofBuffer(chain, programs, owner, id); // resumes an interrupted upload
 * const { transactions } = bufferedSettleTransactions({ ...parameters, standing });
 * transactions.map(({ step }) => step); // e.g. ['create', 'write', 'write', 'settle', 'close']
 * ```
 */
export function bufferedSettleTransactions(parameters: BufferedSettleParameters): BufferedSettle {
  const { settlement } = parameters.programs;
  const content = bufferContent(settle.encode(settleArgs(parameters)));
  const { buffer, transactions, close } = bufferUpload(parameters, content);
  const settling = withProof(parameters, (named) => settleFromBuffer.build(settlement, { ...named, buffer }, {}));
  return {
    buffer,
    content,
    transactions: [
      ...transactions,
      { step: 'settle', instructions: settling },
      { step: 'close', instructions: [close] },
    ],
  };
}
