import { inspect } from 'node:util';
import { fail, INVALID_SERVICE_KEY } from '@linesman/sdk/error';
import { bytesToHex } from '@linesman/sdk/format';
import { OracleKey, placeName, type SecretPlace, secretText, seedOf } from '@linesman/sdk/node';
import { bytesFromText, checkOracleKey } from '@linesman/sdk/proof';
import { base58 } from '@scure/base';
import { refuseSeeds } from './seeds.js';

/** A public key as shown at `/.well-known/oracle-keys`. */
export interface PublishedKey {
  /** `current` signs now, `next` will; signatures of `retired` keys stay valid. */
  readonly status: 'current' | 'next' | 'retired';
  readonly algorithm: 'Ed25519';
  readonly base58: string;
  readonly hex: string;
}

/** The keys that sign version 4 answers. Printing it never shows a seed. */
export class OracleKeys {
  private readonly signing: OracleKey;

  /**
   * Errors: INVALID_SERVICE_KEY when a key has two roles or a retired one is a seed; INVALID_ORACLE_KEY when a retired
   * key is malformed.
   */
  constructor(
    current: OracleKey,
    readonly next: Uint8Array | null = null,
    readonly retired: readonly Uint8Array[] = [],
  ) {
    this.signing = current;
    this.refuseSeeds();
    const all = [current.publicKey, ...(next ? [next] : []), ...retired];
    for (const key of all) checkOracleKey(key);
    if (new Set(all.map(bytesToHex)).size !== all.length) fail(INVALID_SERVICE_KEY, { problem: 'two roles' });
  }

  /** The signing key; for proofs only. */
  get current(): OracleKey {
    return this.signing;
  }

  /**
   * Refuses a retired key that is the seed of a key in use, here or in one of `elsewhere`. Errors:
   * INVALID_SERVICE_KEY.
   */
  refuseSeeds(elsewhere: readonly Uint8Array[] = []): void {
    const known = [this.signing.publicKey, ...(this.next ? [this.next] : []), ...this.retired, ...elsewhere];
    refuseSeeds(
      this.retired.map((bytes, i) => ({ what: `Retired oracle key ${i}`, bytes })),
      known,
    );
  }

  /** All public keys, the current one first. */
  published(): readonly PublishedKey[] {
    const shown = (status: PublishedKey['status']) => (key: Uint8Array) =>
      ({ status, algorithm: 'Ed25519', base58: base58.encode(key), hex: bytesToHex(key) }) as const;
    return [
      shown('current')(this.signing.publicKey),
      ...(this.next ? [shown('next')(this.next)] : []),
      ...this.retired.map(shown('retired')),
    ];
  }

  toJSON(): readonly PublishedKey[] {
    return this.published();
  }

  [inspect.custom](): string {
    return `OracleKeys ${inspect(this.published())}`;
  }
}

/**
 * Reads `{"current": "<seed>", "next": "<seed>", "retired": ["<public key>"]}`. Seeds are 64 hex digits, public keys
 * hex, Base64 or Base58; `next` and `retired` are optional. Errors: INVALID_SERVICE_KEY and INVALID_ORACLE_KEY, which
 * never quote a seed.
 */
export function readOracleKeys(place: SecretPlace, environment?: NodeJS.ProcessEnv): OracleKeys {
  const name = placeName(place);
  const text = secretText(place, environment);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A parser error may quote the content.
    return fail(INVALID_SERVICE_KEY, { problem: 'not JSON', what: name });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(INVALID_SERVICE_KEY, { problem: 'no object', what: name });
  const { current, next, retired, ...rest } = value as Record<string, unknown>;
  const unknown = Object.keys(rest);
  if (unknown.length > 0)
    return fail(INVALID_SERVICE_KEY, { problem: 'unknown fields', what: name, count: unknown.length });
  if (retired !== undefined && !Array.isArray(retired))
    return fail(INVALID_SERVICE_KEY, { problem: 'no list', what: `${name}: retired` });
  return new OracleKeys(
    new OracleKey(seedOf(current, `${name}: current`)),
    next === undefined || next === null ? null : new OracleKey(seedOf(next, `${name}: next`)).publicKey,
    ((retired ?? []) as unknown[]).map((key, i) => publicKeyOf(key, `${name}: retired key ${i}`)),
  );
}

function publicKeyOf(text: unknown, what: string): Uint8Array {
  try {
    return bytesFromText(typeof text === 'string' ? text : '', 32, what);
  } catch {
    // The text may be a seed.
    return fail(INVALID_SERVICE_KEY, { problem: 'no public key', what });
  }
}
