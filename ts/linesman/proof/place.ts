import { clipped, fieldPath, LinesmanError } from '../error/index.js';

export const pascalOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Where something stands in a document. The path is put together when an error asks for it: documents have many places,
 * and most are right.
 */
export class Spot {
  constructor(
    private readonly above: Spot | string,
    private readonly name?: string | number,
  ) {}

  get path(): string {
    const above = typeof this.above === 'string' ? this.above : this.above.path;
    if (this.name === undefined) return above;
    return typeof this.name === 'number' ? clipped(`${above}[${this.name}]`) : fieldPath(above, this.name);
  }
}

interface Place {
  readonly spot: Spot;
  /** How the fields of the object are spelled. */
  readonly isPascal: boolean;
}

/** Beside the proofs, not in them: a part that was made by hand, or copied from a read one, stood in no document. */
const PLACES = new WeakMap<object, Place>();

/** Notes where a part of a proof was read; the document itself is not kept. */
export function readAt<T extends object>({ spot, isPascal }: Place, part: T): T {
  PLACES.set(part, { spot, isPascal });
  return part;
}

/**
 * Where a part of a proof, or its field or item, stood in the document that it was read from: context of an error,
 * empty if in none.
 */
export function placeOf(part: object, item?: string | number): { readonly path?: string } {
  const place = PLACES.get(part);
  if (!place) return {};
  const { path } = place.spot;
  if (item === undefined) return { path };
  if (typeof item === 'number') return { path: `${path}[${item}]` };
  return { path: fieldPath(path, place.isPascal ? pascalOf(item) : item) };
}

/**
 * Runs a check of a part of a proof: a refusal that names no place is given the part's, or that of its item if the
 * context says which under the name `item`. Errors about keys and options have no place.
 */
export function checking<T>(part: object, check: () => T, item?: string): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof LinesmanError) || !error.isOfProgram || 'path' in error.context) throw error;
    const index = item === undefined ? undefined : error.context[item];
    const place = placeOf(part, typeof index === 'number' ? index : undefined);
    throw place.path === undefined ? error : error.with(place);
  }
}
