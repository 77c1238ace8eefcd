import { describe, expect, it } from 'vitest';
import * as error from '../../ts/sdk/error/index.js';
import { codeOf, FILES, PACKAGE_SOURCES, textOf } from '../helpers/sources.js';

const { ERRORS } = error;
const CONSTANTS = new Map<number, string>(
  Object.entries(error).flatMap(([name, value]) => (typeof value === 'number' ? [[value, name]] : [])),
);

it('names and numbers are the same in the crate', () => {
  const source = textOf('crates/verifier/src/error.rs');
  const found = [...source.matchAll(/^ {4}(\w+) = (\d+), "/gm)].map(([, name, number]) => [Number(number), name]);
  expect(found.length).toBeGreaterThan(20);
  for (const [number, name] of found) expect([number, ERRORS.get(Number(number))?.name]).toEqual([number, name]);
});

it('each constant has a number of its own, and each number a text', () => {
  const found = FILES.filter((file) => /^ts\/sdk\/error\/codes\/\w+\.ts$/.test(file)).flatMap((file) =>
    [...textOf(file).matchAll(/^export const (\w+) = .*?named\((\d+)/gm)].map(([, name, number]) => [
      name,
      Number(number),
    ]),
  );
  expect(found.length).toBe(ERRORS.size);
  expect(new Set(found.map(([, number]) => number)).size).toBe(found.length);
  expect(found.filter(([, number]) => !ERRORS.has(Number(number)))).toEqual([]);
});

/** It names codes to say their status, whether or not they are raised. */
const STATUS_TABLE = 'ts/service/edge/http/errorStatus.ts';

const wordsIn = (code: string): ReadonlySet<string> => new Set(code.match(/\w+/g));
// Without the files that only list the numbers.
const rust = wordsIn(
  FILES.filter((file) =>
    /^(programs\/(oracle|settlement)|crates\/(verifier|wire))\/src\/.*(?<!\/error)\.rs$/.test(file),
  )
    .map(codeOf)
    .join('\n'),
);
const typescript = [...PACKAGE_SOURCES, ...FILES.filter((file) => file.startsWith('examples/demo/'))]
  .filter((file) => !file.startsWith('ts/sdk/error/') && file !== STATUS_TABLE)
  .map((file) => codeOf(file).replace(/^import\b[^;]*;/gm, ''))
  .join('\n');
const words = wordsIn(typescript);
const failed = new Set([...typescript.matchAll(/\bfail\(\s*(\w+)/g)].map(([, word]) => word));

/** In programs and crates by name; in TypeScript by its constant, which also recognises errors of the programs. */
function isRaised(number: number, name: string): boolean {
  const written = [`${number}`, `${CONSTANTS.get(number)}`];
  return number < 7000
    ? rust.has(name) || written.some((word) => failed.has(word))
    : written.some((word) => words.has(word));
}

// Otherwise the hint of a retired number would mislead readers.
describe('the hint of a number says that it is retired', () => {
  const isRetired = (hint: string): boolean => hint.startsWith('Reserved');
  // Anchor's framework raises those below 6000.
  const ours = [...ERRORS].filter(([number]) => number >= 6000);

  it('if nothing raises it', () => {
    const silent = ours.filter(([number, { name, hint }]) => !isRaised(number, name) && !isRetired(hint));
    expect(silent.map(([number, { name }]) => `${number} ${name}`)).toEqual([]);
  });

  it('only then', () => {
    const raised = ours.filter(([number, { name, hint }]) => isRetired(hint) && isRaised(number, name));
    expect(raised.map(([number, { name }]) => `${number} ${name}`)).toEqual([]);
  });
});
