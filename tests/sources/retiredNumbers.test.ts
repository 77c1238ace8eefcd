import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as error from '../../ts/linesman/error/index.js';
import { PACKAGE_SOURCES, sourceText } from '../helpers/packageSources.js';

/** The hint of a number says that it is retired if and only if nothing raises it, so that nobody is misled. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Joins sources without their comments. */
const code = (texts: readonly string[]): string => texts.join('\n').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ');

// Excludes the files that only list the numbers.
const rust = code(
  ['programs/oracle/src', 'programs/settlement/src', 'crates/verifier/src', 'crates/wire/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.rs') && file !== 'error.rs')
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  ),
);
/** It maps every code to its status, whether or not it is raised. */
const STATUS_TABLE = 'service/edge/http/errorStatus.ts';
const demo = readdirSync(join(ROOT, 'examples/demo')).map((file) =>
  readFileSync(join(ROOT, 'examples/demo', file), 'utf8'),
);
const typescript = code([
  ...PACKAGE_SOURCES.filter((file) => !file.startsWith('linesman/error/') && file !== STATUS_TABLE).map(sourceText),
  ...demo,
]);

const isRetired = (hint: string): boolean => hint.startsWith('Reserved');

const { ERRORS } = error;
const CONSTANTS = new Map<number, string>(
  Object.entries(error).flatMap(([name, value]) => (typeof value === 'number' ? [[value, name]] : [])),
);

/** In programs and crates by name; in TypeScript by its constant, which also recognises errors of the programs. */
function isRaised(number: number, name: string): boolean {
  const named = CONSTANTS.get(number);
  if (number < 7000)
    return (
      new RegExp(`\\b${name}\\b`).test(rust) || new RegExp(`\\bfail\\(\\s*(${number}|${named})\\b`).test(typescript)
    );
  return new RegExp(`\\b(${number}|(?<!import[^;]*)${named})\\b`).test(typescript);
}

describe('error numbers', () => {
  // Anchor's framework raises those below 6000.
  const ours = [...ERRORS].filter(([number]) => number >= 6000);

  it('that nothing raises are marked as retired', () => {
    const silent = ours.filter(([number, { name, hint }]) => !isRaised(number, name) && !isRetired(hint));
    expect(silent.map(([number, { name }]) => `${number} ${name}`)).toEqual([]);
  });

  it('that are marked as retired are raised by nothing', () => {
    const raised = ours.filter(([number, { name, hint }]) => isRetired(hint) && isRaised(number, name));
    expect(raised.map(([number, { name }]) => `${number} ${name}`)).toEqual([]);
  });
});
