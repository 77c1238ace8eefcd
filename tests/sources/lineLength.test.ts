import { describe, expect, test } from 'vitest';
import { FILES, textOf } from '../helpers/sources.js';

/** Lines have at most 120 columns, including comments and strings, which the formatters do not break. */

const COLUMNS = 120;

const SOURCE = /\.(ts|mjs|js|rs|sh|py|go|toml|ya?ml)$|^\.ci\/(run|nightly)$|^Dockerfile$|^tools\/sbf\/sbf-ld$/;

/** Longer files, with the reason. */
const EXCEPT: ReadonlyMap<string, string> = new Map([
  ['tests/programs/proxy/src/lib.rs', 'the committed programs were built from exactly this'],
  ['tests/programs/proxy/Cargo.toml', 'the same'],
]);

/** `file:line` of every line that is too long. */
const longLines = (file: string): readonly string[] =>
  textOf(file)
    .split('\n')
    .flatMap((line, i) => ([...line].length > COLUMNS ? [`${file}:${i + 1}`] : []));

const sources = FILES.filter((file) => SOURCE.test(file));

describe('lines', () => {
  test('of every language are checked', () => {
    expect(sources.length).toBeGreaterThan(1_500);
    const endings = new Set(sources.map((file) => file.split('.').at(-1)));
    for (const ending of ['ts', 'mjs', 'js', 'rs', 'sh', 'py', 'go', 'toml', 'yml']) expect(endings).toContain(ending);
  });

  test('have at most 120 columns', () => {
    expect(sources.filter((file) => !EXCEPT.has(file)).flatMap(longLines)).toEqual([]);
  });

  test('are longer only in the excepted files', () => {
    for (const file of EXCEPT.keys()) expect(longLines(file)).not.toEqual([]);
  });
});
