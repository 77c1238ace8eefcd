import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { COPIED, FIRST, filesOf, OWN_PROCESS, TEST_FOLDERS, type TestProject } from './tests/lanes.js';
import { nearImports } from './tools/build/nearImports.js';
import { sourcesByName, sourcesByPattern } from './tools/build/sources.js';

const escaped = (name: string): string => name.replace(/[#/.]/g, '\\$&');

const SHORT = TEST_FOLDERS.map((folder) => `${folder}/**/*.test.ts`);
const LANDING = filesOf('landing');
const NIGHTLY = filesOf('nightly');
const OWN = [...OWN_PROCESS];

const project = (
  name: TestProject,
  include: string[],
  without: readonly string[] = [],
  more: { isolate?: boolean } = {},
) => ({
  extends: true as const,
  test: { name, include, exclude: [...configDefaults.exclude, COPIED, ...without], ...more },
});

/** Begins with the files that take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = FIRST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return found < 0 ? FIRST.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  plugins: [nearImports()],
  resolve: {
    // Tests run on the sources of the packages, whatever name imports them.
    alias: [...sourcesByName(), ...sourcesByPattern()].map(([name, file]) => ({
      find: new RegExp(`^${escaped(name).replace('*', '(.+)')}$`),
      replacement: fileURLToPath(file).replace('*', '$1'),
    })),
  },
  test: {
    // Native add-ons (the SVM) do not survive worker threads.
    pool: 'forks',
    // The SVM logs every message of every program to standard error otherwise.
    env: { RUST_LOG: 'off' },
    maxWorkers: availableParallelism(),
    // A setup file loads the texts of errors, so that no import says which tests one of them reaches.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/sdk/error/texts/**'],
    setupFiles: ['tests/helpers/compareBytes.ts', 'tests/helpers/errorTexts.ts'],
    // Transformed modules stay in node_modules for the next lane or run. When a file only changes its extension, its
    // importers are not transformed twice; `npx vitest --clearCache` removes them.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      project('shared', SHORT, [...LANDING, ...NIGHTLY, ...OWN], { isolate: false }),
      project('own', OWN, [...LANDING, ...NIGHTLY]),
      project('landing', LANDING),
      project('nightly', NIGHTLY),
    ],
  },
});
