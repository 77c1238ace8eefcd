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

/** Its constructor returns the part, so that a subclass puts its private fields on it. */
class Part {
  constructor(part: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what the class is for
    return part;
  }
}

/**
 * The place of a part in its document, in private fields of the part. Other code cannot see them, and a part made by
 * hand or copied from a parsed one lacks them. With a `WeakMap`, this took half of the parsing time.
 */
class Placed extends Part {
  #location: DocumentPath;
  #isPascal: boolean;

  private constructor(part: object, { location, isPascal }: Place) {
    super(part);
    this.#location = location;
    this.#isPascal = isPascal;
  }

  static put(part: object, place: Place): void {
    if (!(#location in part)) new Placed(part, place);
    else [part.#location, part.#isPascal] = [place.location, place.isPascal];
  }

  static of(part: object): Place | undefined {
    return #location in part ? { location: part.#location, isPascal: part.#isPascal } : undefined;
  }
}

/** Remembers where a part of a proof was parsed, without keeping the document alive. */
export function readAt<T extends object>(place: Place, part: T): T {
  Placed.put(part, place);
  return part;
}

/**
 * Error context with the path of a part of a proof, or of its field or item, in the document it was parsed from; empty
 * if it was not parsed.
 */
export function documentPath(part: object, item?: string | number): { readonly path?: string } {
  const known = Placed.of(part);
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
