/**
 * How answers are written. `described`: the service's own description, Pascal case and Base64. `observed`: what deployed clients of the
 * reference meet, camel case and arrays of 32 integers.
 */
export type Wire = 'described' | 'observed';

/** A hash or root. */
export function hashOn(wire: Wire, hash: Uint8Array): string | number[] {
  return wire === 'described' ? Buffer.from(hash).toString('base64') : [...hash];
}

/** An object of the score answers, written with Pascal-case keys here. */
export function objectOn(wire: Wire, object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (wire === 'described') return object;
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [lowerFirst(name), value]));
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
