import { expect, it } from 'vitest';
import { FILES } from '../../tests/helpers/sources.js';
import { classOf, RULES } from './fileClass.js';

/** A path or two for each rule, in the order of the rules. */
const EXAMPLES = [
  ['generated', ['ts/sdk/proof/rules/table.ts']],
  ['generated', ['crates/wire/src/call/oracle.rs', 'crates/wire/tests/calls/settlement.rs']],
  ['tests', ['tests/lanes.ts', 'tests/package/projects/server.cjs', 'fuzz/src/lib.rs']],
  ['tests', ['crates/wire/tests/fuzz/plain.rs', 'programs/oracle/tests/entrance.rs']],
  ['tests', ['ts/sdk/proof/parse.test.ts', 'tools/size/median.test.ts']],
  ['tests', ['tools/sbf/test_link.py', 'tools/sbf/selftest.sh', 'tools/sbf/selftest/src/lib.rs']],
  ['tests', ['vitest.config.ts']],
  ['product', ['ts/explorer/pages/proof.tsx', 'crates/wire/src/lib.rs', 'bench/main.ts', 'migrations/sql/001.sql']],
  ['product', ['.ci/run', '.ci/steps.sh', 'tools/sbf/sbf-ld']],
  ['not counted', ['docs/pictures/proof.png', 'etc/sdk.api.md', '.github/workflows/ci.yml', '.cargo/config.toml']],
  ['not counted', ['programs/artifacts/COMPILER', 'tests/programs/artifacts/SHA256SUMS']],
  ['not counted', ['ts/sdk/package.json', 'crates/wire/Cargo.toml', 'fuzz/Cargo.lock', 'examples/project/gitignore']],
  ['not counted', ['README.md', 'llms.txt', 'package.json', 'Dockerfile', '.npmrc']],
] as const;

it.each(EXAMPLES.map((example, i) => [...example, i] as const))('%s: %j', (is, paths, i) => {
  expect(paths.map(classOf)).toEqual(paths.map(() => is));
  // No rule before it takes them.
  expect(paths.map((path) => RULES.findIndex((rule) => rule.path.test(path)))).toEqual(paths.map(() => i));
});

it.each(['packages/sdk/index.ts', 'packages/README.md', 'ts/sdk/page.vue', 'main.ts', 'tools/size/script'])(
  'no rule names %s',
  (path) => expect(classOf(path)).toBeUndefined(),
);

it('every file of the repository is named by a rule, and every rule is needed', () => {
  expect(FILES.filter((path) => classOf(path) === undefined)).toEqual([]);
  const deciding = new Set(FILES.map((path) => RULES.find((rule) => rule.path.test(path))));
  expect(RULES.filter((rule) => !deciding.has(rule))).toEqual([]);
  expect(EXAMPLES.length).toBe(RULES.length);
});
