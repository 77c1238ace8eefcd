/**
 * The integers of a value that is bytes but no text, and the object or list that holds them in the document: a list; a
 * `Uint8Array`; or what `JSON.stringify` makes of either. Undefined for anything else, also for arrays of wider elements.
 */
export function integersIn(value: unknown): { readonly list: readonly unknown[]; readonly holder: object } | undefined {
  if (Array.isArray(value)) return { list: value, holder: value };
  if (typeof value !== 'object' || value === null) return undefined;
  // Not `instanceof`: a value may come from another realm.
  const tag = Object.prototype.toString.call(value);
  if (/^\[object (Uint8|Int8|Uint8Clamped)Array\]$/.test(tag))
    return { list: Array.from(value as Uint8Array), holder: value };
  const fields = value as Record<string, unknown>;
  if (tag !== '[object Object]') return undefined;
  const names = Object.keys(fields);
  if (names.length === 2 && fields.type === 'Buffer' && Array.isArray(fields.data))
    return { list: fields.data, holder: fields.data };
  if (names.length > 0 && names.every((name, i) => name === `${i}`))
    return { list: Object.values(fields), holder: value };
  return undefined;
}
