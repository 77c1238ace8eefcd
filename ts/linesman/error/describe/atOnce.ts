import { TEXTS } from '../texts/index.js';
import { type Description, described } from './told.js';

/** `#texts` in Node: the texts are there from the start. */

export const describe = (number: number, context: object | undefined): Description => described(TEXTS, number, context);

/** Whether there is an error of that number. */
export const isErrorNumber = (number: number): boolean => number in TEXTS;

/**
 * Loads the texts of errors. A bundle for a browser has them in a file of its own: until this is done, an error there
 * has its number, its name and its context, and no more than these two as its message. Errors that were made before keep
 * what they have. In Node, where the texts are always there, it does nothing.
 *
 * @example
 * await loadErrorTexts(); // once, where the app starts, or before the first error is shown
 */
export async function loadErrorTexts(): Promise<void> {}
