import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANSWERS, ODDS } from '../../../tests/helpers/sampleSlot.js';
import { outcome, thrown } from '../../../tests/helpers/thrown.js';
import type { LinesmanError } from '../error/linesmanError.js';
import { parseProof } from './parse.js';
import { arePlainNumbers, isPlainNumber, readDocument } from './readDocument.js';
import { verify } from './verify.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const MARK = Symbol.for('linesman.writtenOtherwise');

describe('a repeated key is 7170, with its path', () => {
  test.each([
    ['{"a":1,"a":1}', '$.a'],
    ['{"a":1,"b":{"c":[0,{"d":1,"e":2,"d":3}]}}', '$.b.c[1].d'],
    ['{"a":{},"a":{"b":-0}}', '$.a'],
    ['{"a":{"b":1.0},"a":5}', '$.a'],
    ['[[],[{"":1,"x":[],"":2}]]', '$[1][0][""]'],
    ['{"a":1,"\\u0061":2}', '$.a'],
    ['{"__proto__":{"a":1},"__proto__":1}', '$.__proto__'],
    ['{"a b":"{\\"a b\\":","a b":2}', '$["a b"]'],
    ['{"\\\\":"\\\\","\\\\":1}', '$["\\\\"]'],
  ])('%s', (text, path) => {
    for (const given of [text, ` ${text}\n`, bytes(text)])
      expect(thrown(() => readDocument(given))).toMatchObject({ number: 7170, context: { path } });
  });

  test('the same key in another object, in a string or in another case is not a repetition', () => {
    for (const text of [
      '{"a":{"a":{"a":1}}}',
      '[{"a":1},{"a":1}]',
      '{"a":"a","b":"a","c":["a","a"]}',
      '{"a":"\\",\\"a\\":","b":"\\\\"}',
      '{"a":1,"A":1}',
      '"a"',
    ])
      expect(readDocument(text)).toEqual(JSON.parse(text));
  });

  test('reads any JSON as JSON.parse does, and refuses it with one key repeated', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, place) => {
        expect(readDocument(text)).toEqual(JSON.parse(text));
        const keys = [...text.matchAll(/(?<=[{,])"(?:[^"\\]|\\.)*":/g)];
        const key = keys.length > 0 ? keys[place % keys.length] : undefined;
        if (!key) return;
        const repeated = `${text.slice(0, key.index)}${key[0]}null,${text.slice(key.index)}`;
        let isJson = true;
        try {
          // A match inside a string only looks like a key. Repeating it there breaks the JSON or changes the string.
          isJson = JSON.stringify(JSON.parse(repeated)) === JSON.stringify(JSON.parse(text));
        } catch {
          isJson = false;
        }
        if (isJson) expect(outcome(() => readDocument(repeated))).toBe(7170);
      }),
      { seed: 20_260_711, numRuns: 500 },
    );
  });

  test('handles deep and long documents', () => {
    const deep = `${'{"a":['.repeat(20_000)}{"b":1,"b":2}${']}'.repeat(20_000)}`;
    expect(thrown(() => readDocument(deep)).number).toBe(7170);
    expect(outcome(() => readDocument(`["${'\\\\'.repeat(1_000_000)}"]`))).toBe(true);
  });
});

/** A generated document, whose ambiguities are known from its construction. */
type Made =
  | { readonly written: string }
  | { readonly list: readonly Made[] }
  | { readonly fields: readonly (readonly [key: string, value: Made])[] };

const { made: MADE } = fc.letrec<{ made: Made }>((tie) => ({
  made: fc.oneof(
    { maxDepth: 4 },
    fc
      .constantFrom('0', '7', '-12', '9007199254740993', '-0', '1.0', '0.5', '1e2', '3E+1', '5e-1', '-0.0', '-0e1')
      .map((written) => ({ written })),
    fc
      .constantFrom('true', 'false', 'null', '""', '"1.5e3,-0:"', '"\\\\"', '"\\":\\""')
      .map((written) => ({ written })),
    fc.array(tie('made'), { maxLength: 5 }).map((list) => ({ list })),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'c', '1', 'é', ':', '{"a":', '__proto__'), tie('made')), {
        maxLength: 5,
      })
      .map((fields) => ({ fields })),
  ),
}));

