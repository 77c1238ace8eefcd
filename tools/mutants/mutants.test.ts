import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/helpers/temporaryFolder.js';
import { Copy, copyFolder } from './copy.js';
import { drawMutants } from './draw.js';
import { FOLDERS, folderOf } from './folders.js';
import { type Edit, type ListedMutant, type Mutant, mutantOf, planted, readList } from './mutant.js';
import { dependentsOf, probed } from './probes.js';
import { broken, noted } from './report.js';
import { rustEdits } from './rustEdits.js';
import type { Outcome } from './trial.js';
import { typescriptEdits } from './typescriptEdits.js';

const applied = (source: string, { start, end, text }: Edit): string =>
  source.slice(0, start) + text + source.slice(end);

/** The results of all edits of a source, each after the name of its kind. */
const results = (source: string, edits: readonly Edit[]): string[] =>
  edits.map((edit) => `${edit.operator}: ${applied(source, edit)}`);

describe('kinds of change', () => {
  it.each([
    ['a < b;', ['boundary: a <= b;']],
    ['a >= b;', ['boundary: a > b;']],
    ['a === b;', ['equality: a !== b;']],
    ['a && b;', ['logic: a || b;']],
    ['a ?? b;', ['default: a;']],
    ['a + b;', ['arithmetic: a - b;']],
    ['a << b;', ['bits: a >> b;']],
    ['!a;', ['negation: a;']],
    ['if (a) {}', ['condition: if (true) {}', 'condition: if (false) {}']],
    ['a ? b : c;', ['condition: true ? b : c;', 'condition: false ? b : c;']],
    ['f();', ['statement: ;']],
    ['await f();', ['statement: ;']],
    ['a = b;', ['statement: ;']],
    ['[a, b] = c;', ['statement: ;']],
    ['if (a) throw b;', ['condition: if (true) throw b;', 'condition: if (false) throw b;', 'statement: if (a) ;']],
    ['const f = () => { return fail(A); };', ['statement: const f = () => { ; };']],
    ['const a = 7;', ['number: const a = 8;', 'number: const a = 6;']],
    ['const a = 0n;', ['number: const a = 1n;', 'number: const a = (-1n);']],
    ['const a = true;', ['boolean: const a = false;']],
    ['const a = [b, c];', ['element: const a = [c];', 'element: const a = [b];']],
    ['const a = { b, c };', ['property: const a = { c };', 'property: const a = { b };']],
    ['const a = f(b, c);', ['arguments: const a = f(c, b);']],
    ['const a = b.min(c);', ['method: const a = b.max(c);']],
  ])('of TypeScript: %s', (source, expected) => {
    expect(results(source, typescriptEdits(source))).toEqual(expected);
  });

  it.each([
    ["import { a } from 'b';"],
    ['type A = 1 | 2;'],
    ['interface A { b: true }'],
    ['const a = b as 1;'],
    ["const a = 'b' + c;"],
    ["log('info', { a: 1, b: 2 });"],
    ['const a = () => fail(CODE, { b, c, d: 1 });'],
    ["command.description('a', 1 < 2);"],
    ['const a = 30_000;'],
    ['const a = b.toString();'],
    ['const a = f(b, SCHEMA);'],
  ])('none in %s', (source) => {
    expect(results(source, typescriptEdits(source))).toEqual([]);
  });

  const inRust = (line: string): string => `fn f() {\n    ${line}\n}\n`;

  it.each([
    ['let a = b < c;', ['boundary: let a = b <= c;']],
    ['let a = b == c;', ['equality: let a = b != c;']],
    ['let a = b && c;', ['logic: let a = b || c;']],
    ['let a = b + c;', ['arithmetic: let a = b - c;']],
    ['let a = b.checked_add(c);', ['arithmetic: let a = b.checked_sub(c);']],
    ['let a = b & c;', ['bits: let a = b | c;']],
    ['let a = !b;', ['negation: let a = b;']],
    ['if a { b }', ['condition: if true { b }', 'condition: if false { b }']],
    ['let a = true;', ['boolean: let a = false;']],
    ['let a = 1u8;', ['number: let a = 2u8;', 'number: let a = 0u8;']],
    ['let a = b.min(c);', ['method: let a = b.max(c);']],
    ['require!(a, b);', ['statement: ']],
    ['return a;', ['statement: ']],
    ['a += b;', ['statement: ']],
  ])('of Rust: %s', (line, expected) => {
    const whole = expected.map((one) => one.replace(/: (.*)$/, (_, text) => `: ${inRust(text)}`));
    expect(results(inRust(line), rustEdits(inRust(line)))).toEqual(whole);
  });

  it.each([
    ['// a < b && true'],
    ['#[a(b = true)]'],
    ['let a: Vec<u8> = [b; 32].c.0;'],
    ['let a = "b < c";'],
    ['mark("a");'],
    ['if let Some(a) = b { c }'],
  ])('none in Rust: %s', (line) => {
    expect(results(inRust(line), rustEdits(inRust(line)))).toEqual([]);
  });

  it('none in the tests of a Rust source', () => {
    expect(
      rustEdits('fn f() {}\n\n#[cfg(test)]\nmod tests {\n    fn g() -> bool {\n        1 < 2\n    }\n}\n'),
    ).toEqual([]);
  });
});

