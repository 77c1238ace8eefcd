import type { LinesmanError } from '@linesman/sdk/error';
import { terminalText } from '@linesman/sdk/error';
import { styled } from './colour.js';
import { jsonValue } from './jsonValue.js';

/** An indented JSON document. Control characters are escaped, so that a terminal does not act on them. */
export const json = (value: unknown): string =>
  `${JSON.stringify(jsonValue(value), null, 2).split('\n').map(terminalText).join('\n')}\n`;

/** An error for programs; `path` is the path in the document at fault. */
export function errorJson({ number, name, message, hint, context: { path } }: LinesmanError): object {
  // Some errors of the service use `path` for files, which the sentence already names.
  const isPath = typeof path === 'string' && path.startsWith('$');
  return { number, name, message, hint, ...(isPath && { path }) };
}

/** An error for people: number and sentence, then the hint. */
export const errorText = ({ number, name, message, hint }: LinesmanError, isColoured = false): string =>
  `${styled('red', `error ${number} ${name}:`, isColoured)} ${terminalText(message)}\n  ${terminalText(hint)}\n`;