function textOf(made: Made, gap: string): string {
  if ('written' in made) return made.written;
  if ('list' in made) return `[${gap}${made.list.map((item) => textOf(item, gap)).join(`${gap},`)}]`;
  const escaped = (key: string) => (key === 'a' && gap ? '"\\u0061"' : JSON.stringify(key));
  return `{${made.fields.map(([key, value]) => `${escaped(key)}${gap}:${gap}${textOf(value, gap)}`).join(`,${gap}`)}}`;
}

const hasTwice = (made: Made): boolean => {
  if ('written' in made) return false;
  if ('list' in made) return made.list.some(hasTwice);
  return (
    new Set(made.fields.map(([key]) => key)).size < made.fields.length || made.fields.some(([, of]) => hasTwice(of))
  );
};

/** For all numbers in order: whether they are written as integers, and the report of the reader. */
function numbersOf(
  made: Made,
  container: object | undefined,
  at: string | number,
  value: unknown,
): [boolean, boolean][] {
  if ('written' in made) {
    if (!container || !/^[-\d]/.test(made.written)) return [];
    return [[/^(0|-?[1-9]\d*)$/.test(made.written), isPlainNumber(container, at)]];
  }
  const items = 'list' in made ? made.list.map((item, i) => [i, item] as const) : made.fields;
  return items.flatMap(([name, item]) =>
    numbersOf(item, value as object, name, (value as Record<string, unknown>)[name]),
  );
}

test.each([
  '{"a": {"__proto__": [1.5]}, "a": {}}',
  '{"a": {"__proto__": {"x": 1e2}}, "a": {}}',
  '{"a": [{"__proto__": [-0]}], "a": [{}]}',
  '{"a": [[1.5]], "a": []}',
  '{"__proto__": {"x": 1.5}, "a": 1, "a": 2}',
])('what a document replaces marks nothing that others share: %s', (text) => {
  expect(outcome(() => readDocument(text))).toBe(7170);
  for (const { prototype } of [Object, Array]) expect(Object.getOwnPropertySymbols(prototype)).not.toContain(MARK);
  expect([arePlainNumbers([1]), arePlainNumbers({ x: 1 })]).toEqual([true, true]);
});

test('finds every ambiguity of a generated document, and nothing else', () => {
  let [twice, otherwise] = [0, 0];
  fc.assert(
    fc.property(MADE, fc.constantFrom('', ' ', '\n\t'), (made, gap) => {
      const text = textOf(made, gap);
      if (hasTwice(made)) {
        twice++;
        expect(
          outcome(() => readDocument(text)),
          text,
        ).toBe(7170);
        return;
      }
      const document = readDocument(text);
      expect(document).toEqual(JSON.parse(text));
      for (const [expected, said] of numbersOf(made, undefined, '', document)) {
        if (!expected) otherwise++;
        expect(said, text).toBe(expected);
      }
    }),
    { seed: 20_260_711, numRuns: 3_000 },
  );
  expect(Math.min(twice, otherwise)).toBeGreaterThan(100);
});

