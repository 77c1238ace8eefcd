import { ERRORS } from '../../ts/sdk/error/errors.js';
import { table } from './table.js';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '\\<');

/** The generated part of docs/errors.md: all errors by number, with the text of `linesman error NUMBER`. */
export const errorParts = (): Readonly<Record<string, string>> => ({
  errors: table(
    ['number', 'name', 'text', 'what to do'],
    [...ERRORS.entries()]
      .sort(([a], [b]) => a - b)
      .map(([number, { name, sentence, hint }]) => [number, `\`${name}\``, cell(sentence), cell(hint)]),
  ),
});
