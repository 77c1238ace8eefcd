import { setImmediate as nextTurn } from 'node:timers/promises';

/** A list, page by page. Pages are never empty-handed for long: whoever reads them has turns in between. */
export type Pages<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/**
 * Characters of stored JSON that are decoded and encoded in one turn: about 6 ms. A single record may be larger, as far
 * as ingest accepts it.
 */
export const PART = 1 << 16;

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop. All long answers of the process share the queue, so that each turn has the work
 * of one of them, however many there are.
 */
export function turn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}

/** Decodes what is stored, at most `most` characters in a turn. */
export async function* inTurns<S extends { readonly json: string }, T>(
  pages: Pages<S>,
  decode: (stored: S) => T,
  most = PART,
): AsyncGenerator<readonly T[]> {
  let part: T[] = [];
  let characters = 0;
  for await (const page of pages)
    for (const stored of page) {
      if (part.length > 0 && characters + stored.json.length > most) {
        yield part;
        part = [];
        characters = 0;
        await turn();
      }
      part.push(decode(stored));
      characters += stored.json.length;
    }
  if (part.length > 0) yield part;
}

/** The items for which `isKept`. */
export async function* filtered<T>(pages: Pages<T>, isKept: (item: T) => boolean): AsyncGenerator<readonly T[]> {
  for await (const page of pages) yield page.filter(isKept);
}

/** All items, for lists that are as long as a fixture has lines or actions. */
export async function allOf<T>(pages: Pages<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const page of pages) for (const item of page) all.push(item);
  return all;
}
