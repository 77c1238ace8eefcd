/** Controls, invisible characters (changes of direction among them), line separators, halves of surrogate pairs. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/**
 * Text from elsewhere in one line, with what a terminal would act on or not show made visible, in the notation of JSON.
 */
export const terminalText = (text: string): string => text.replace(HIDDEN, escaped);

function escaped(character: string): string {
  let units = '';
  for (let i = 0; i < character.length; i++) units += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return units;
}
