import { ERRORS } from '../../ts/linesman/error/index.js';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table of all errors by number, with the text of `linesman error NUMBER`. */
export function errorPage(): string {
  const rows = [...ERRORS.entries()]
    .sort(([a], [b]) => a - b)
    .map(([number, { name, sentence, hint }]) => `| ${number} | ${name} | ${cell(sentence)} | ${cell(hint)} |`);
  return [
    '# Errors',
    '',
    'Numbers are public: appended, never reused.',
    '',
    '| number | name | text | what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
