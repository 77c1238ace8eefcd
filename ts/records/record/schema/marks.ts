import { fieldPath } from '@linesman/sdk/error';
import type { JsonSchema, ListSchema, ObjectSchema } from './jsonSchema.js';

/** The names by which two schemas of the same record differ. */
interface Difference {
  /** Names that only one of the two has. */
  readonly only: ReadonlyMap<string, 'first' | 'second'>;
  /** Differences inside fields that both have, by name. */
  readonly inside: ReadonlyMap<string, Difference>;
  /** The same for names that match a pattern. */
  readonly matching: readonly { readonly pattern: RegExp; readonly difference: Difference }[];
  readonly inItems?: Difference;
}

/** Paths of names in a value that only the first or only the second schema has. */
export interface Marks {
  readonly first?: string;
  readonly second?: string;
}

/** Returns a function that finds the first mark of each schema in a value. It looks only where the schemas differ. */
export function marksBetween(first: JsonSchema, second: JsonSchema): (value: unknown) => Marks {
  const difference = differenceOf(first, second);
  return (value) => {
    const found: { first?: string; second?: string } = {};
    if (difference) collect(difference, value, '$', found);
    return found;
  };
}

function differenceOf(first: JsonSchema, second: JsonSchema): Difference | undefined {
  if (first.type === 'array' && second.type === 'array') {
    const inItems = differenceOf((first as ListSchema).items, (second as ListSchema).items);
    return inItems && { only: new Map(), inside: new Map(), matching: [], inItems };
  }
  if (first.type !== 'object' || second.type !== 'object') return undefined;
  const [a, b] = [first as ObjectSchema, second as ObjectSchema];
  const only = new Map([
    ...missingIn(b, a).map((name) => [name, 'first'] as const),
    ...missingIn(a, b).map((name) => [name, 'second'] as const),
  ]);
  const inside = pairs(a.properties, b.properties);
  const matching = pairs(a.patternProperties ?? {}, b.patternProperties ?? {}).map(([pattern, difference]) => ({
    pattern: new RegExp(pattern),
    difference,
  }));
  if (only.size + inside.length + matching.length === 0) return undefined;
  return { only, inside: new Map(inside), matching };
}

type Properties = Readonly<Record<string, JsonSchema>>;

const missingIn = (there: ObjectSchema, here: ObjectSchema): string[] =>
  Object.keys(here.properties).filter((name) => !Object.hasOwn(there.properties, name));

function pairs(a: Properties, b: Properties): (readonly [string, Difference])[] {
  return Object.entries(a).flatMap(([name, first]) => {
    const second = Object.hasOwn(b, name) ? b[name] : undefined;
    const difference = second && differenceOf(first, second);
    return difference ? [[name, difference] as const] : [];
  });
}

function collect(
  { only, inside, matching, inItems }: Difference,
  value: unknown,
  path: string,
  found: { first?: string; second?: string },
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (inItems) for (const [i, item] of value.entries()) collect(inItems, item, `${path}[${i}]`, found);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const whose = only.get(name);
    if (whose) found[whose] ??= fieldPath(path, name);
    const difference = inside.get(name) ?? matching.find(({ pattern }) => pattern.test(name))?.difference;
    if (difference) collect(difference, inner, fieldPath(path, name), found);
  }
}
