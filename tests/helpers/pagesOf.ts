import type { Pages } from '../../ts/service/edge/answer/pages.js';

/** Every page. */
export async function pagesOf<T>(pages: Pages<T>): Promise<(readonly T[])[]> {
  const all: (readonly T[])[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

/** The items of every page. */
export const itemsOf = async <T>(pages: Pages<T>): Promise<T[]> => (await pagesOf(pages)).flat();
