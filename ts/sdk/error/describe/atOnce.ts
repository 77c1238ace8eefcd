import { TEXTS } from '../texts/texts.js';
import { type Description, described } from './description.js';

/** `#texts` in Node, where the texts are loaded at once. */

export const describe = (number: number, context: object | undefined): Description => described(TEXTS, number, context);

/**
 * Whether the number is that of an error. In a browser bundle, until `loadErrorTexts` has resolved, it is true for
 * every integer in 6000–7999.
 *
 * @example
 * ```ts
 * import { isErrorNumber } from '@linesman/sdk/error';
 *
 * isErrorNumber(6023); // true
 * ```
 */
export const isErrorNumber = (number: number): boolean => number in TEXTS;

/**
 * Loads the error texts, which browser bundles keep in a separate chunk. Until then the message of an error is its name
 * and number, and an error made before keeps that message. Does nothing in Node.
 *
 * @example
 * ```ts
 * import { loadErrorTexts } from '@linesman/sdk/error';
 *
 * await loadErrorTexts(); // once, when the app starts
 * ```
 */
export async function loadErrorTexts(): Promise<void> {}
