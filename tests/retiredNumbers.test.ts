import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as error from '../ts/error/index.js';

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
/** Every code has its status there, whoever raises it. */
const STATUS_TABLE = 'service/http/errorStatus.ts';
const typescript = sources('ts', '.ts', (file) => file.startsWith('error/') || file === STATUS_TABLE);

const isRetired = (hint: string): boolean => hint.startsWith('The number is kept');

const { ERRORS } = error;
const CONSTANTS = new Map<number, string>(
  Object.entries(error).flatMap(([name, value]) => (typeof value === 'number' ? [[value, name]] : [])),
);

/** By its name in the programs and the crates; in TypeScript by its constant, which also tells errors of the programs apart. */
function isRaised(number: number, name: string): boolean {
  const named = CONSTANTS.get(number);
  if (number < 7000)
    return (
      new RegExp(`\\b${name}\\b`).test(rust) || new RegExp(`\\bfail\\(\\s*(${number}|${named})\\b`).test(typescript)
    );
  return new RegExp(`\\b(${number}|(?<!import[^;]*)${named})\\b`).test(typescript);
}

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
