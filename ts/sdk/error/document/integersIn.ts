/** Integers, and the object or list that holds them in the document. */
export interface Integers {
  readonly list: readonly unknown[];
  readonly holder: object;
}

/**
 * The integers of a value that holds bytes but is not text: a list; a `Uint8Array`; or the JSON of a `Buffer` or a
 * `Uint8Array`. Undefined for anything else, also for arrays of wider elements.
 */
export function integersIn(value: unknown): Integers | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const of = (list: readonly unknown[], holder: object = list): Integers => ({ list, holder });
  if (Array.isArray(value)) return of(value);
  // Not `instanceof`, because a value may come from another realm.
  if (ArrayBuffer.isView(value))
    return (value as Uint8Array).BYTES_PER_ELEMENT === 1 ? of(Array.from(value as Uint8Array), value) : undefined;
  const fields = value as Record<string, unknown>;
  const names = Object.keys(fields);
  if (names.length === 2 && fields.type === 'Buffer' && Array.isArray(fields.data)) return of(fields.data);
  return names.length > 0 && names.every((name, i) => name === `${i}`) ? of(Object.values(fields), value) : undefined;
}
