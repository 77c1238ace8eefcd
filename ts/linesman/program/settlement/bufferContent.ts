import { fail, INVALID_BUFFER } from '../../error/index.js';
import { settle } from '../instruction/settlement/settle.js';

/** The most bytes that a proof buffer holds. */
export const MAX_BUFFER_LENGTH = 10_000;

/**
 * What a proof buffer holds: the data of a `settle` instruction without its discriminator. Errors: INVALID_BUFFER more than
 * 10,000 bytes.
 */
export function bufferContent(settleData: Uint8Array): Uint8Array {
  const content = settleData.slice(settle.discriminator.length);
  if (content.length > MAX_BUFFER_LENGTH)
    return fail(INVALID_BUFFER, { bytes: content.length, limit: MAX_BUFFER_LENGTH });
  return content;
}
