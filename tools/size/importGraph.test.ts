import { describe, expect, it } from 'vitest';
import { importGraph, reachableFrom } from './importGraph.js';
import { resolverOf } from './resolver.js';

const NAMES = new Map([
  ['sdk', 'ts/sdk/index.ts'],
  ['sdk/proof', 'ts/sdk/proof/index.ts'],
  ['#texts', 'ts/sdk/texts.ts'],
]);
const sourceOf = (name: string) => NAMES.get(name);

/** The graph of texts by path. */
function graphOf(texts: Readonly<Record<string, string>>) {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  return importGraph(files, resolverOf(Object.keys(texts), sourceOf));
}

describe('a file loads', () => {
  it.each([
    ['a value', "import { b } from './b.js';", true],
    ['a default', "import b from './b.js';", true],
    ['everything', "import * as b from './b.js';", true],
    ['what has effects', "import './b.js';", true],
    ['what it passes on', "export { b } from './b.js';", true],
    ['all that it passes on', "export * from './b.js';", true],
    ['the module of a type in braces', "import { type B } from './b.js';", true],
    ['the module of a type that it passes on in braces', "export { type B } from './b.js';", true],
    ['on demand', "const b = async () => (await import('./b.js')).b;", true],
    ['on demand, deep in its code', 'class A { b() { return { b: [import(`./b.js`)] }; } }', true],
    ['no types', "import type { B } from './b.js';", false],
    ['no types that it passes on', "export type { B } from './b.js'; export type * from './b.js';", false],
    ['no types of modules', "let b: import('./b.js').B | typeof import('./b.js');", false],
    [
      'nothing that a text or comment says',
      "/* import './b.js' */ const a = `import './b.js'; import('./b.js')`;",
      false,
    ],
    ['nothing whose name is computed', "import('./' + 'b.js');", false],
    ['nothing by a call of another name', "import.meta.resolve('./b.js'); require('./b.js');", false],
  ])('%s: %s', (_, text, isLoaded) => {
    expect(graphOf({ 'a.ts': text, 'b.ts': '' }).get('a.ts')).toEqual(new Set(isLoaded ? ['b.ts'] : []));
  });
});

describe('a name leads to', () => {
  const paths = [
    'ts/sdk/a.ts',
    'ts/sdk/b.tsx',
    'ts/sdk/c.mjs',
    'ts/sdk/index.ts',
    'ts/sdk/texts.ts',
    'ts/d.ts',
    'ts/e.js',
  ];
  const resolve = resolverOf(paths, sourceOf);

  it.each([
    ['./a.js', 'ts/sdk/a.ts'],
    ['./b.js', 'ts/sdk/b.tsx'],
    ['./c.mjs', 'ts/sdk/c.mjs'],
    ['../d.js', 'ts/d.ts'],
    ['../e.js', 'ts/e.js'],
    ['sdk', 'ts/sdk/index.ts'],
    ['#texts', 'ts/sdk/texts.ts'],
    ['./data.json', undefined],
    ['node:fs', undefined],
    ['vitest', undefined],
    // Known by name, but not among the files.
    ['sdk/proof', undefined],
  ])('%s: %s', (name, path) => expect(resolve('ts/sdk/from.ts', name)).toBe(path));
});

it('what a file reaches is itself and all that is loaded with it, around cycles', () => {
  const graph = graphOf({
    'a.test.ts': "import './b.js';",
    'b.ts': "import './c.js'; import './c.js';",
    'c.ts': "import './b.js'; export * from './d.js';",
    'd.ts': "import type { E } from './e.js';",
    'e.ts': "import './a.test.js';",
  });
  expect(reachableFrom(graph, 'a.test.ts')).toEqual(new Set(['a.test.ts', 'b.ts', 'c.ts', 'd.ts']));
  expect(reachableFrom(graph, 'c.ts')).toEqual(new Set(['c.ts', 'b.ts', 'd.ts']));
  expect(reachableFrom(graph, 'd.ts')).toEqual(new Set(['d.ts']));
});
