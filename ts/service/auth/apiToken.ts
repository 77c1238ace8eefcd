import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes tokens recognisable to secret scanners and to our own logs. */
export const API_TOKEN_PREFIX = 'lsm_';
const SHAPE = new RegExp(`^${API_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

/** A new API token: 256 random bits. Shown once; only its hash is stored. */
export function newApiToken(): string {
  return API_TOKEN_PREFIX + randomBytes(32).toString('base64url');
}

/** SHA-256 of a token; undefined if the text is not a token. */
export function apiTokenHash(token: string | undefined): Uint8Array | undefined {
  if (token === undefined || !SHAPE.test(token)) return undefined;
  return hash('sha256', token, 'buffer');
}

/** Compares hashes in constant time. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
