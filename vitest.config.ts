import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { LONG_PATTERNS, TEST_FOLDERS } from './tests/longTests.js';

const { imports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  imports: Record<string, { readonly node: string }>;
};
const source = (path: string): string => new URL(path, import.meta.url).pathname;

export default defineConfig({
  resolve: {
    // Examples import the package by its name, as users do; tests run them on the sources.
    alias: [
      { find: /^linesman\/(\w+)$/, replacement: source('./ts/$1/index.ts') },
      // What differs between Node and a browser, as Node has it.
      ...Object.entries(imports).map(([find, { node }]) => ({
        find,
        replacement: source(node.replace('/dist/', '/ts/').replace(/\.js$/, '.ts')),
      })),
    ],
  },
  test: {
    // Native add-ons (the SVM) do not survive worker threads.
    pool: 'forks',
    // The SVM logs every message of every program to standard error otherwise.
    env: { RUST_LOG: 'off' },
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'short',
          include: TEST_FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...configDefaults.exclude, ...LONG_PATTERNS],
        },
      },
      { extends: true, test: { name: 'long', include: LONG_PATTERNS } },
    ],
  },
});
