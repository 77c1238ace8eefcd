import { base58 } from '@scure/base';
import { fail, INVALID_ADDRESS } from '../../error/index.js';

type Nominal<Key extends string, Marker extends string> = {
  readonly [K in `__${Key}:@solana/kit`]: Marker;
};

/**
 * An address of the chain: 32 bytes in Base58. The type is the one of `@solana/kit`, so addresses go from one to the
 * other as they are; equal addresses are equal strings.
 */
export type Address<Text extends string = string> = Text &
  Nominal<'brand', 'Address'> &
  Nominal<'stringEncoding', 'base58'>;

/** Of 32 bytes in Base58: 32 for zeros, up to 44. Nothing longer is decoded, which takes quadratic time. */
const LONGEST = 44;

/**
 * Checks that a text is an address. Errors: INVALID_ADDRESS it is not 32 bytes in Base58.
 *
 * @example
 * ```ts
 * import { address } from 'linesman/program';
 *
 * const mint = address('So11111111111111111111111111111111111111112');
 * ```
 */
export function address<Text extends string>(text: Text): Address<Text> {
  return bytesOfAddress(text) ? (text as Address<Text>) : fail(INVALID_ADDRESS, { value: text });
}

/** Whether a value is an address. */
export const isAddress = (value: unknown): value is Address => bytesOfAddress(value) !== undefined;

/** The address of 32 bytes. Errors: INVALID_ADDRESS another number of them. */
export function addressOf(bytes: Uint8Array): Address {
  return bytes.length === 32 ? (base58.encode(bytes) as Address) : fail(INVALID_ADDRESS, { value: bytes });
}

/** The 32 bytes of an address. Errors: INVALID_ADDRESS of what is none, past the types. */
export function addressBytes(of: Address): Uint8Array {
  return bytesOfAddress(of) ?? fail(INVALID_ADDRESS, { value: of });
}

/** The 32 bytes of a value that is an address; undefined of any other. */
export function bytesOfAddress(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length > LONGEST) return undefined;
  try {
    const bytes = base58.decode(value);
    return bytes.length === 32 ? bytes : undefined;
  } catch {
    return undefined;
  }
}
