import { expect, it } from 'vitest';
import { figuresOf } from './figures.js';
import { sizeOf } from './size.js';

const FILES = [
  { path: 'ts/sdk/index.ts', text: "export * from './proof/condition.js';\n" },
  { path: 'ts/sdk/proof/condition.ts', text: "import './rules/table.js';\n" },
  { path: 'ts/sdk/proof/rules/table.ts', text: '\n' },
  { path: 'ts/sdk/proof/condition.test.ts', text: "import './condition.js';\n" },
  { path: 'tests/bet.test.ts', text: "import 'sdk';\n" },
  { path: 'tests/data.test.ts', text: "import './data.json';\n" },
  { path: 'tests/data.json', text: '{}\n' },
  // Not run by any lane.
  { path: 'examples/project/test/settle.test.ts', text: "import 'sdk';\n" },
  {
    path: 'etc/sdk.api.md',
    text: '## API Report File for "sdk"\n\n```ts\nexport const A: 1;\nexport const B: 1;\n```\n',
  },
];
const sourceOf = (name: string) => (name === 'sdk' ? 'ts/sdk/index.ts' : undefined);

it('has every figure, and a row per folder', () => {
  const size = sizeOf(FILES, sourceOf);
  expect(size.folders.map(({ folder }) => folder)).toEqual(['etc', 'examples/project', 'tests', 'ts/sdk']);
  expect(figuresOf(size)).toEqual({
    'product lines': 2,
    'generated lines': 1,
    'test lines': 4,
    'tracked files': 9,
    entrances: 2,
    // Of 2, 3 and 0.
    'median modules per test': 2,
    'test files reached by condition.ts': 2,
  });
});

it('misses the module of conditions', () => {
  const without = FILES.filter(({ path }) => path !== 'ts/sdk/proof/condition.ts');
  expect(() => sizeOf(without, sourceOf)).toThrow('not exactly one file');
  expect(() => sizeOf([...FILES, { path: 'ts/other/proof/condition.ts', text: '' }], sourceOf)).toThrow('exactly one');
});
