import { terminalText } from '@linesman/sdk/error';

/** Characters of a text that somebody else wrote. */
const LONGEST = 100;

/**
 * A text of a feed, a service or a node, for a field named `untrusted_…`: on one line, control characters and direction
 * overrides as escapes, at most 100 characters.
 */
export function untrusted(text: string): string {
  const escaped = terminalText(text);
  return escaped.length <= LONGEST ? escaped : `${escaped.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
