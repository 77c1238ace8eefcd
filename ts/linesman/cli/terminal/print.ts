import { type LinesmanError, terminalText } from '../../error/index.js';
import { styled } from './colour.js';
import { jsonValue } from './jsonValue.js';

/** A JSON document for printing, in several lines. Escapes characters that a terminal would act on, as JSON allows. */
export const json = (value: unknown): string =>
  `${JSON.stringify(jsonValue(value), null, 2).split('\n').map(terminalText).join('\n')}\n`;

/** An error for programs; `path` is the place in the document at fault. */
export function errorJson({ number, name, message, hint, context: { path } }: LinesmanError): object {
  // Of files, which some errors of the service name so, the sentence says enough.
  const isPlace = typeof path === 'string' && path.startsWith('$');
  return { number, name, message, hint, ...(isPlace && { path }) };
}

/** An error for people: number and sentence, then the hint. */
export const errorText = ({ number, name, message, hint }: LinesmanError, isColoured = false): string =>
  `${styled('red', `error ${number} ${name}:`, isColoured)} ${terminalText(message)}\n  ${terminalText(hint)}\n`;
