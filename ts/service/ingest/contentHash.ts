import { createHash } from 'node:crypto';

/** SHA-256 of a JSON value, whatever the order of its names and its white space. */
export function contentHash(value: unknown): Uint8Array {
  return new Uint8Array(createHash('sha256').update(inOneSpelling(value)).digest());
}

function inOneSpelling(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