describe('text that parsers read differently is refused where it matters', () => {
  const text = JSON.stringify(ANSWERS[2]());
  const withTs = (number: string) => text.replace(/"ts":\d+/, `"ts":${number}`);

  test.each(['-0', '1.0', '1e2', '1E+2', '100e-2', '1.0000000000000000001', '9007199254740991.1', '9007199254740993'])(
    '%s is not an integer',
    (number) => {
      expect(thrown(() => parseProof(withTs(number)))).toMatchObject({ number: 7003, context: { path: '$.ts' } });
      // It is allowed in an unused field.
      expect(outcome(() => parseProof(text.replace('{', `{"note":${number},"notes":[${number}],`)))).toBe(true);
    },
  );

  test('0, negative and large integers are read', () => {
    for (const number of ['0', '-1', '9007199254740991', '-9007199254740991'])
      expect(parseProof(withTs(number))).toMatchObject({ recordTs: Number(number) });
  });

  test('in lists and in bytes as well', () => {
    const odds = JSON.stringify(ODDS.answer);
    const edited = odds.replace(/"Prices":\[\d+/, '"Prices":[1e3');
    expect(thrown(() => parseProof(edited))).toMatchObject({ number: 7003, context: { path: '$.odds.Prices[0]' } });
    const inBytes = text.replace(/"eventStatRoot":\[\d+/, '"eventStatRoot":[1.0');
    expect(inBytes).not.toBe(text);
    expect(thrown(() => parseProof(inBytes))).toMatchObject({ number: 7002, context: { path: '$.eventStatRoot' } });
  });

  test('refuses a lone surrogate', () => {
    const odds = JSON.stringify(ODDS.answer).replace(/"Bookmaker":"/, '"Bookmaker":"\\ud800');
    expect(thrown(() => parseProof(odds))).toMatchObject({ number: 7000, context: { path: '$.odds.Bookmaker' } });
  });

  test('refuses a byte order mark, bytes that are not UTF-8, and text that is not JSON', () => {
    for (const given of [
      `\ufeff${text}`,
      bytes(`\ufeff${text}`),
      Uint8Array.of(0x22, 0xff, 0x22),
      '',
      '{',
      'x',
      '01',
      '[1,]',
    ])
      expect(thrown(() => parseProof(given))).toMatchObject({ number: 7000, context: { path: '$' } });
    expect(parseProof(bytes(text))).toEqual(parseProof(text));
  });
});

/** Number and path of the error, or the facts that a proof proves. */
function readingOf(text: string): object {
  try {
    return { proven: verify(parseProof(text), { sport: 'soccer' }) };
  } catch (error) {
    const { number, context } = error as LinesmanError;
    return { number, path: context.path };
  }
}

test('the quick reading and the strict one agree about any text', () => {
  const texts = [ANSWERS[1](), ANSWERS[2](), ANSWERS[3](), ANSWERS[4](), ODDS.answer].flatMap((answer) => {
    const inText = JSON.stringify(answer, (_, value: unknown) =>
      Array.isArray(value) && value.length >= 32 ? Buffer.from(value as number[]).toString('base64') : value,
    );
    return [JSON.stringify(answer), inText];
  });
  const pieces = ['', '"', '\\', '{', '}', '[', ',', ':', '"ts":1,"ts":2,', '-0', '.0', 'e1', '7', 'A', '=', ' ', 'é'];
  const kinds = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.constantFrom(...pieces),
      fc.boolean(),
      (text, place, length, by, isBetween) => {
        // Between two tokens, or anywhere.
        const ends = isBetween ? [...text.matchAll(/[{[,:]/g)].map(({ index }) => index + 1) : [];
        const at = ends[place % ends.length] ?? 1 + (place % (text.length - 1));
        const edited = text.slice(0, at) + by + text.slice(isBetween ? at : at + length);
        // A number that is not written as an integer, in an unused field, triggers the strict scan.
        const strictly = readingOf(`{"nobodyAsks":1.0,${edited.slice(1)}`);
        const quickly = readingOf(edited);
        kinds.add('number' in quickly ? String(quickly.number) : 'proven');
        expect(quickly, edited).toEqual(strictly);
      },
    ),
    { seed: 20_261_127, numRuns: 1_000 },
  );
  for (const kind of ['proven', '7000', '7002', '7003', '7170', '6022']) expect(kinds).toContain(kind);
});
