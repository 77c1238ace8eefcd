import { expect, expectTypeOf, it } from 'vitest';
import type { CodeText } from './text.js';
import { problems, problemsWith, text } from './text.js';

const said = <Context extends object>(code: CodeText<Context>, context: Context) => code.forContext?.(context);

it('a hole shows its value by its kind, and gives the context its type', () => {
  const code = text(
    'A sentence.',
    'A hint.',
    '{n} {b:bigint} {t:text} {c:clipped} {q:quoted} {s:shown} {g:given} {h:hexed} {l:listed} {at:time} {p:inRecord} ' +
      '{e:reason} {f:file}',
  );
  expect(code).toMatchObject({ sentence: 'A sentence.', hint: 'A hint.' });
  const short = text('A sentence.', 'A hint.', '{n} of {b:bigint}, {t:text}');
  expectTypeOf(short).toEqualTypeOf<CodeText<{ readonly n: number; readonly b: bigint; readonly t: string }>>();
  expect(said(short, { n: 3, b: 2n ** 70n, t: 'own' })).toBe('3 of 1180591620717411303424, own');
  const context = { c: `\u001b${'x'.repeat(300)}`, q: 'a"b', s: { a: 1 }, g: Number.NaN, h: Uint8Array.of(1, 255) };
  const other = { ...context, l: [1, 2], at: 0, p: '$', e: 'ENOENT', f: '-' };
  expect(said(code as CodeText<object>, { n: 0, b: 1n, t: '', ...other })).toBe(
    `0 1  \\u001b${'x'.repeat(193)}… "a\\"b" {"a":1} NaN 01ff 1, 2 1970-01-01T00:00:00.000Z The record there is no ` +
      'such file Standard input',
  );
});

it('a value is never read as a template', () => {
  const code = text('A sentence.', 'A hint.', ['{name:text} is unknown.', 'Write {other:text}.']);
  expect(said(code, { name: '{other:text}', other: '$&{name:text}' })).toEqual({
    sentence: '{other:text} is unknown.',
    hint: 'Write $&{name:text}.',
  });
});

it('each problem has its own context and wording', () => {
  const words = problems({
    none: 'There is none.',
    several: '{count} are too many.',
    other: ({ at }: { readonly at: string }) => ({ hint: `See ${at}.` }),
  });
  expectTypeOf(words)
    .parameter(0)
    .toEqualTypeOf<
      | { readonly problem: 'none' }
      | { readonly problem: 'several'; readonly count: number }
      | { readonly problem: 'other'; readonly at: string }
    >();
  expect(words({ problem: 'none' })).toBe('There is none.');
  expect(words({ problem: 'several', count: 2 })).toBe('2 are too many.');
  expect(words({ problem: 'other', at: 'there' })).toEqual({ hint: 'See there.' });
});

it('sentences alone are text; a context may have more than is worded', () => {
  const words = problemsWith<{ readonly path?: string }>()({ none: 'There is none.', several: '{count} are.' });
  expectTypeOf(words).returns.toEqualTypeOf<string>();
  expect(words({ problem: 'several', count: 2, path: '$.a' })).toBe('2 are.');
});
