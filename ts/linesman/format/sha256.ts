import { sha256 as digest } from '@noble/hashes/sha2.js';
import { byRuntime } from '#sha256';
import type { Hash } from './hash.js';

/** SHA-256 of the bytes; every hash of the proof format is one. */
export const sha256: (bytes: Uint8Array) => Hash = byRuntime ?? portableSha256;

/** The same in plain JavaScript. */
export function portableSha256(bytes: Uint8Array): Hash {
  return digest(bytes) as Uint8Array as Hash;
}
