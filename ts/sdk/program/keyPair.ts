import { getPublicKey, hashes, sign, utils } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { INVALID_KEY_PAIR } from '../error/codes/arguments.js';
import { fail } from '../error/linesmanError.js';
import { equalBytes } from '../format/hash.js';
import { type Address, addressOf } from './address/address.js';

hashes.sha512 ??= sha512;

/** Signs for an address: a key pair, a wallet, a hardware key. */
export interface Signer {
  readonly address: Address;
  /** The Ed25519 signature of a message, 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/**
 * An Ed25519 key pair in memory. Printing or serializing it shows only the address.
 *
 * @example
 * ```ts
 * import { KeyPair } from '@linesman/sdk/program';
 *
 * const payer = KeyPair.generate();
 * const signature = payer.sign(new TextEncoder().encode('message'));
 * JSON.stringify(payer); // '{"address":"…"}': the secret key stays inside
 * ```
 */
export class KeyPair implements Signer {
  readonly address: Address;
  readonly #secretKey: Uint8Array;

  private constructor(secretKey: Uint8Array) {
    this.#secretKey = secretKey;
    this.address = addressOf(secretKey.subarray(32));
  }

  /** A new key pair from the platform's secure random source. */
  static generate(): KeyPair {
    return KeyPair.fromSeed(utils.randomSecretKey());
  }

  /** The key pair of a 32-byte seed. Errors: INVALID_KEY_PAIR for another length. */
  static fromSeed(seed: Uint8Array): KeyPair {
    if (seed.length !== 32) return fail(INVALID_KEY_PAIR, { problem: 'length', bytes: seed.length, length: 32 });
    const secretKey = new Uint8Array(64);
    secretKey.set(seed);
    secretKey.set(getPublicKey(seed), 32);
    return new KeyPair(secretKey);
  }

  /**
   * The key pair of a 64-byte secret key: seed, then public key. Errors: INVALID_KEY_PAIR for another length, or when
   * the public key does not belong to the seed.
   */
  static fromSecretKey(bytes: Uint8Array): KeyPair {
    if (bytes.length !== 64) return fail(INVALID_KEY_PAIR, { problem: 'length', bytes: bytes.length, length: 64 });
    const pair = KeyPair.fromSeed(bytes.subarray(0, 32));
    return equalBytes(pair.#secretKey, bytes) ? pair : fail(INVALID_KEY_PAIR, { problem: 'other public key' });
  }

  /** A copy of the 64 bytes that Solana's tools store: seed, then public key. */
  get secretKey(): Uint8Array {
    return this.#secretKey.slice();
  }

  /** Node prints this, even with getters shown. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `KeyPair { address: '${this.address}' }`;
  }

  sign(message: Uint8Array): Uint8Array {
    return sign(message, this.#secretKey.subarray(0, 32));
  }
}
