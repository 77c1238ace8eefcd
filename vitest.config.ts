import { configDefaults, defineConfig } from 'vitest/config';
import { LONG_PATTERNS, TEST_FOLDERS } from './tests/longTests.js';

export default defineConfig({
  resolve: {
    // Examples import the package by its name, as users do; tests run them on the sources.
    alias: [{ find: /^linesman\/(\w+)$/, replacement: new URL('./ts/$1/index.ts', import.meta.url).pathname }],
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
