import { sha256 as digest } from '@noble/hashes/sha2.js';
import type { Hash } from './hash.js';

/** SHA-256 of the bytes; every hash of the proof format is one. */
export function sha256(bytes: Uint8Array): Hash {
  return digest(bytes) as Uint8Array as Hash;
}
