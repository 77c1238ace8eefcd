import { INVALID_NUMBER } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { type Codec, encode } from '../borsh/codec.js';
import { BorshFault } from '../borsh/fault.js';

/** Encodes the arguments of an instruction. Errors: INVALID_NUMBER names the argument that is out of range. */
export function encodeArguments<Args>(instruction: string, codec: Codec<Args>, args: Args): Uint8Array {
  try {
    return encode(codec, args);
  } catch (cause) {
    if (!(cause instanceof BorshFault)) throw cause;
    const { path, found: value, expected } = cause;
    return fail(INVALID_NUMBER, { instruction, path, value, expected });
  }
}
