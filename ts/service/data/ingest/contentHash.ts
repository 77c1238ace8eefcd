import { hash } from 'node:crypto';

/** SHA-256 of a JSON value, whatever the order of its names and its white space. What is stored is compared with it, so it never changes. */
export function contentHash(value: unknown): Uint8Array {
  return new Uint8Array(hash('sha256', JSON.stringify(inOneOrder(value)), 'buffer'));
}

/** The same value with the names of every object added by ascending code units. To put it into order first is a third of what a replacer costs. */
function inOneOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOneOrder);
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object);
  if (isIndex(names.at(-1)) && names.every((name) => typeof object[name] !== 'object')) return object;
  const ordered: Record<string, unknown> = {};
  for (const name of names.sort()) {
    const inner = inOneOrder(object[name]);
    // A name like any other in JSON, but to assign to it sets something else.
    if (name === '__proto__') Object.defineProperty(ordered, name, { value: inner, enumerable: true });
    else ordered[name] = inner;
  }
  return ordered;
}

/** Indices are listed before all other names, by their number, whatever was added when: where the last is one, all are. */
const isIndex = (name: string | undefined): boolean => name !== undefined && /^(0|[1-9]\d{0,8})$/.test(name);
