import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { fail, INVALID_SERVICE_KEY } from '@linesman/sdk/error';

/** ASN.1 prefix of a 32-byte Ed25519 seed (RFC 8410). */
const PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

interface SigningKey {
  readonly id: string;
  readonly secret: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * The keys for session tokens: one signs, earlier ones are accepted until all tokens they signed have expired. A token
 * names its key (`kid`): the first 16 hex digits of the SHA-256 of the public key.
 */
export class SessionKeys {
  private current: SigningKey;
  private readonly older = new Map<string, { readonly key: SigningKey; readonly until: number }>();

  /** `seed`: 32 bytes. */
  constructor(seed: Uint8Array) {
    this.current = signingKey(seed);
  }

  /** The current signing key. */
  get signing(): { readonly id: string; readonly secret: KeyObject } {
    return this.current;
  }

  /**
   * Switches to a new signing key. The previous key is accepted until `until` (ms), at least one token lifetime away.
   * Errors: INVALID_SERVICE_KEY when the key is the same.
   */
  rotate(seed: Uint8Array, until: number): void {
    const next = signingKey(seed);
    if (next.id === this.current.id) fail(INVALID_SERVICE_KEY, { problem: 'signs already', id: next.id });
    this.accept(this.current, until);
    this.current = next;
  }

  /**
   * Called at start: accepts a former signing key until `until` (ms). Errors: INVALID_SERVICE_KEY when it is the
   * current key.
   */
  acceptOlder(seed: Uint8Array, until: number): void {
    const key = signingKey(seed);
    if (key.id === this.current.id) fail(INVALID_SERVICE_KEY, { problem: 'signs still', id: key.id });
    this.accept(key, until);
  }

  /** The public key with this id, if accepted at `now` (ms). */
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
