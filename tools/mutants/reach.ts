import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '../../tests/lanes.js';
import type { Copy } from './copy.js';
import type { Mutant } from './mutant.js';
import { type Dependents, dependentsOf, mentions, probed } from './probes.js';
import { TestRuns } from './testRuns.js';

/** The run of a test file in the unchanged repository. */
interface Seen {
  readonly seconds: number;
  readonly ok: boolean;
  /** The mutants that it reached. */
  readonly reached: readonly string[];
}

/** How many test files run in one batch. Their results are saved after each batch. */
const CHUNK = 20;

/**
 * Which test files reach which mutants, measured once for each lane. The result is saved, so that an interrupted run
 * can go on.
 */
export class Reach {
  private readonly seen = new Map<string, Seen>();
  private runs: TestRuns | undefined;

  constructor(
    private readonly copy: Copy,
    /** The folder for saved results. */
    private readonly kept: string,
    private readonly say: (line: string) => void,
  ) {
    if (existsSync(this.file))
      for (const [test, seen] of Object.entries(JSON.parse(readFileSync(this.file, 'utf8'))))
        this.seen.set(test, seen as Seen);
  }

  private get file(): string {
    return join(this.kept, 'reach.json');
  }

  /** Seconds that a file took, if it has run. */
  secondsOf(test: string): number | undefined {
    return this.seen.get(test)?.seconds;
  }

  /** Whether a file is known to pass without a mutant. */
  passes(test: string): boolean {
    return this.seen.get(test)?.ok ?? false;
  }

  /**
   * The test files among these that reach the mutant. Quick files that reach little come first, since those are about
   * it.
   */
  testsOf({ id }: Mutant, tests: readonly string[]): string[] {
    const cost = (test: string): number => {
      const { seconds = 0, reached = [] } = this.seen.get(test) ?? {};
      return (0.5 + seconds) * reached.length;
    };
    return tests
      .filter((test) => this.seen.get(test)?.reached.includes(id))
      .sort((one, other) => cost(one) - cost(other));
  }

  /** Runs those test files of a lane that have not run yet, with probes for the mutants. */
  async measure(
    lane: Lane,
    tests: readonly string[],
    mutants: readonly Mutant[],
    sources: readonly string[],
  ): Promise<void> {
    const open = tests.filter((test) => !this.seen.has(test));
    if (open.length === 0) return;
    this.say(`measuring what ${open.length} test files of the ${lane} lane reach`);
    const dependents = this.plantProbes(mutants, sources);
    const folder = join(this.kept, 'probes');
    this.runs = new TestRuns(this.copy.folder, join(this.kept, 'vitest.log'), 2, { LINESMAN_PROBE_FOLDER: folder });
    try {
      while (open.length > 0) {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        const chunk = open.slice(0, CHUNK);
        const { ended, failed } = await this.runs.run({ changed: [], tests: chunk, bail: false }, () => undefined);
        for (const { test, seconds, ok } of ended) this.note(test, seconds, ok, folder, dependents);
        // The process ended in the middle of it.
        if (ended.length < chunk.length && failed) this.note(failed.test, 0, false, folder, dependents);
        if (!chunk.some((test) => this.seen.has(test))) throw new Error(`none ran of: ${chunk.join(' ')}`);
        open.splice(0, open.length, ...open.filter((test) => !this.seen.has(test)));
        writeFileSync(this.file, JSON.stringify(Object.fromEntries(this.seen)));
        this.say(`  ${open.length} left`);
      }
    } finally {
      this.end();
      this.copy.restore();
    }
  }

  /** Ends the running tests. */
  end(): void {
    this.runs?.end();
  }

  private plantProbes(mutants: readonly Mutant[], sources: readonly string[]): Dependents {
    const own = new Map<string, Mutant[]>();
    for (const mutant of mutants) own.set(mutant.file, [...(own.get(mutant.file) ?? []), mutant]);
    const dependents = new Map<string, readonly Mutant[]>();
    for (const [file, of] of own)
      for (const [name, more] of dependentsOf(this.copy.read(file), of))
        dependents.set(name, [...(dependents.get(name) ?? []), ...more]);
    for (const file of sources) {
      const text = probed(this.copy.read(file), own.get(file) ?? [], dependents);
      if (text !== undefined) this.copy.change(file, text);
    }
    return dependents;
  }

  private note(test: string, seconds: number, ok: boolean, folder: string, dependents: Dependents): void {
    const file = readdirSync(folder).find((name) => decodeURIComponent(name) === test);
    const hit = file === undefined ? [] : readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
    const text = this.copy.read(test);
    const named = [...dependents].filter(([name]) => mentions(text, name)).flatMap(([, mutants]) => mutants);
    this.seen.set(test, { seconds, ok, reached: [...new Set([...hit, ...named.map(({ id }) => id)])] });
  }
}
