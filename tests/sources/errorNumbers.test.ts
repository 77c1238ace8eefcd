import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS } from '../../ts/linesman/error/index.js';

/** Names and numbers are written in four places for four audiences. They must agree. */
const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

test('the crate has the same names and numbers', () => {
  const source = read('crates/verifier/src/error.rs');
  const found = [...source.matchAll(/^ {4}(\w+) = (\d+), "/gm)].map(([, name, number]) => [Number(number), name]);
  expect(found.length).toBeGreaterThan(20);
  for (const [number, name] of found) expect([number, ERRORS.get(Number(number))?.name]).toEqual([number, name]);
});
