import { nameOf } from '../named.js';
import type { Description } from './description.js';

/** What needs the texts, and is loaded with them. */
type WithTexts = typeof import('./withTexts.js');

let loaded: WithTexts | undefined;

/** The text of an error; until the texts are loaded, its name and number. */
export const describe = (number: number, context: object | undefined): Description =>
  loaded?.describe(number, context) ?? {
    sentence: `${nameOf(number) ?? 'Error'} (${number})`,
    hint: 'Call loadErrorTexts() to get the text.',
  };

/**
 * Whether the number is that of an error. In a browser bundle, until `loadErrorTexts` has resolved, it is true for
 * every integer in 6000–7999, because a newer service may have more numbers.
 *
 * @example
 * ```ts
 * import { isErrorNumber } from '@linesman/sdk/error';
 *
 * isErrorNumber(6023); // true
 * ```
 */
export const isErrorNumber = (number: number): boolean =>
  loaded?.isErrorNumber(number) ?? /^[67]\d{3}$/.test(`${number}`);

/**
 * Loads the error texts, which browser bundles keep in a separate chunk. Until then the message of an error is its name
 * and number, and an error made before keeps that message. In Node they are loaded with the package.
 *
 * @example
 * ```ts
 * import { loadErrorTexts } from '@linesman/sdk/error';
 *
 * await loadErrorTexts(); // once, when the app starts
 * ```
 */
export async function loadErrorTexts(): Promise<void> {
  useTexts(await import('./withTexts.js'));
}

/** For `inNode.ts`. */
export function useTexts(texts: WithTexts): void {
  loaded = texts;
}
