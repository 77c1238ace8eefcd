import type { Hash } from './hash.js';
import { runtimeModule } from './runtimeModule.js';

/** One-shot hashing of the runtime; `binary`: one character for each byte. */
type RuntimeHash = (algorithm: 'sha256', bytes: Uint8Array, encoding: 'binary') => string;

const { hash } = (runtimeModule('node:crypto') ?? {}) as { hash?: RuntimeHash };

/** `#sha256` in Node: by the runtime, where that hashes at once; it is four times as fast. */
export const byRuntime: ((bytes: Uint8Array) => Hash) | undefined =
  hash && ((bytes) => bytesOf(hash('sha256', bytes, 'binary')));

/** Quicker than the runtime's own way to give bytes, which makes a `Buffer` each time. */
function bytesOf(text: string): Hash {
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) bytes[i] = text.charCodeAt(i);
  return bytes as Hash;
}
