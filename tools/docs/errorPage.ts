import { ERRORS } from '../../ts/sdk/error/errors.js';
import { RETIRED, UNUSED } from '../../ts/sdk/error/texts/text.js';
import { table } from './table.js';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '\\<');

/**
 * The generated parts of docs/errors.md: errors by number, with the text of `linesman error NUMBER`; and the numbers
 * that nobody can meet.
 */
export function errorParts(): Readonly<Record<string, string>> {
  const all = [...ERRORS.entries()].sort(([a], [b]) => a - b);
  const isReserved = ([, { hint }]: (typeof all)[number]): boolean => hint === UNUSED || hint === RETIRED;
  const reserved = all.filter(isReserved).map(([number]) => number);
  return {
    errors: table(
      ['number', 'name', 'text', 'what to do'],
      all
        .filter((one) => !isReserved(one))
        .map(([number, { name, sentence, hint }]) => [number, `\`${name}\``, cell(sentence), cell(hint)]),
    ),
    reserved: `Reserved, and returned by nothing here: ${reserved.join(', ')}.\n`,
  };
}
