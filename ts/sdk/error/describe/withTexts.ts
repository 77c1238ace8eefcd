import { TEXTS } from '../texts/texts.js';
import { type Description, described } from './description.js';

/** What `describe.ts` answers once the texts are loaded. */

export const describe = (number: number, context: object | undefined): Description => described(TEXTS, number, context);

export const isErrorNumber = (number: number): boolean => number in TEXTS;
