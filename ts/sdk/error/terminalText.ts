/** Control and format characters (bidi overrides among them), line separators, lone surrogates. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/**
 * Makes foreign text safe for a terminal: one line, with control and invisible characters as JSON escapes.
 *
 * @example
 * ```ts
 * import { terminalText } from '@linesman/sdk/error';
 *
 * terminalText('a\u001b[2Jb'); // 'a\\u001b[2Jb'
 * ```
 */
export const terminalText = (text: string): string => text.replace(HIDDEN, escaped);

function escaped(character: string): string {
  let units = '';
  for (let i = 0; i < character.length; i++) units += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return units;
}
