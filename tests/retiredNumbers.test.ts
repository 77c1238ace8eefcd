import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../ts/error/index.js';

/** A number that nothing raises says so in its hint, and one that something raises does not: whoever meets it must not be misled. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The sources below a folder as one text, without comments and without the files that only list the numbers. */
function sources(folder: string, ending: string, isList: (file: string) => boolean): string {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !isList(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ');
}

const rust = ['programs/oracle/src', 'programs/settlement/src', 'crates/verifier/src', 'crates/wire/src']
  .map((folder) => sources(folder, '.rs', (file) => file === 'error.rs'))
  .join('\n');
const typescript = sources('ts', '.ts', (file) => file === join('error', 'errors.ts'));

const isRetired = (hint: string): boolean => hint.startsWith('The number is kept');

/** By name in the programs and the crates, by number in TypeScript, which also names numbers of the programs to tell them apart. */
const isRaised = (number: number, name: string): boolean =>
  number < 7000
    ? new RegExp(`\\b${name}\\b`).test(rust) || new RegExp(`\\bfail\\(\\s*${number}\\b`).test(typescript)
    : new RegExp(`\\b${number}\\b`).test(typescript);

describe('error numbers', () => {
  // Anchor's own below 6000 are raised by its framework.
  const ours = [...ERRORS].filter(([number]) => number >= 6000);

  it('that nothing raises are marked as kept', () => {
    const silent = ours.filter(([number, { name, hint }]) => !isRaised(number, name) && !isRetired(hint));
    expect(silent.map(([number, { name }]) => `${number} ${name}`)).toEqual([]);
  });

  it('that are marked as kept are raised by nothing', () => {
    const raised = ours.filter(([number, { name, hint }]) => isRetired(hint) && isRaised(number, name));
    expect(raised.map(([number, { name }]) => `${number} ${name}`)).toEqual([]);
  });
});
