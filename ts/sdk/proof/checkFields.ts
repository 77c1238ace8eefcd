import { MALFORMED_RESPONSE, UNKNOWN_FIELD } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import type { DocumentNode } from './document.js';

/** Checks that an object has the required fields and no unknown ones. Errors: MALFORMED_RESPONSE, UNKNOWN_FIELD. */
export function checkFields(node: DocumentNode, required: readonly string[], optional: readonly string[]): void {
  const members = node.members();
  for (const [name, { path }] of members)
    if (!required.includes(name) && !optional.includes(name)) fail(UNKNOWN_FIELD, { problem: 'unknown', path });
  const missing = required.filter((name) => !members.some(([found]) => found === name));
  const fields = missing.slice(0, 2).map((name) => `${node.path}.${name}`);
  if (fields.length > 0) fail(MALFORMED_RESPONSE, { problem: 'missing', path: node.path, fields });
}
