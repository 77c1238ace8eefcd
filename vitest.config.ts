import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { LONG_PATTERNS, TEST_FOLDERS } from './tests/longTests.js';
import { sourcesByName } from './tools/build/sources.js';

const escaped = (name: string): string => name.replace(/[#/.]/g, '\\$&');

export default defineConfig({
  resolve: {
    // Tests run on the sources of the packages, by whatever name they are imported.
    alias: [...sourcesByName()].map(([name, file]) => ({
      find: new RegExp(`^${escaped(name)}$`),
      replacement: fileURLToPath(file),
    })),
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
