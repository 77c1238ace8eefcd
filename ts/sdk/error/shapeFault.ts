import { fieldPath } from './fieldPath.js';
import { isObject } from './isObject.js';

/** The required shape of a value and its parts, so that a text can name the wrong one. */
export type Shape = { readonly fits: (value: unknown) => boolean } & (
  | Part
  | { readonly orNull: Shape }
  /** At most one item may match `once`. */
  | { readonly list: Shape; readonly once?: Shape & Part }
  /** An object with exactly these fields. */
  | { readonly fields: Readonly<Record<string, Shape>> }
  /** An object with exactly one of these fields. */
  | { readonly variants: Readonly<Record<string, Shape>> }
  /** An object whose field `kind` is one of these names. */
  | { readonly kinds: Readonly<Record<string, Shape>> }
);

/** A value that is checked as a whole. */
interface Part {
  /** Completes "… is 5, not …". */
  readonly expected: string;
}

/** A wrong part of a value. */
export interface PartFault {
  /** From the value on: `.predicate.threshold`, `[3]`; empty for the value itself. */
  readonly path: string;
  readonly value: unknown;
  /** Completes "… is 5, not …". */
  readonly expected: string;
}

/** The first wrong part of a value that does not fit. */
export function faultIn(shape: Shape, value: unknown, path = ''): PartFault {
  const whole = (expected: string): PartFault => ({ path, value, expected });
  if ('expected' in shape) return whole(shape.expected);
  if ('orNull' in shape) return faultIn(shape.orNull, value, path);
  if ('list' in shape) {
    if (!Array.isArray(value)) return whole('a list');
    const { list, once } = shape;
    const wrong = value.findIndex((one) => !list.fits(one));
    if (wrong >= 0) return faultIn(list, value[wrong], `${path}[${wrong}]`);
    const [, second = 0] = [...value.keys()].filter((i) => once?.fits(value[i]));
    return { path: `${path}[${second}]`, value: value[second], expected: once?.expected ?? '' };
  }
  if ('kinds' in shape) {
    const { kinds } = shape;
    if (!isObject(value)) return whole('an object');
    const { kind } = value;
    const inner = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    const expected = Object.keys(kinds).map((name) => `'${name}'`);
    return inner ? faultIn(inner, value, path) : { path: `${path}.kind`, value: kind, expected: expected.join(' or ') };
  }
  if ('variants' in shape) {
    const { variants } = shape;
    const [name = '', ...others] = isObject(value) ? Object.keys(value) : [];
    const inner = others.length === 0 && Object.hasOwn(variants, name) ? variants[name] : undefined;
    return inner && isObject(value)
      ? faultIn(inner, value[name], `${path}.${name}`)
      : whole(`an object with one of ${Object.keys(variants).join(', ')}`);
  }
  const { fields } = shape;
  const names = Object.keys(fields);
  if (!isObject(value)) return whole(`an object with ${names.join(', ')}`);
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return { path: fieldPath(path, unknown), value: value[unknown], expected: 'absent' };
  const [name, inner] = Object.entries(fields).find(([name, inner]) => !inner.fits(value[name])) ?? ['', shape];
  return faultIn(inner, value[name], `${path}.${name}`);
}
