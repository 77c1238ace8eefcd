import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPEATED_KEY } from '../../ts/sdk/error/codes/options.js';
import { MALFORMED_RECORD } from '../../ts/sdk/error/codes/records.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { readDocument } from '../../ts/sdk/proof/readDocument.js';
import { readIncoming } from '../../ts/service/data/ingest/incoming.js';
import { SEED } from '../helpers/arbitraryBatch.js';

const codeOf = (work: () => unknown): number | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof LinesmanError) return error.number;
    throw error;
  }
  return undefined;
};
const ofRecord = (text: string) => codeOf(() => readIncoming(text, () => {}));

test.each([
  ['an exponent', '{"Seq":1e8,"a":1,"a":1}'],
  ['lost digits', `{"Seq":[${Array(6).fill('99999999999999999').join()}],"a":1,"a":1}`],
  ['lost digits of stats', `{"Seq":{"1":99999999999999999,"2":999999999999999999999},"aa":1,"aa":{"bb":1}}`],
  ['an escape', '{"Seq":"\\u0041","a":1,"a":1}'],
  ['nothing', '{"Seq":1,"a":1,"a":1}'],
  ['nothing, inside', '{"Seq":1,"Stats":{"1":0,"1":0}}'],
])('a record that repeats a key is refused, even if %s makes up for its length', (_, text) => {
  expect(ofRecord(text)).toBe(REPEATED_KEY);
});

const key = fc.constantFrom('a', 'b', 'Seq', '1', '2', '__proto__', '\\u0061', ' ');
const number = fc.oneof(
  fc.constantFrom('0', '-0', '1.0', '1e8', '1E2', '99999999999999999', '999999999999999999999', '1e400'),
  fc.integer().map(String),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    number,
    fc.constantFrom('"x"', '"1e8"', '"\\n"', 'null', 'true'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(objectOf),
  ),
}));
function objectOf(members: readonly (readonly [string, unknown])[]): string {
  return `{${members.map(([name, inner]) => `"${name}":${inner}`).join()}}`;
}

test('a record is refused for a repeated key exactly if any other document is', () => {
  const members = fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(members, fc.constantFrom('', ' '), (all, space) => {
      const text = objectOf(all) + space;
      const isRepeated = codeOf(() => readDocument(text)) === REPEATED_KEY;
      expect(ofRecord(text) === REPEATED_KEY).toBe(isRepeated);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test('a record that is not JSON, or too deep for the stack, is refused as before', () => {
  expect(ofRecord('{"Seq":1')).toBe(MALFORMED_RECORD);
  const depth = 100_000;
  expect(() => readIncoming(`{"Seq":1,"Stats":{},"a":${'['.repeat(depth)}${']'.repeat(depth)}}`, () => {})).toThrow();
});
