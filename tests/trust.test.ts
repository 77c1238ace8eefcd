import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS } from '../ts/sdk/error/errors.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const text = read('docs/trust.md');

interface Idl {
  readonly types: readonly {
    readonly name: string;
    readonly type: { readonly fields?: readonly { name: string }[] };
  }[];
}
const { types } = JSON.parse(read('programs/artifacts/settlement.json')) as Idl;
const fieldsOf = (name: string): string[] =>
  (types.find((one) => one.name === name)?.type.fields ?? []).map((field) => field.name);

test('docs/trust.md lists everything a creator can set, with who checks it', () => {
  const fields = [...new Set(['Terms', 'ParlayTerms'].flatMap(fieldsOf))];
  expect(fields.length).toBeGreaterThan(15);
  const named = [...text.matchAll(/^\| (`.+?) \| .+ \|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(fields.sort());
});

test('docs/trust.md names existing errors', () => {
  const numbers = [...text.matchAll(/\b([67]\d{3})\b/g)].map(([, number]) => Number(number));
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers.filter((number) => !ERRORS.has(number))).toEqual([]);
});
