import { INVALID_HASH } from '../error/codes/library.js';
import { about } from '../error/fieldPath.js';
import { fail } from '../error/linesmanError.js';
import { hexed } from '../error/quoted.js';
import type { Brand } from './brand.js';

/** 32 bytes: a SHA-256 hash, or a zero map or marker in its place. */
export type Hash = Brand<Uint8Array, 'Hash'>;

/** The published root of a main tree. */
export type Root = Brand<Hash, 'Root'>;

/**
 * Checks that there are 32 bytes and returns them, not a copy. Errors: INVALID_HASH.
 *
 * @param what Name of the hash in errors.
 *
 * @example
 * ```ts
 * import { hashOf, hexToBytes } from '@linesman/sdk/format';
 *
 * const leaf = hashOf(hexToBytes('00'.repeat(32)));
 * ```
 */
export function hashOf(bytes: Uint8Array, what = 'hash'): Hash {
  if (bytes.length !== 32)
    return fail(INVALID_HASH, { problem: 'length', ...about(what), bytes: bytes.length, length: 32 });
  return bytes as Hash;
}

/**
 * Marks 32 bytes as the root of a main tree. Errors: INVALID_HASH.
 *
 * @example
 * ```ts
 * import { hexToBytes, rootOf } from '@linesman/sdk/format';
 *
 * const root = rootOf(hexToBytes('ab'.repeat(32)));
 * ```
 */
export function rootOf(bytes: Uint8Array): Root {
  return hashOf(bytes, 'root') as Root;
}

/** 32 zero bytes: the root of a tree without leaves and the zero map of a record without stats. */
export const ZERO_HASH: Hash = new Uint8Array(32) as Hash;

/**
 * Compares bytes. Not constant-time, because nothing here is secret.
 *
 * @example
 * ```ts
 * import { equalBytes } from '@linesman/sdk/format';
 *
 * equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2)); // true
 * ```
 */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Formats the first 8 hex digits of a hash for messages.
 *
 * @example
 * ```ts
 * import { sha256, shortHash } from '@linesman/sdk/format';
 *
 * shortHash(sha256(new Uint8Array())); // 'e3b0c442…'
 * ```
 */
export const shortHash = (hash: Uint8Array): string => hexed(hash, 4);
