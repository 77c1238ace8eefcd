import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** PKCS#8 header of an Ed25519 seed (RFC 8410). */
const PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** The oracle's Ed25519 key, which signs the payloads of version 4 proofs. */
export class OracleKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  private readonly secret: KeyObject;

  /** @param seed Ed25519 seed, 32 bytes. */
  constructor(seed: Uint8Array) {
    this.secret = createPrivateKey({
      key: Buffer.concat([PKCS8_PREFIX, seed]),
      format: 'der',
      type: 'pkcs8',
    });
    this.publicKey = new Uint8Array(createPublicKey(this.secret).export({ format: 'der', type: 'spki' }).subarray(-32));
  }

  /** Returns the 64 byte signature. Ed25519 is deterministic: the same message has the same signature. */
  sign(message: Uint8Array): Uint8Array {
    return new Uint8Array(sign(null, message, this.secret));
  }
}
