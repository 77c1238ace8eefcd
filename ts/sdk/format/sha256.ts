import { sha256 as digest } from '@noble/hashes/sha2.js';
import { byRuntime } from '#sha256';
import type { Hash } from './hash.js';

/**
 * SHA-256, by the runtime if possible. Every hash of the proof format is a SHA-256 hash.
 *
 * @example
 * ```ts
 * import { bytesToHex, sha256 } from '@linesman/sdk/format';
 *
 * bytesToHex(sha256(Uint8Array.of(1)));
 * ```
 */
export const sha256: (bytes: Uint8Array) => Hash = byRuntime ?? portableSha256;

/**
 * SHA-256 in plain JavaScript.
 *
 * @example
 * ```ts
 * import { bytesToHex, portableSha256 } from '@linesman/sdk/format';
 *
 * bytesToHex(portableSha256(Uint8Array.of(1)));
 * ```
 */
export function portableSha256(bytes: Uint8Array): Hash {
  return digest(bytes) as Uint8Array as Hash;
}
