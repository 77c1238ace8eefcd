import { isObject } from '../error/isObject.js';
import type { Shape } from '../error/shapeFault.js';

/** Shapes of values with parts. Each is a separate function, so that a bundle contains only those it uses. */

/** An object with exactly these fields. */
export const fieldsOf = <T>(fields: { readonly [K in keyof T]-?: Shape }): Shape => ({
  fields,
  fits: (value) =>
    isObject(value) &&
    [...Object.keys(value), ...Object.keys(fields)].every((name) => memberFits(fields, name, value[name])),
});

type Names<U> = U extends unknown ? keyof U : never;

/** An object with exactly one of these fields. */
export const variantOf = <U>(variants: { readonly [K in Names<U>]: Shape }): Shape => ({
  variants,
  fits: (value) => {
    if (!isObject(value)) return false;
    const [name = '', ...others] = Object.keys(value);
    return others.length === 0 && memberFits(variants, name, value[name]);
  },
});

/** An object whose field `kind` is one of these names. */
export const kindOf = <K extends string>(kinds: Readonly<Record<K, Shape>>): Shape => ({
  kinds,
  fits: (value) => isObject(value) && memberFits(kinds, value.kind as string, value),
});

/** @param once A value that at most one item may have. */
export const listOf = (list: Shape, once?: Shape & { readonly expected: string }): Shape => ({
  list,
  ...(once && { once }),
  fits: (value) =>
    Array.isArray(value) &&
    // Not `every`, because it skips holes.
    !Array.from(value).some((one) => !list.fits(one)) &&
    !(once && value.filter(once.fits).length > 1),
});

export const orNull = (shape: Shape): Shape => ({
  orNull: shape,
  fits: (value) => value === null || shape.fits(value),
});

const memberFits = (shapes: Readonly<Record<string, Shape>>, name: string, value: unknown): boolean =>
  Object.hasOwn(shapes, name) && shapes[name]?.fits(value) === true;
