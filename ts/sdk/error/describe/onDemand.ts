import { nameOf } from '../named.js';
import type { Description } from './description.js';

/** `#texts` in a browser, with the exports of `atOnce.ts`. */

let loaded: typeof import('./atOnce.js') | undefined;

export const describe = (number: number, context: object | undefined): Description =>
  loaded?.describe(number, context) ?? {
    sentence: `${nameOf(number) ?? 'Error'} (${number})`,
    hint: 'Call loadErrorTexts() to get the text.',
  };

/** Only the texts know the exact numbers, and a newer service may have more of them. */
export const isErrorNumber = (number: number): boolean =>
  loaded?.isErrorNumber(number) ?? /^[67]\d{3}$/.test(`${number}`);

export async function loadErrorTexts(): Promise<void> {
  loaded = await import('./atOnce.js');
}
