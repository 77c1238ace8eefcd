import { fail, INVALID_BUFFER } from '../../error/index.js';
import { settle } from '../instruction/settlement/settle.js';

/** The most bytes that a proof buffer can hold. */
export const MAX_BUFFER_LENGTH = 10_000;

/**
 * The content of a proof buffer for a settlement: the data of a `settle` instruction without its discriminator.
 *
 * Errors: INVALID_BUFFER above 10,000 bytes.
 *
 * @example
 * ```ts
 * import { bufferContent, settle, settleArgs } from 'linesman/program';
 * import type { StatProof } from 'linesman/proof';
 *
 * declare const proof: StatProof;
 * const content = bufferContent(settle.encode(settleArgs({ proof, form: 'compact' })));
 * ```
 */
export function bufferContent(settleData: Uint8Array): Uint8Array {
  const content = settleData.slice(settle.discriminator.length);
  if (content.length > MAX_BUFFER_LENGTH)
    return fail(INVALID_BUFFER, { bytes: content.length, limit: MAX_BUFFER_LENGTH });
  return content;
}
