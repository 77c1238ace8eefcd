import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['ts/**/*.test.ts', 'tests/**/*.test.ts', 'tools/**/*.test.ts'],
    // Native add-ons (the SVM) do not survive worker threads.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
