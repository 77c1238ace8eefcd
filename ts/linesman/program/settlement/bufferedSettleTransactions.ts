import type { Address } from '../address/address.js';
import type { Instruction } from '../instruction/instruction.js';
import { settle } from '../instruction/settlement/settle.js';
import { settleFromBuffer } from '../instruction/settlement/settleFromBuffer.js';
import { bufferContent } from './bufferContent.js';
import { type BufferUploadParameters, bufferUpload, type UploadTransaction } from './bufferUpload.js';
import { type SettleParameters, settleArgs } from './settleInstructions.js';
import { withProof } from './withProof.js';

export interface BufferedSettleParameters extends SettleParameters, BufferUploadParameters {}

/** The instructions of one transaction, which have to stay in this order. */
export interface BufferedTransaction {
  readonly step: UploadTransaction['step'] | 'settle' | 'close';
  readonly instructions: Instruction[];
}

export interface BufferedSettle {
  /** Address of the buffer. */
  readonly buffer: Address;
  /** What it will hold. */
  readonly content: Uint8Array;
  /**
   * In the order of their steps. Those of step `write` do not depend on each other and can be sent at once; each fits the network's
   * limit with a compute limit and a priority fee. All need the owner's signature, but `settle`.
   */
  readonly transactions: BufferedTransaction[];
}

/**
 * The transactions that settle a market with a proof of any size up to 10,000 bytes: create the buffer, write, settle, close. What
 * `standing` already has is left out; a buffer with another announcement is closed and made again.
 *
 * Errors: INVALID_BUFFER the proof is longer; UNKNOWN_SIGNER a v4 proof for a market without a signer; OVERFLOW a time that
 * has no roots account; INVALID_COMPACT_FORM a proof that has none.
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
