import { getPublicKey, hashes, sign, utils } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { fail, INVALID_KEY_PAIR } from '../error/index.js';
import { equalBytes } from '../format/index.js';
import { type Address, addressOf } from './address/address.js';

hashes.sha512 ??= sha512;

/** Whoever signs for an address. */
export interface Signer {
  readonly address: Address;
  /** The Ed25519 signature of a message, 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** An Ed25519 key pair in memory. What prints or serializes it shows the address alone. */
export class KeyPair implements Signer {
  readonly address: Address;
  readonly #secretKey: Uint8Array;

  private constructor(secretKey: Uint8Array) {
    this.#secretKey = secretKey;
    this.address = addressOf(secretKey.subarray(32));
  }

  /** A new one, from the platform's random source. */
  static generate(): KeyPair {
    return KeyPair.fromSeed(utils.randomSecretKey());
  }

  /** The one of a seed of 32 bytes. Errors: INVALID_KEY_PAIR another length. */
  static fromSeed(seed: Uint8Array): KeyPair {
    if (seed.length !== 32) return fail(INVALID_KEY_PAIR, { problem: 'length', bytes: seed.length, length: 32 });
    const secretKey = new Uint8Array(64);
    secretKey.set(seed);
    secretKey.set(getPublicKey(seed), 32);
    return new KeyPair(secretKey);
  }

  /** The one of 64 bytes: seed, then public key. Errors: INVALID_KEY_PAIR another length, or the key of another seed. */
  static fromSecretKey(bytes: Uint8Array): KeyPair {
    if (bytes.length !== 64) return fail(INVALID_KEY_PAIR, { problem: 'length', bytes: bytes.length, length: 64 });
    const pair = KeyPair.fromSeed(bytes.subarray(0, 32));
    return equalBytes(pair.#secretKey, bytes) ? pair : fail(INVALID_KEY_PAIR, { problem: 'other public key' });
  }

  /** 64 bytes, as Solana's tools keep them: seed, then public key. */
  get secretKey(): Uint8Array {
    return this.#secretKey.slice();
  }

  /** What Node prints, getters included where they are asked for. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `KeyPair { address: '${this.address}' }`;
  }

  sign(message: Uint8Array): Uint8Array {
    return sign(message, this.#secretKey.subarray(0, 32));
  }
}