describe('a mutant', () => {
  const source = 'if (a) f();\nif (b) f();\nif (b) f();\ng(1);\n';
  const edit = {
    operator: 'statement',
    start: source.lastIndexOf('f()'),
    end: source.lastIndexOf('f()') + 4,
    text: ';',
  };
  const mutant = mutantOf('x.ts', source, edit);

  it('names lines that are in one place, and becomes what the edit makes', () => {
    expect(mutant).toMatchObject({ line: 2, before: 'if (b) f();\nif (b) f();', after: 'if (b) f();\nif (b) ;' });
    expect(planted(source, mutant)).toBe(applied(source, edit));
  });

  it('is found again after changes elsewhere, at the nearest place, and never where its lines have changed', () => {
    expect(planted(`h();\n${source}`, mutant)).toBe(`h();\n${applied(source, edit)}`);
    expect(planted(source + source, mutant)).toBe(applied(source, edit) + source);
    expect(planted(source.replaceAll('b', 'c'), mutant)).toBeUndefined();
    expect(planted(source.replaceAll('if (b) f();', '  if (b) f();'), mutant)).toBeUndefined();
  });
});

describe('a draw', () => {
  const body = (lines: number): string =>
    Array.from({ length: lines }, (_, i) => `export const f${i} = (a: number) => a < ${i} && a !== ${i};\n`).join('');
  const folder = (...sizes: number[]) => ({
    weight: 1,
    sources: new Map(sizes.map((size, i) => [`ts/keeper/f${i}.ts`, body(size)])),
  });
  const per = (mutants: readonly Mutant[], file: string): number => mutants.filter((one) => one.file === file).length;

  it('depends on the sources and the seed alone', () => {
    const drawn = drawMutants([folder(9, 16)], 'a', 12);
    expect(drawMutants([folder(9, 16)], 'a', 12)).toEqual(drawn);
    expect(drawMutants([folder(9, 16)], 'b', 12)).not.toEqual(drawn);
    expect(new Set(drawn.map(({ id }) => id)).size).toBe(12);
  });

  it('gives every file some, and a larger one more', () => {
    const drawn = drawMutants([folder(4, 100)], 'a', 24);
    expect(per(drawn, 'ts/keeper/f0.ts')).toBeGreaterThan(1);
    expect(per(drawn, 'ts/keeper/f1.ts')).toBeGreaterThan(per(drawn, 'ts/keeper/f0.ts'));
  });

  it('ends when there is nothing left, and changes no place twice', () => {
    const drawn = drawMutants([folder(1)], 'a', 100);
    // A comparison, a conjunction, another comparison and two numbers.
    expect(drawn.map(({ operator }) => operator).sort()).toEqual(['boundary', 'equality', 'logic', 'number', 'number']);
  });
});

describe('probes', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, '__probed'));

  const source = [
    'const FACTOR = 3;',
    'export const SCALE = FACTOR * 2;',
    'export const scaled = (a: number, b = a < 5): number => (b ? a : a * SCALE);',
    'export function sign(a: number): number {',
    '  if (a < 0) {',
    '    return 0 - 1;',
    '  }',
    '  return 1;',
    '}',
    '',
  ].join('\n');
  const at = (operator: string, text: string, within: string): Mutant => {
    const start = source.indexOf(within) + within.indexOf(text);
    return mutantOf('x.ts', source, { operator, start, end: start + text.length, text: '' });
  };
  const inBranch = at('number', '1', '0 - 1');
  const inDefault = at('number', '5', 'a < 5');
  const inBody = at('arithmetic', '*', 'a * SCALE');
  const outside = at('number', '3', 'FACTOR = 3');

  /** The ids that are noted while something uses the probed source. */
  async function reached(text: string | undefined, use: (module: Record<string, (a: number) => number>) => unknown) {
    const { outputText } = ts.transpileModule(text ?? '', { compilerOptions: { module: ts.ModuleKind.ESNext } });
    const module = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
    const noted = new Set<string>();
    Reflect.set(globalThis, '__probed', noted);
    const value = use(module);
    return { value, noted };
  }

  const own = [inBranch, inDefault, inBody, outside];
  const text = probed(source, own, new Map());

  it.each([
    ['a branch', 'sign', -2, -1, [inBranch, outside]],
    ['the other branch', 'sign', 2, 1, [outside]],
    ['a function without a block', 'scaled', 2, 2, [inDefault, inBody, outside]],
  ])('note what %s reaches, and change nothing', async (_, name, argument, expected, mutants) => {
    const { value, noted } = await reached(text, (module) => module[name]?.(argument));
    expect([value, [...noted].sort()]).toEqual([expected, mutants.map(({ id }) => id).sort()]);
  });

  it('note in other files who uses what a constant changes', async () => {
    const dependents = dependentsOf(source, own);
    expect([...dependents]).toEqual([
      ['SCALE', [outside]],
      ['scaled', [outside]],
    ]);
    const user = 'export const twice = (a: number) => 2 * (globalThis as any).scaled(a); export const one = () => 1;';
    Reflect.set(globalThis, 'scaled', (a: number) => a);
    const { value, noted } = await reached(probed(user, [], dependents), (module) => module.twice?.(4));
    Reflect.deleteProperty(globalThis, 'scaled');
    expect([value, [...noted]]).toEqual([8, [outside.id]]);
    expect(probed('export const one = () => 1;', [], dependents)).toBeUndefined();
  });
});

