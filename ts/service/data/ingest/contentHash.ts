import { hash } from 'node:crypto';

/**
 * SHA-256 of a JSON value, independent of key order and white space. Stored hashes are compared with it, so it must
 * never change.
 */
export function contentHash(value: unknown): Uint8Array {
  return new Uint8Array(hash('sha256', JSON.stringify(inOneOrder(value)), 'buffer'));
}

/** The same value with all object keys in ascending code-unit order. Sorting first costs a third of a replacer. */
function inOneOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOneOrder);
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object);
  if (isIndex(names.at(-1)) && names.every((name) => typeof object[name] !== 'object')) return object;
  const ordered: Record<string, unknown> = {};
  for (const name of names.sort()) {
    const inner = inOneOrder(object[name]);
    // Assigning to this key would set the prototype instead.
    if (name === '__proto__') Object.defineProperty(ordered, name, { value: inner, enumerable: true });
    else ordered[name] = inner;
  }
  return ordered;
}

/**
 * Objects list index keys first, in numeric order, whatever their insertion order. So if the last key is an index, all
 * are.
 */
const isIndex = (name: string | undefined): boolean => name !== undefined && /^(0|[1-9]\d{0,8})$/.test(name);
