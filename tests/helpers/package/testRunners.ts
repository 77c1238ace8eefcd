import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { expectInstalls } from './expectInstalls.js';
import { Packed, Project } from './packed.js';

/** Projects whose tests verify a proof, each with another runner, in the way that runner has by default. */

const ANSWER = readFileSync(new URL('../../../examples/proofs/final-win.json', import.meta.url), 'utf8');

const COMMON_JS = `
const { isError, NO_SUCH_LEAF, errorOf } = require('@linesman/sdk/error');
const { KeyPair, parseProof, verify } = require('@linesman/sdk');
`;
const MODULE = `
import { isError, NO_SUCH_LEAF, errorOf } from '@linesman/sdk/error';
import { KeyPair, parseProof, verify } from '@linesman/sdk';
`;
const TEST = `
const answer = JSON.stringify(${ANSWER.trim()});
test('a proof is verified', () => {
  const { final } = verify(parseProof(answer), { sport: 'soccer' }) as { final: boolean };
  if (final !== true) throw new Error('not verified');
  if (!KeyPair.fromSeed(new Uint8Array(32).fill(3)).address) throw new Error('no key');
});
test('an error has its text, and is known', async () => {
  const error = errorOf(NO_SUCH_LEAF, { index: 3, leaves: 2 });
  if (error.message !== 'The tree has 2 leaves, none with index 3.') throw new Error(error.message);
  if (!isError(error, NO_SUCH_LEAF)) throw new Error('not known');
  const { isError: other } = await import('@linesman/sdk/error');
  if (!other(error, NO_SUCH_LEAF)) throw new Error('not known to the copy for import()');
});
`;
/** The same for a file without types. */
const untyped = (text: string): string => text.replace(' as { final: boolean }', '');

interface Runner {
  readonly manifest: object;
  readonly packages: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly command: readonly [string, ...string[]];
  /** What it prints on either stream. */
  readonly said: RegExp;
}

const JEST = ['node_modules/.bin/jest', '--ci'] as const;
const TYPESCRIPT = {
  compilerOptions: { module: 'commonjs', target: 'es2022', strict: true, esModuleInterop: true, skipLibCheck: true },
};

export const RUNNERS = {
  // Its sandbox has no import().
  jest: {
    manifest: { type: 'commonjs' },
    packages: ['jest@30'],
    files: {
      'proof.test.js': untyped(COMMON_JS + TEST).replace(/await import\((.*?)\)/, 'require($1)'),
    },
    command: JEST,
    said: /Tests: +2 passed, 2 total/,
  },
  'ts-jest': {
    manifest: { type: 'commonjs', jest: { preset: 'ts-jest' } },
    packages: ['jest@30', 'ts-jest@29', 'typescript@5.9', '@types/jest@30'],
    files: { 'proof.test.ts': MODULE + TEST, 'tsconfig.json': JSON.stringify(TYPESCRIPT) },
    command: JEST,
    said: /Tests: +2 passed, 2 total/,
  },
  'mocha with tsx': {
    manifest: { type: 'module' },
    packages: ['mocha@11', 'tsx@4'],
    files: { 'proof.test.ts': MODULE + TEST },
    command: ['node_modules/.bin/mocha', '--ui', 'tdd', '--import=tsx', 'proof.test.ts'],
    said: /2 passing/,
  },
  'mocha with tsx, in CommonJS': {
    manifest: { type: 'commonjs' },
    packages: ['mocha@11', 'tsx@4'],
    files: { 'proof.test.ts': MODULE + TEST },
    command: ['node_modules/.bin/mocha', '--ui', 'tdd', '--require', 'tsx/cjs', 'proof.test.ts'],
    said: /2 passing/,
  },
  vitest: {
    manifest: { type: 'module' },
    packages: ['vitest@4'],
    files: { 'proof.test.ts': `import { test } from 'vitest';${MODULE}${TEST}` },
    command: ['node_modules/.bin/vitest', 'run'],
    said: /2 passed/,
  },
  bun: {
    manifest: { type: 'module' },
    packages: ['bun@1'],
    files: { 'proof.test.ts': `import { test } from 'bun:test';${MODULE}${TEST}` },
    command: ['node_modules/.bin/bun', 'test'],
    said: / 2 pass\n 0 fail/,
  },
  // Checks the types as well.
  deno: {
    manifest: { type: 'module' },
    packages: ['deno@2'],
    files: { 'proof.test.ts': `const { test } = Deno;${MODULE}${TEST}` },
    command: ['node_modules/.bin/deno', 'test', 'proof.test.ts'],
    said: /2 passed/,
  },
} satisfies Readonly<Record<string, Runner>>;

/** Tests that the tests of a project with each runner pass. */
export function testRunners(names: readonly (keyof typeof RUNNERS)[]): void {
  const packed = new Packed();
  afterAll(() => packed.end());
  describe.each(names)('a project tested by %s', (name) => {
    const { manifest, packages, files, command, said }: Runner = RUNNERS[name];
    const project = new Project(manifest);
    afterAll(() => project.end());
    test('verifies a proof', { timeout: 300_000 }, () => {
      expectInstalls(project, packed.archive('@linesman/sdk'), ...packages);
      for (const [file, text] of Object.entries(files)) project.write(file, text);
      const [program, ...args] = command;
      const { code, stdout, stderr } = project.run(program, ...args);
      expect(code, `${stdout}\n${stderr}`).toBe(0);
      expect(`${stdout}${stderr}`).toMatch(said);
    });
  });
}
