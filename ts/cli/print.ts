import { stderr, stdout } from 'node:process';
import type { LinesmanError } from '../error/index.js';
import { jsonValue } from './jsonValue.js';
import { terminalText } from './terminalText.js';

/** A line on standard output. */
export const print = (text: string): void => {
  stdout.write(`${text}\n`);
};

/** A JSON document on standard output. */
export const printJson = (value: unknown): void => print(JSON.stringify(jsonValue(value), null, 2));

/** An error on standard error: sentence, then hint. */
export function printError(error: LinesmanError): void {
  stderr.write(`error ${error.number} ${error.name}: ${terminalText(error.message)}\n  ${terminalText(error.hint)}\n`);
}

/** The same for programs. */
export const errorJson = ({ number, name, message, hint }: LinesmanError) => ({ number, name, message, hint });
