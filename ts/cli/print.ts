import type { LinesmanError } from '../error/index.js';
import { jsonValue } from './jsonValue.js';
import { terminalText } from './terminalText.js';

/** A JSON document as it is printed: lines are ours, and what a terminal would act on is escaped, which JSON allows in strings. */
export const json = (value: unknown): string =>
  `${JSON.stringify(jsonValue(value), null, 2).split('\n').map(terminalText).join('\n')}\n`;

/** An error for people: number and sentence, then the hint. */
export const errorText = ({ number, name, message, hint }: LinesmanError): string =>
  `error ${number} ${name}: ${terminalText(message)}\n  ${terminalText(hint)}\n`;
