import { INVALID_BUFFER } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import { option, struct } from '../borsh/codec.js';
import type { ArgsOf } from '../instruction/define.js';
import { encodeArguments } from '../instruction/encodeArguments.js';
import { statLeaf } from '../wire/hashedTypes.js';
import { resultProof } from '../wire/resultProof.js';
import { type postResult, settle } from './instructions.js';

/** The most bytes that a proof buffer can hold. */
export const MAX_BUFFER_LENGTH = 10_000;

/**
 * The content of a proof buffer for a settlement: the data of a `settle` instruction without its discriminator.
 *
 * Errors: INVALID_BUFFER above 10,000 bytes.
 *
 * @example
 * ```ts
 * import { bufferContent, settle, settleArgs } from '@linesman/sdk/program';
 * import type { StatProof } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProof;
 * const content = bufferContent(settle.encode(settleArgs({ proof, form: 'compact' })));
 * ```
 */
export function bufferContent(settleData: Uint8Array): Uint8Array {
  return checkedLength(settleData.slice(settle.discriminator.length));
}

/**
 * The content of a proof buffer for posting a result: proof and witness, without the fixture, sport, policy and
 * attesters that the instruction names.
 *
 * Errors: INVALID_BUFFER above 10,000 bytes.
 *
 * @example
 * ```ts
 * import { postResultArgs, type PostResultParameters, resultBufferContent } from '@linesman/sdk/program';
 *
 * declare const parameters: PostResultParameters;
 * const content = resultBufferContent(postResultArgs(parameters));
 * ```
 */
export function resultBufferContent({ proof, witness }: Pick<PostResultArgs, 'proof' | 'witness'>): Uint8Array {
  return checkedLength(encodeArguments('post_result_from_buffer', contentOfResult, { proof, witness }));
}

type PostResultArgs = ArgsOf<typeof postResult>;

const contentOfResult = struct({ proof: resultProof, witness: option(statLeaf) });

function checkedLength(content: Uint8Array): Uint8Array {
  if (content.length > MAX_BUFFER_LENGTH)
    return fail(INVALID_BUFFER, { bytes: content.length, limit: MAX_BUFFER_LENGTH });
  return content;
}
