/**
 * The shape of a value with parts, as data: a function that checks values needs only `hasShape`, and the text of its
 * error finds the wrong part with `faultIn`.
 */
export type Shape =
  | Part
  | { readonly orNull: Shape }
  /** At most one item may be as `once` says. */
  | { readonly list: Shape; readonly once?: Part }
  /** An object with exactly these fields. */
  | { readonly fields: Readonly<Record<string, Shape>> }
  /** An object with exactly one of these fields. */
  | { readonly variants: Readonly<Record<string, Shape>> }
  /** An object whose field `kind` is one of these names. */
  | { readonly kinds: Readonly<Record<string, Shape>> };

/** A value that is checked as a whole. */
export interface Part {
  /** Completes "… is 5, not …". */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function hasShape(shape: Shape, value: unknown): boolean {
  if ('fits' in shape) return shape.fits(value);
  if ('orNull' in shape) return value === null || hasShape(shape.orNull, value);
  if ('list' in shape)
    // Not `every`: it skips holes.
    return (
      Array.isArray(value) &&
      !Array.from(value).some((one) => !hasShape(shape.list, one)) &&
      !(shape.once && value.filter(shape.once.fits).length > 1)
    );
  if (!isObject(value)) return false;
  if ('kinds' in shape) return itemHasShape(shape.kinds, value.kind as string, value);
  const names = Object.keys(value);
  if ('variants' in shape)
    return names.length === 1 && names.every((name) => itemHasShape(shape.variants, name, value[name]));
  const { fields } = shape;
  return [...names, ...Object.keys(fields)].every((name) => itemHasShape(fields, name, value[name]));
}

const itemHasShape = (shapes: Readonly<Record<string, Shape>>, name: string, value: unknown): boolean =>
  Object.hasOwn(shapes, name) && hasShape(shapes[name] as Shape, value);
