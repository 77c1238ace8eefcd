/**
 * The form of answers. `described`: the form of the service's description, with Pascal case and Base64. `observed`: the
 * form that deployed clients of the reference expect, with camel case and arrays of 32 integers.
 */
export type Wire = 'described' | 'observed';

/** Encodes a hash or root. */
export function hashOn(wire: Wire, hash: Uint8Array): string | number[] {
  return wire === 'described' ? Buffer.from(hash).toString('base64') : [...hash];
}

/** Encodes an object of a score answer; pass Pascal-case keys. */
export function objectOn(wire: Wire, object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (wire === 'described') return object;
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [lowerFirst(name), value]));
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
