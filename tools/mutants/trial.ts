import { join } from 'node:path';
import { type Lane, laneOf } from '../../tests/lanes.js';
import { runCommand } from './commands.js';
import type { Copy } from './copy.js';
import { folderOf } from './folders.js';
import { type Mutant, planted } from './mutant.js';
import type { Reach } from './reach.js';
import { TestRuns } from './testRuns.js';

/** The outcome of a mutant. */
export type Outcome =
  | { readonly kind: 'killed'; readonly by: string; readonly lane: Lane; readonly why: string }
  /** No test that reaches it has failed. */
  | {
      readonly kind: 'passed';
      /** How many test files, or commands, ran in the last lane. */
      readonly tests: number;
      readonly upTo: Lane;
      /** Whether the program was built with it. */
      readonly program?: boolean;
    }
  /** It does not compile. */
  | { readonly kind: 'refused' }
  /** Its lines are no longer in the file. */
  | { readonly kind: 'gone' };

/** Seconds for the first build of a crate or of a program. */
const FIRST_BUILD = 3600;

/** Plants mutants in the copy and runs tests against them. */
export class Trial {
  private readonly runs: TestRuns;
  /** Files that differ from those that the running vitest has loaded. */
  private changed: string[] = [];
  /** Whether each test file passes without a mutant. */
  private readonly passing = new Map<string, boolean>();
  /** Seconds of the tests of a crate without a mutant. */
  private readonly unchanged = new Map<string, number>();

  constructor(
    private readonly copy: Copy,
    private readonly reach: Reach,
    kept: string,
  ) {
    this.runs = new TestRuns(copy.folder, join(kept, 'vitest.log'), 1);
  }

  /** Ends the running tests and builds. */
  end(): void {
    this.runs.end();
  }

  /** Runs test files of a lane against a mutant until one fails that passes without it. */
  byTests(mutant: Mutant, tests: readonly string[], lane: Lane = 'short'): Promise<Outcome> {
    const passed = { kind: 'passed', tests: tests.length, upTo: lane } as const;
    return this.planting(mutant, async () => (await this.firstFailure(mutant.file, tests)) ?? passed);
  }

  /** Does something while the mutant is planted. */
  private async planting(mutant: Mutant, work: () => Promise<Outcome>): Promise<Outcome> {
    const text = planted(this.copy.read(mutant.file), mutant);
    if (text === undefined) return { kind: 'gone' };
    try {
      this.copy.change(mutant.file, text);
      return await work();
    } finally {
      this.changed.push(...this.copy.restore());
    }
  }

  private async firstFailure(file: string, tests: readonly string[]): Promise<Outcome | undefined> {
    for (let left = [...tests]; left.length > 0; ) {
      const changed = [...this.changed, file];
      this.changed = [];
      const { failed, ended } = await this.runs.run({ changed, tests: left, bail: true }, (test) => this.limit(test));
      if (!failed && ended.length < left.length) throw new Error(`not all ran of: ${left.join(' ')}`);
      if (!failed) break;
      if (await this.passesWithout(failed.test, file))
        return { kind: 'killed', by: failed.test, lane: laneOf(failed.test), why: failed.why };
      left = left.filter((test) => test !== failed.test && !ended.some((one) => one.test === test));
    }
    return undefined;
  }

  /** Generous, since other work may share the machine. */
  private limit(test: string): number {
    return 120 + 20 * (this.reach.secondsOf(test) ?? 30);
  }

  /** Whether a test file passes without the change of a file. */
  private async passesWithout(test: string, file: string): Promise<boolean> {
    if (this.reach.passes(test)) return true;
    const known = this.passing.get(test);
    if (known !== undefined) return known;
    const order = { changed: [file], tests: [test], bail: true };
    const { failed } = await this.copy.unchanged(() => this.runs.run(order, (one) => this.limit(one)));
    this.changed.push(file);
    this.passing.set(test, failed === null);
    return failed === null;
  }

  /** Runs the host tests of the mutant's crate. */
  async byCargo(mutant: Mutant): Promise<Outcome> {
    const crate = crateOf(mutant);
    const command = ['cargo', 'test', '--locked', '--quiet', '--package', crate];
    if (!this.unchanged.has(crate)) {
      const { code, seconds, output } = await runCommand(command, this.copy.folder, FIRST_BUILD);
      if (code !== 0) throw new Error(`${command.join(' ')} fails without a mutant:\n${output.slice(-2000)}`);
      // Measured again, because the first time included the build.
      const second = await runCommand(command, this.copy.folder, seconds + 60);
      this.unchanged.set(crate, second.seconds);
    }
    return this.planting(mutant, async () => {
      // Each time includes the build.
      const limit = 300 + 20 * (this.unchanged.get(crate) ?? 60);
      const { code, output, isLate } = await runCommand(command, this.copy.folder, limit);
      if (code === 0) return { kind: 'passed', tests: 1, upTo: 'short' };
      if (!isLate && /could not compile/.test(output)) return { kind: 'refused' };
      const why = isLate
        ? `not over after ${limit} s`
        : (/^test (.*) \.\.\. FAILED|^ {4}(\S+)$/m.exec(output)?.[0] ?? '');
      return { kind: 'killed', by: `cargo test -p ${crate}`, lane: 'short', why: why.trim() };
    });
  }

  /** Builds the mutant's program for the Solana VM, and runs test files against that. */
  async byProgram(mutant: Mutant, tests: readonly string[]): Promise<Outcome> {
    const program = crateOf(mutant);
    const artifact = `programs/artifacts/${program}.so`;
    return this.planting(mutant, async () => {
      this.copy.keep(artifact);
      const build = `tools/sbf/install.sh && tools/sbf/build.sh ${program} ${artifact}`;
      const { code } = await runCommand(['bash', '-c', build], this.copy.folder, FIRST_BUILD);
      if (code !== 0) return { kind: 'refused' };
      const passed = { kind: 'passed', tests: tests.length, upTo: laneOf(tests.at(-1) ?? ''), program: true } as const;
      return (await this.firstFailure(artifact, tests)) ?? passed;
    });
  }
}

/** The crate of a mutant's file. */
function crateOf({ file }: Mutant): string {
  const { crate } = folderOf(file);
  if (!crate) throw new Error(`${file} is in no crate`);
  return crate;
}
