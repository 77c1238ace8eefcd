import { PublicKey } from '@solana/web3.js';
import type { Codec } from './codec.js';
import { BorshFault } from './fault.js';

/** An address, 32 bytes. */
export const publicKey: Codec<PublicKey> = {
  write: (to, value, path) => {
    const bytes = bytesOf(value);
    if (bytes === null) throw new BorshFault(path, 'a PublicKey', value);
    to.put(bytes);
  },
  read: (from, path) => new PublicKey(from.take(32, path)),
};

/** By what it can do, not by its class: a caller's may be of another copy of web3.js. `null`: it is no address. */
function bytesOf(value: unknown): Uint8Array | null {
  if (typeof value !== 'object' || value === null) return null;
  const { toBytes } = value as { readonly toBytes?: unknown };
  const bytes: unknown = typeof toBytes === 'function' ? toBytes.call(value) : null;
  return ArrayBuffer.isView(bytes) && bytes.byteLength === 32 ? (bytes as Uint8Array) : null;
}
