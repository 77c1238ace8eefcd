import { fail } from '../../error/index.js';
import { settle } from '../instruction/settlement/settle.js';

/** The most bytes that a proof buffer holds. */
export const MAX_BUFFER_LENGTH = 10_000;

/** What a proof buffer holds: the data of a `settle` instruction without its discriminator. Errors: 6242 for more than 10,000 bytes. */
export function bufferContent(settleData: Uint8Array): Uint8Array {
  const content = settleData.slice(settle.discriminator.length);
  if (content.length > MAX_BUFFER_LENGTH)
    return fail(6242, {
      message: `The proof has ${content.length} bytes; a buffer holds at most ${MAX_BUFFER_LENGTH}.`,
      hint: 'Prove fewer stats at once, or use the multiproof form (v3).',
      bytes: content.length,
    });
  return content;
}
