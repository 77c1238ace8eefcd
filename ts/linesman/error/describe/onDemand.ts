import { nameOf } from '../named.js';
import type { Description } from './told.js';

/** `#texts` in a browser, as `atOnce.ts` has it in Node. */

let loaded: typeof import('./atOnce.js') | undefined;

export const describe = (number: number, context: object | undefined): Description =>
  loaded?.describe(number, context) ?? {
    sentence: `${nameOf(number) ?? 'Error'} (${number})`,
    hint: 'Its text comes with loadErrorTexts().',
  };

/** A service may be of a later version than this package, and only the texts know which numbers there are. */
export const isErrorNumber = (number: number): boolean =>
  loaded?.isErrorNumber(number) ?? /^[67]\d{3}$/.test(`${number}`);

export async function loadErrorTexts(): Promise<void> {
  loaded = await import('./atOnce.js');
}
