import { ERRORS, fail, quoted } from '../error/index.js';

export interface ExplainedError {
  readonly number: number;
  readonly name: string;
  /** Where the number comes from. */
  readonly program: string;
  readonly sentence: string;
  readonly hint: string;
}

const SOURCES: readonly (readonly [from: number, source: string])[] = [
  [7000, 'linesman (TypeScript)'],
  [6200, 'settlement program'],
  [6000, 'oracle program, and the verifiers'],
  [0, 'Anchor, in either program'],
];

/** What an error number means; decimal, or hexadecimal as program logs write it. Errors: 7015 no number, 7012 unknown. */
export function explainError(text: string): ExplainedError {
  if (!/^(\d{1,10}|0x[0-9a-f]{1,8})$/i.test(text))
    return fail(7015, { message: `${quoted(text)} is no error number.`, hint: 'Write it like 6023, or like 0x1787.' });
  const number = Number(text);
  const known = ERRORS.get(number);
  if (!known) return fail(7012, { message: `Error ${number} is not known.` });
  const source = SOURCES.find(([from]) => number >= from)?.[1] ?? '';
  return { number, name: known.name, program: source, sentence: known.sentence, hint: known.hint };
}
