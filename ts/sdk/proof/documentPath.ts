import { fieldPath } from '../error/fieldPath.js';
import { LinesmanError } from '../error/linesmanError.js';
import { clipped } from '../error/quoted.js';

export const pascalOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * The position of a value in a document. Builds its path only when an error asks for it, because most values are valid.
 */
export class DocumentPath {
  constructor(
    private readonly above: DocumentPath | string,
    readonly name?: string | number,
  ) {}

  get path(): string {
    const above = typeof this.above === 'string' ? this.above : this.above.path;
    if (this.name === undefined) return above;
    return typeof this.name === 'number' ? clipped(`${above}[${this.name}]`) : fieldPath(above, this.name);
  }
}

interface Place {
  readonly location: DocumentPath;
  /** Whether the fields of the object are in Pascal case. */
  readonly isPascal: boolean;
}

/**
 * Under which a part of a proof has its place in its document. No enumeration shows it, and a part made by hand or
 * copied from a parsed one lacks it. It is the same for every copy of this package: one may verify what another has
 * parsed.
 */
const PLACE: unique symbol = Symbol.for('linesman.place');
interface Placed {
  readonly [PLACE]?: Place;
}

/** Remembers where a part of a proof was parsed, without keeping the document alive. */
export const readAt = <T extends object>({ location, isPascal }: Place, part: T): T =>
  Object.defineProperty(part, PLACE, { value: { location, isPascal }, configurable: true });

/**
 * Error context with the path of a part of a proof, or of its field or item, in the document it was parsed from; empty
 * if it was not parsed.
 */
export function documentPath(part: object, item?: string | number): { readonly path?: string } {
  const { [PLACE]: known } = part as Placed;
  if (!known) return {};
  const { location, isPascal } = known;
  const { path } = new DocumentPath(location, isPascal && typeof item === 'string' ? pascalOf(item) : item);
  return { path };
}

/**
 * Runs a check on a part of a proof and adds the part's path to an error without one; the path of an item, if the
 * error's context has its index under the name `item`. Errors about keys and options get no path.
 */
export function checking<T>(part: object, check: () => T, item?: string): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof LinesmanError) || !error.isOfProgram || 'path' in error.context) throw error;
    const index = item === undefined ? undefined : error.context[item];
    const known = documentPath(part, typeof index === 'number' ? index : undefined);
    throw known.path === undefined ? error : error.with(known);
  }
}
