import type { Hash } from './hash.js';
import { runtimeModule } from './runtimeModule.js';

/**
 * The encoding in which the runtime's one-shot hash returns text: a character for two bytes, because reading characters
 * costs more than anything but the hash itself. Requesting bytes would allocate a `Buffer` each time.
 */
export const HASH_ENCODING = 'utf16le';

/** Writes a hash of 32 bytes, as text in that encoding, to `bytes` from `at` on. */
export function putHash(text: string, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    const two = text.charCodeAt(i);
    bytes[at + 2 * i] = two;
    bytes[at + 2 * i + 1] = two >> 8;
  }
}

/** `crypto.hash`. */
type RuntimeHash = (algorithm: 'sha256', bytes: Uint8Array, encoding: typeof HASH_ENCODING) => string;

const { hash } = (runtimeModule('node:crypto') ?? {}) as { hash?: RuntimeHash };

/** `#sha256` in Node: the runtime's one-shot hash, four times as fast as JavaScript; undefined before Node 20.12. */
export const byRuntime: ((bytes: Uint8Array) => Hash) | undefined =
  hash && ((bytes) => bytesOf(hash('sha256', bytes, HASH_ENCODING)));

function bytesOf(text: string): Hash {
  const bytes = new Uint8Array(32);
  putHash(text, bytes, 0);
  return bytes as Hash;
}
