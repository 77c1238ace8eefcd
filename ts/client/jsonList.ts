import { DocumentNode } from '../proof/document.js';

/** Reads each element of a JSON list, with its path. Errors: 7000, and those of the reader. */
export function listOf<R>(value: unknown, read: (value: unknown, path: string) => R): R[] {
  return new DocumentNode(value, '$').list().map((item) => read(item.value, item.path));
}
