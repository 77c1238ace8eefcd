import { nameOf } from '../named.js';
import type { TEXTS } from '../texts/index.js';
import { type Description, described } from './told.js';

/** `#texts` in a browser, as `atOnce.ts` has it in Node. */

let texts: typeof TEXTS | undefined;

export function describe(number: number, context: object | undefined): Description {
  if (texts) return described(texts, number, context);
  return { sentence: `${nameOf(number) ?? 'Error'} (${number})`, hint: 'Its text comes with loadErrorTexts().' };
}

/** A service may be of a later version than this package, and only the texts know which numbers there are. */
export const isErrorNumber = (number: number): boolean => (texts ? number in texts : /^[67]\d{3}$/.test(`${number}`));

export async function loadErrorTexts(): Promise<void> {
  texts = (await import('../texts/index.js')).TEXTS;
}
