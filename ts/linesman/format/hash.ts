import { about, fail, hexed, INVALID_HASH } from '../error/index.js';
import type { Brand } from './brand.js';

/** 32 bytes: a SHA-256 value or something that stands in its place (a zero map, a marker). */
export type Hash = Brand<Uint8Array, 'Hash'>;

/** The root of a main tree, as published. */
export type Root = Brand<Hash, 'Root'>;

/** Checks the length; does not copy. Errors: INVALID_HASH. */
export function hashOf(bytes: Uint8Array, what = 'hash'): Hash {
  if (bytes.length !== 32)
    return fail(INVALID_HASH, { problem: 'length', ...about(what), bytes: bytes.length, length: 32 });
  return bytes as Hash;
}

/** Names a hash as the root of a main tree. */
export function rootOf(bytes: Uint8Array): Root {
  return hashOf(bytes, 'root') as Root;
}

/** 32 zero bytes: the root of a tree without leaves and the zero map of a record without stats. */
export const ZERO_HASH: Hash = new Uint8Array(32) as Hash;

/** Byte equality. Nothing here is secret, so time may depend on the content. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The first digits of a hash, for messages. */
export const shortHash = (hash: Uint8Array): string => hexed(hash, 4);
