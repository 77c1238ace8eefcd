import type { DocumentNode } from './document.js';

/** The value of a field, or `null`. */
export const orNull = <T>(node: DocumentNode, read: (node: DocumentNode) => T): T | null =>
  node.value === null ? null : read(node);

/** One of these names. Errors: MALFORMED_RESPONSE. */
export const nameIn = <const T extends readonly string[]>(names: T, node: DocumentNode): T[number] =>
  names.find((name) => name === node.value) ?? node.wrong(`one of ${names.join(', ')}`);

/** Text of this form. Errors: MALFORMED_RESPONSE, with `expected` in words. */
export function matching(node: DocumentNode, pattern: RegExp, expected: string): string {
  const text = node.string();
  return pattern.test(text) ? text : node.wrong(expected);
}
