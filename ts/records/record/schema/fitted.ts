import type { JsonSchema, ListSchema, ObjectSchema } from './jsonSchema.js';
import { matcherOf } from './matcher.js';

/** Called with the place of each known field that does not fit, in names of the schema: `Data.New.Clock`. */
export type OnUnfit = (place: string) => void;

/**
 * The part of a value that a closed schema describes: fields that the schema lacks and optional fields that do not fit
 * are left out. `undefined` if a required part is missing or does not fit.
 */
export function fitted(schema: JsonSchema, value: unknown, onUnfit?: OnUnfit): unknown {
  return fittedAt(schema, value, '', onUnfit);
}

function fittedAt(schema: JsonSchema, value: unknown, place: string, onUnfit: OnUnfit | undefined): unknown {
  if (matcherOf(schema)(value)) return value;
  if (schema.type === 'object') return fittedObject(schema as ObjectSchema, value, place, onUnfit);
  if (schema.type === 'array') return fittedList(schema as ListSchema, value);
  return undefined;
}

function fittedObject(
  { properties, patternProperties = {}, required }: ObjectSchema,
  value: unknown,
  place: string,
  onUnfit: OnUnfit | undefined,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const patterns = Object.entries(patternProperties).map(([pattern, inner]) => [new RegExp(pattern), inner] as const);
  // If a part is left out as a whole, the paths inside it are not reported.
  const unfit: string[] = [];
  const found = Object.entries(value).flatMap(([name, inner]) => {
    const isKnown = Object.hasOwn(properties, name);
    const schema = isKnown ? properties[name] : patterns.find(([pattern]) => pattern.test(name))?.[1];
    if (!schema) return [];
    const at = `${place}${place === '' ? '' : '.'}${isKnown ? name : '*'}`;
    const inside: string[] = [];
    const part = fittedAt(schema, inner, at, (one) => inside.push(one));
    // Services send null for an absent field.
    if (part !== undefined) unfit.push(...inside);
    else if (inner !== null) unfit.push(at);
    return part === undefined ? [] : [[name, part] as const];
  });
  const object = Object.fromEntries(found);
  if (!required.every((name) => Object.hasOwn(object, name))) return undefined;
  for (const one of unfit) onUnfit?.(one);
  return object;
}

/** A list is kept as a whole or left out, because without one of its items its meaning would change. */
function fittedList(schema: ListSchema, value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item: unknown) => fitted(schema.items, item));
  return matcherOf(schema)(items) ? items : undefined;
}
