import { INVALID_ADDRESS } from '../../error/codes/arguments.js';
import { fail } from '../../error/linesmanError.js';
import { base58Bytes } from '../../proof/base58Bytes.js';
import { base58Text } from './base58Text.js';

type Nominal<Key extends string, Marker extends string> = {
  readonly [K in `__${Key}:@solana/kit`]: Marker;
};

/**
 * An address on chain: 32 bytes in Base58. The type is that of `@solana/kit`, so addresses pass between the two
 * libraries without conversion. Equal addresses are equal strings.
 */
export type Address<Text extends string = string> = Text &
  Nominal<'brand', 'Address'> &
  Nominal<'stringEncoding', 'base58'>;

/**
 * 32 bytes take 32 (all zeros) to 44 Base58 digits. Longer text is rejected unread, because decoding takes quadratic
 * time.
 */
const LONGEST = 44;

/**
 * Checks that a text is an address. Errors: INVALID_ADDRESS unless it is 32 bytes in Base58.
 *
 * @example
 * ```ts
 * import { address } from '@linesman/sdk/program';
 *
 * const mint = address('So11111111111111111111111111111111111111112');
 * ```
 */
export function address<Text extends string>(text: Text): Address<Text> {
  return bytesOfAddress(text) ? (text as Address<Text>) : fail(INVALID_ADDRESS, { value: text });
}

/**
 * Whether a value is an address.
 *
 * @example
 * ```ts
 * import { isAddress } from '@linesman/sdk/program';
 *
 * isAddress('So11111111111111111111111111111111111111112'); // true
 * isAddress('So1'); // false
 * ```
 */
export const isAddress = (value: unknown): value is Address => bytesOfAddress(value) !== undefined;

/**
 * The address of 32 bytes. Errors: INVALID_ADDRESS for another length.
 *
 * @example
 * ```ts
 * import { addressOf } from '@linesman/sdk/program';
 *
 * addressOf(new Uint8Array(32)); // '11111111111111111111111111111111', the system program
 * ```
 */
export function addressOf(bytes: Uint8Array): Address {
  return bytes.length === 32 ? (base58Text(bytes) as Address) : fail(INVALID_ADDRESS, { value: bytes });
}

/**
 * The 32 bytes of an address. Errors: INVALID_ADDRESS for anything else that gets past the types.
 *
 * @example
 * ```ts
 * import { addressBytes, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * const key = addressBytes(LOCALNET_PROGRAM_IDS.oracle); // 32 bytes, e.g. for a seed of a PDA
 * ```
 */
export function addressBytes(address: Address): Uint8Array {
  return bytesOfAddress(address) ?? fail(INVALID_ADDRESS, { value: address });
}

/** The 32 bytes of an address; `undefined` for any other value. */
export function bytesOfAddress(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length > LONGEST) return undefined;
  const bytes = base58Bytes(value);
  return bytes?.length === 32 ? bytes : undefined;
}
