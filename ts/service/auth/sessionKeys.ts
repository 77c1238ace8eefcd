import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { fail, INVALID_SERVICE_KEY } from 'linesman/error';

/** ASN.1 in front of the 32 bytes of an Ed25519 seed (RFC 8410). */
const PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

interface SigningKey {
  readonly id: string;
  readonly secret: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * The keys that sign session tokens: one signs, and those before it are still accepted until every token they signed has ended.
 * Tokens say which key is theirs (`kid`): the first 16 hex digits of the SHA-256 of the public key.
 */
export class SessionKeys {
  private current: SigningKey;
  private readonly older = new Map<string, { readonly key: SigningKey; readonly until: number }>();

  /** From a seed of 32 bytes. */
  constructor(seed: Uint8Array) {
    this.current = signingKey(seed);
  }

  /** The key that signs now. */
  get signing(): { readonly id: string; readonly secret: KeyObject } {
    return this.current;
  }

  /**
   * A new key signs; the one before is accepted until `until` (ms), which is at least the life of a token away. Errors:
   * INVALID_SERVICE_KEY the same key.
   */
  rotate(seed: Uint8Array, until: number): void {
    const next = signingKey(seed);
    if (next.id === this.current.id) fail(INVALID_SERVICE_KEY, { problem: 'signs already', id: next.id });
    this.accept(this.current, until);
    this.current = next;
  }

  /**
   * At start: a key that signed before and is accepted until `until` (ms). Errors: INVALID_SERVICE_KEY the key that
   * signs.
   */
  acceptOlder(seed: Uint8Array, until: number): void {
    const key = signingKey(seed);
    if (key.id === this.current.id) fail(INVALID_SERVICE_KEY, { problem: 'signs still', id: key.id });
    this.accept(key, until);
  }

  /** The public key of an id, if it is accepted at `now` (ms). */
  accepted(id: string | undefined, now: number): KeyObject | undefined {
    if (id === this.current.id) return this.current.publicKey;
    const found = id === undefined ? undefined : this.older.get(id);
    return found && now < found.until ? found.key.publicKey : undefined;
  }

  private accept(key: SigningKey, until: number): void {
    this.older.set(key.id, { key, until });
  }
}

function signingKey(seed: Uint8Array): SigningKey {
  if (seed.length !== 32) fail(INVALID_SERVICE_KEY, { problem: 'length', bytes: seed.length });
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(secret);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { id: createHash('sha256').update(raw).digest('hex').slice(0, 16), secret, publicKey };
}
