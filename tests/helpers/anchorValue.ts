import { PublicKey } from '@solana/web3.js';
import { layoutByteOf } from '../../ts/sdk/format/sport.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';

const camel = (name: string): string =>
  name.replace(/^[A-Z]|-[a-z]/g, (found) =>
    found.startsWith('-') ? found.slice(1).toUpperCase() : found.toLowerCase(),
  );

/** Converts to the values of Anchor's client: enums in its form, every number as decimal text, bytes as lists. */
export function asAnchor(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && ['finality', 'state', 'results', 'splits'].includes(name))
    return { [camel(value)]: {} };
  if (typeof value === 'string' && name === 'sport') return String(layoutByteOf(value as Sport));
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return [...value].map(String);
  if (Array.isArray(value)) return value.map((item) => asAnchor(item, name));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof PublicKey) return value;
  if (value.constructor?.name === 'BN') return value.toString();
  const { kind, ...fields } = value as Record<string, unknown>;
  const named = typeof kind === 'string' ? fields : value;
  const plain = Object.fromEntries(Object.entries(named).map(([key, inner]) => [key, asAnchor(inner, key)]));
  if (typeof kind !== 'string') return plain;
  // Of the forms of a proof, only this one has named fields.
  return { [kind.toLowerCase()]: 'statKeys' in plain ? plain : { 0: plain } };
}

/** Converts what Anchor's client has decoded in the same way. */
export function fromAnchor(value: unknown): unknown {
  if (typeof value === 'number') return value.toString();
  if (Array.isArray(value)) return value.map(fromAnchor);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return [...value].map(String);
  if ('toBase58' in value && typeof value.toBase58 === 'function') return value.toBase58();
  if (value.constructor?.name === 'BN') return value.toString();
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fromAnchor(inner)]));
}
