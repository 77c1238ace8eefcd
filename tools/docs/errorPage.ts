import { ERRORS } from '../../ts/linesman/error/index.js';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Every error by its number: what `linesman error NUMBER` says, as one table. */
export function errorPage(): string {
  const rows = [...ERRORS.entries()]
    .sort(([a], [b]) => a - b)
    .map(([number, { name, sentence, hint }]) => `| ${number} | ${name} | ${cell(sentence)} | ${cell(hint)} |`);
  return [
    '# Errors',
    '',
    'Numbers are public: appended, never reused.',
    '',
    '| number | name | what it says | what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
