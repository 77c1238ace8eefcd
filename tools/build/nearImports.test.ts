import { describe, expect, it } from 'vitest';
import { Declarations, declarations } from './nearImports.js';

/** Files by name, and the names of the entries among them. */
const FILES: Readonly<Record<string, string>> = {
  '/sdk/index.ts': [
    "import '#private';",
    "export { one, type Shape, two as second } from './parts/entry.js';",
    "export type { Only } from './only.js';",
    "export * from './constants.js';",
    "export { byPlatform } from '#private';",
  ].join('\n'),
  '/sdk/parts/entry.ts':
    "export {\n  one,\n  type Shape,\n} from './one.js';\nexport { inner as two } from './two.js';",
  '/sdk/parts/one.ts': 'export const one = 1;\nexport interface Shape {}',
  '/sdk/parts/two.ts': 'export async function inner() {}\nexport const untouched = 0;',
  '/sdk/only.ts': 'export type Only = string;',
  '/sdk/constants.ts': "export const A = 1;\nexport class B {}\nexport * from './circle.js';",
  '/sdk/circle.ts': "export * from './constants.js';\nexport enum C {}",
};

function resolve(from: string, name: string): string | undefined {
  if (name === '@ours/sdk') return '/sdk/index.ts';
  if (!name.startsWith('.')) return undefined;
  return new URL(name.replace(/\.js$/, '.ts'), `file://${from}`).pathname;
}

const near = (source: string): string => new Declarations((file) => FILES[file], resolve).near(source);

describe('an import by the name of a package', () => {
  it('comes from the files that declare its names, through every re-export', () => {
    expect(near("import { one, second } from '@ours/sdk';")).toBe(
      "import { one } from '/sdk/parts/one.ts'; import { inner as second } from '/sdk/parts/two.ts';",
    );
    expect(near("import { A, B, C } from '@ours/sdk';")).toBe(
      "import { A, B } from '/sdk/constants.ts'; import { C } from '/sdk/circle.ts';",
    );
  });

  it('keeps its names, and the lines after it their numbers', () => {
    const source = "import {\n  one as first,\n  second,\n} from '@ours/sdk';\nfirst();";
    const made = near(source);
    expect(made.split('\n')[4]).toBe('first();');
    expect(made).toContain("import { one as first } from '/sdk/parts/one.ts'; import { inner as second }");
  });

  it('is found behind comments and other imports', () => {
    const before =
      "/** One; `import { one } from '@ours/sdk';` */\n// two\nimport data from './x.json' with { type: 'json' };\n";
    const source = `${before}import './side.js';\n\nimport { one } from '@ours/sdk';\none();`;
    expect(near(source)).toBe(source.replace(/'@ours\/sdk';\none/, "'/sdk/parts/one.ts';\none"));
  });

  it('loads nothing for types', () => {
    expect(near("import { one, type Shape } from '@ours/sdk';")).toBe("import { one } from '/sdk/parts/one.ts';");
    expect(near("import { type Shape } from '@ours/sdk';")).toBe('');
    const types = "import type { Shape } from '@ours/sdk';";
    expect(near(types)).toBe(types);
  });

  it('that is a re-export stays one', () => {
    expect(near("export { second as third } from '@ours/sdk';")).toBe(
      "export { inner as third } from '/sdk/parts/two.ts';",
    );
  });

  it('leaves a name that differs by platform to its entry', () => {
    expect(near("import { byPlatform } from '@ours/sdk';")).toBe("import { byPlatform } from '/sdk/index.ts';");
  });

  it.each([
    "import { missing, one } from '@ours/sdk';",
    "import * as all from '@ours/sdk';",
    "import { x } from 'elsewhere';",
    "import { x } from './own.js';",
    "import { x } from '#private';",
    "const text = `\nimport { one } from '@ours/sdk';\n`;",
    "import 'x';\nconst text = `\nimport { one } from '@ours/sdk';\n`;",
  ])('stays as it is: %s', (source) => {
    expect(near(source)).toBe(source);
  });
});

it('finds the declarations of this repository', () => {
  const source = declarations().near("import { parseCondition, verify } from '@linesman/sdk/proof';");
  expect(source).toMatch(/^import \{ parseCondition \} from '\/.*\/proof\/condition\.ts'; import \{ verify \} from/);
  expect(source).toMatch(/\/proof\/verify\.ts';$/);
});
