import * as noble from '@noble/hashes/utils.js';

// With types of our own: declarations for CommonJS cannot read those of an ECMAScript module.

/**
 * Bytes as hex digits in lower case.
 *
 * @example
 * ```ts
 * import { bytesToHex } from '@linesman/sdk/format';
 *
 * bytesToHex(Uint8Array.of(1, 255)); // '01ff'
 * ```
 */
export const bytesToHex: (bytes: Uint8Array) => string = noble.bytesToHex;

/**
 * The bytes of hex digits in either case. Throws an `Error` for an odd number of digits and for other characters.
 *
 * @example
 * ```ts
 * import { hexToBytes } from '@linesman/sdk/format';
 *
 * hexToBytes('01ff'); // Uint8Array.of(1, 255)
 * ```
 */
export const hexToBytes: (hex: string) => Uint8Array<ArrayBuffer> = noble.hexToBytes;
