import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { createVitest } from 'vitest/node';

/**
 * Runs test files of the folder in which it is started, for `testRuns.ts`, again and again: starting vitest takes
 * longer than most tests. Modules that have changed are loaded again.
 */

/** An order to run test files. */
export interface Order {
  /** Files that have changed since the last order. */
  readonly changed: readonly string[];
  /** Test files, in the order in which they shall run. */
  readonly tests: readonly string[];
  /** Whether the first failure ends the run. */
  readonly bail: boolean;
}

/** Events, in their order. */
export type Event =
  | { readonly kind: 'started'; readonly test: string }
  | { readonly kind: 'failed'; readonly test: string; readonly why: string }
  | { readonly kind: 'ended'; readonly test: string; readonly seconds: number; readonly ok: boolean }
  | { readonly kind: 'done' };

const ROOT = process.cwd();
const nameOf = (module: TestModule): string => relative(ROOT, module.moduleId);
const tell = (event: Event): void => void process.send?.(event);

/** Reports events, and ends the run at the first failure. */
class Teller implements Reporter {
  bail = false;
  /** The file that has started last. */
  running = '';
  private readonly begun = new Map<string, number>();

  onTestModuleQueued(module: TestModule): void {
    this.begun.set(module.id, performance.now());
    this.running = nameOf(module);
    tell({ kind: 'started', test: nameOf(module) });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'failed') this.fail(test.module, `${test.fullName}: ${errors?.[0]?.message ?? ''}`);
  }

  onTestModuleEnd(module: TestModule): void {
    const seconds = (performance.now() - (this.begun.get(module.id) ?? 0)) / 1000;
    if (!module.ok()) this.fail(module, module.errors()[0]?.message ?? 'a hook failed');
    tell({ kind: 'ended', test: nameOf(module), seconds, ok: module.ok() });
  }

  private fail(module: TestModule, why: string): void {
    tell({ kind: 'failed', test: nameOf(module), why: why.slice(0, 300) });
    if (this.bail) void vitest.cancelCurrentRun('test-failure');
  }
}

/** Test files run in the given order. */
class AsOrdered {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

const teller = new Teller();
const vitest = await createVitest('test', {
  config: 'tools/mutants/vitest.config.ts',
  watch: false,
  maxWorkers: Number(process.argv[2]),
  reporters: [teller],
  sequence: { sequencer: AsOrdered },
});
// Vitest knows only the files that it has searched for.
await vitest.globTestSpecifications();

process.on('message', async ({ changed, tests, bail }: Order) => {
  teller.bail = bail;
  for (const file of changed) vitest.invalidateFile(`${ROOT}/${file}`);
  const specifications = tests.flatMap((file) => vitest.getModuleSpecifications(`${ROOT}/${file}`));
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // For example, the process ended in the middle of a file, which is not a failed test.
  for (const error of unhandledErrors.slice(0, 1))
    tell({ kind: 'failed', test: teller.running, why: error instanceof Error ? error.message : 'an unhandled error' });
  tell({ kind: 'done' });
});
process.on('disconnect', () => process.exit());