describe('a copy', () => {
  const root = temporaryFolder('copied');
  writeFileSync(join(root, 'a.txt'), 'one');
  writeFileSync(join(root, '.gitignore'), 'node_modules');
  mkdirSync(join(root, 'node_modules/some'), { recursive: true });
  writeFileSync(join(root, 'node_modules/some/index.js'), 'export {};');
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  const copy = new Copy(root, copyFolder(root, '1/2'));
  afterAll(() => rmSync(dirname(copy.folder), { recursive: true }));

  it('changes only itself, and back', async () => {
    copy.change('a.txt', 'two');
    copy.change('a.txt', 'three');
    expect(copy.read('a.txt')).toBe('three');
    expect(await copy.unchanged(async () => copy.read('a.txt'))).toBe('one');
    expect(copy.read('a.txt')).toBe('three');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one');
    expect(copy.restore()).toEqual(['a.txt']);
    expect(copy.read('a.txt')).toBe('one');
  });

  it('is made anew from the repository, but for what cargo built', () => {
    mkdirSync(join(copy.folder, 'target'));
    copy.change('a.txt', 'left by a run that was killed');
    const next = new Copy(root, copy.folder);
    expect([next.read('a.txt'), next.read('node_modules/some/index.js')]).toEqual(['one', 'export {};']);
    expect(existsSync(join(next.folder, 'target'))).toBe(true);
  });
});

describe('what is found', () => {
  const listed: ListedMutant = {
    id: '1',
    file: 'ts/keeper/x.ts',
    line: 1,
    operator: 'number',
    before: '1',
    after: '2',
    lane: 'landing',
    killedBy: 'a.test.ts',
  };
  const killed = (lane: 'short' | 'landing' | 'nightly'): Outcome => ({
    kind: 'killed',
    by: 'b.test.ts',
    lane,
    why: '',
  });

  it.each<[string, Outcome, boolean]>([
    ['killed in an earlier lane', killed('short'), false],
    ['killed in its lane', killed('landing'), false],
    ['killed in a later lane', killed('nightly'), true],
    ['alive', { kind: 'passed', tests: 1, upTo: 'landing' }, true],
    ['gone', { kind: 'gone' }, true],
  ])('a mutant of the landing lane that is %s', (_, outcome, isBroken) => {
    expect(broken([listed], new Map([['1', outcome]]))).toEqual(isBroken ? [listed] : []);
  });

  it('stands in the list', () => {
    const { killedBy: _, lane: __, ...mutant } = listed;
    const listedAfter = (outcome: Outcome): ListedMutant[] => noted([listed], new Map([['1', outcome]]));
    expect(listedAfter(killed('short'))).toEqual([{ ...mutant, lane: 'short', killedBy: 'b.test.ts' }]);
    expect(listedAfter({ kind: 'passed', tests: 1, upTo: 'landing' })).toEqual([{ ...mutant, survived: 'landing' }]);
    expect(listedAfter({ kind: 'refused' })).toEqual([]);
    expect(listedAfter({ kind: 'gone' })).toEqual([listed]);
  });
});

const ROOT = new URL('../../', import.meta.url);

it('the list has mutants of every folder, and nothing twice', () => {
  const list = readList(new URL('tests/mutants.jsonl', ROOT));
  expect(list.length).toBeGreaterThan(400);
  expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  expect(new Set(list.map(({ file }) => folderOf(file)))).toEqual(new Set(FOLDERS));
});

it('every mutant of the list stands where it can be planted: a change of its lines moves it, too', () => {
  const list = readList(new URL('tests/mutants.jsonl', ROOT));
  const textOf = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
  const isGone = (mutant: Mutant): boolean =>
    !existsSync(new URL(mutant.file, ROOT)) || planted(textOf(mutant.file), mutant) === undefined;
  expect(list.filter(isGone).map(({ id, file }) => [id, file])).toEqual([]);
});
