import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LANES, type Lane, laneOf, TEST_FOLDERS } from '../../tests/lanes.js';
import { repositoryFiles } from '../build/repositoryFiles.js';
import { endCommands } from './commands.js';
import { Copy, copyFolder } from './copy.js';
import type { ListedMutant } from './mutant.js';
import { Reach } from './reach.js';
import { type Outcome, Trial } from './trial.js';

export interface RunOptions {
  /** The last lane whose tests run. */
  readonly last: Lane;
  /** Whether programs are built. */
  readonly programs: boolean;
  /**
   * Unless empty: only test files whose paths begin with one of these. A mutant that passes only these is not a
   * survivor.
   */
  readonly tests: readonly string[];
  /** Called with the outcome of each mutant as soon as it is known. */
  readonly onFound: (id: string, outcome: Outcome) => void;
}

/** A run over a list. It goes on where an earlier run was interrupted. */
export class Session {
  private readonly copy: Copy;
  private readonly kept: string;
  private readonly found = new Map<string, Outcome>();
  private readonly reach: Reach;
  private readonly trial: Trial;
  private readonly tests: readonly string[];
  private readonly sources: readonly string[];
  private count = 0;
  private restriction: readonly string[] = [];
  private onFound: RunOptions['onFound'] = () => {};

  constructor(
    root: string,
    /** The part of the list that it covers. Each has its own copy. */
    name: string,
    fresh: boolean,
    private readonly say: (line: string) => void,
  ) {
    // The tests look for recordings beside the repository.
    const recordings = join(root, '../shared/recordings');
    if (existsSync(recordings)) process.env.LINESMAN_RECORDINGS ??= recordings;
    const folder = copyFolder(root, name);
    this.kept = `${folder}.run`;
    if (fresh) rmSync(this.kept, { recursive: true, force: true });
    mkdirSync(this.kept, { recursive: true });
    this.lock();
    this.copy = new Copy(root, folder);
    for (const line of existsSync(this.file) ? readFileSync(this.file, 'utf8').split('\n').filter(Boolean) : []) {
      const [id, outcome] = JSON.parse(line) as [string, Outcome];
      this.found.set(id, outcome);
    }
    this.reach = new Reach(this.copy, this.kept, say);
    this.trial = new Trial(this.copy, this.reach, this.kept);
    const files = repositoryFiles(root).filter((file) => file.endsWith('.ts'));
    this.tests = files.filter((file) => isTestFile(file) && TEST_FOLDERS.some((one) => file.startsWith(`${one}/`)));
    this.sources = files.filter((file) => !isTestFile(file) && file.startsWith('ts/'));
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        this.trial.end();
        this.reach.end();
        endCommands();
        process.exit(130);
      });
  }

  private get file(): string {
    return join(this.kept, 'found.jsonl');
  }

  /** Two runs in one copy would try each other's mutants. */
  private lock(): void {
    const file = join(this.kept, 'process');
    const running = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (running > 0 && isRunning(running)) throw new Error(`process ${running} is trying the same mutants`);
    writeFileSync(file, `${process.pid}`);
  }

  /** Ends a run, so that the next one starts from the beginning. */
  close(): void {
    this.trial.end();
    rmSync(this.kept, { recursive: true });
  }

  /** Tries mutants, and returns the outcome of each. */
  async run(
    mutants: readonly ListedMutant[],
    { last, programs, tests, onFound }: RunOptions,
  ): Promise<Map<string, Outcome>> {
    const lanes = LANES.slice(0, LANES.indexOf(last) + 1);
    this.restriction = tests;
    this.onFound = onFound;
    // Tests that need a later lane or a built program are left out.
    const asked = mutants.filter(
      ({ file, equivalent, killedBy, lane = 'short' }) =>
        equivalent === undefined && lanes.includes(lane) && (programs || !isOfProgram(file) || !isTestFile(killedBy)),
    );
    this.say(`${asked.length} mutants, of which ${asked.filter(({ id }) => this.found.has(id)).length} are tried`);
    const rust = asked.filter(({ file }) => file.endsWith('.rs'));
    const typescript = asked.filter(({ file }) => !file.endsWith('.rs'));
    this.count = asked.length;
    await this.askKillers(typescript);
    for (const lane of lanes) await this.tryLane(typescript, lane);
    for (const mutant of this.restriction.length > 0 ? [] : rust)
      if (!this.found.has(mutant.id)) await this.note(mutant, () => this.trial.byCargo(mutant));
    if (programs) await this.tryPrograms(rust, lanes);
    const ids = new Set(asked.map(({ id }) => id));
    return new Map([...this.found].filter(([id]) => ids.has(id)));
  }

  /** Tests that have killed a mutant kill most others too. */
  private async askKillers(mutants: readonly ListedMutant[]): Promise<void> {
    for (const mutant of mutants) {
      const { id, killedBy = '' } = mutant;
      if (this.found.has(id) || !this.tests.includes(killedBy)) continue;
      await this.note(mutant, async () => {
        const outcome = await this.trial.byTests(mutant, [killedBy]);
        return outcome.kind === 'passed' ? undefined : outcome;
      });
    }
  }

  private async tryLane(mutants: readonly ListedMutant[], lane: Lane): Promise<void> {
    const isOpen = ({ id }: ListedMutant): boolean => {
      const outcome = this.found.get(id);
      return !outcome || (outcome.kind === 'passed' && LANES.indexOf(outcome.upTo) < LANES.indexOf(lane));
    };
    const open = mutants.filter(isOpen);
    if (open.length === 0) return;
    const isAsked = (test: string): boolean =>
      this.restriction.length === 0 || this.restriction.some((path) => test.startsWith(path));
    const tests = this.tests.filter((test) => laneOf(test) === lane && isAsked(test));
    await this.reach.measure(lane, tests, open, this.sources);
    for (const mutant of open)
      await this.note(mutant, async () => {
        const outcome = await this.trial.byTests(mutant, this.reach.testsOf(mutant, tests), lane);
        return outcome.kind === 'passed' && this.restriction.length > 0 ? undefined : outcome;
      });
  }

  /** Tests that mention the file's name most often run first. */
  private async tryPrograms(mutants: readonly ListedMutant[], lanes: readonly Lane[]): Promise<void> {
    for (const mutant of mutants.filter(({ file }) => isOfProgram(file))) {
      const outcome = this.found.get(mutant.id);
      if (outcome?.kind !== 'passed' || outcome.program) continue;
      const stem = basename(mutant.file, '.rs').split('_').join('');
      const count = (test: string): number => this.copy.read(test).toLowerCase().split(stem).length;
      const tests = this.tests
        .filter((test) => test.startsWith('tests/programs/') && lanes.includes(laneOf(test)))
        .sort((one, other) => count(other) - count(one));
      await this.note(mutant, () => this.trial.byProgram(mutant, tests));
    }
  }

  /** Saves the outcome of a mutant, if it is already known. */
  private async note(mutant: ListedMutant, work: () => Promise<Outcome | undefined>): Promise<void> {
    const begin = performance.now();
    const outcome = await work();
    if (!outcome) return;
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    this.found.set(mutant.id, outcome);
    appendFileSync(this.file, `${JSON.stringify([mutant.id, outcome])}\n`);
    this.onFound(mutant.id, outcome);
    const { id, file, line, operator } = mutant;
    this.say(`${this.found.size}/${this.count} ${id} ${file}:${line} ${operator}: ${textOf(outcome)} (${seconds} s)`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const isOfProgram = (file: string): boolean => file.startsWith('programs/');
const isTestFile = (by = ''): boolean => by.endsWith('.test.ts');

function textOf(outcome: Outcome): string {
  if (outcome.kind === 'killed') return `killed by ${outcome.by}`;
  if (outcome.kind === 'passed') return `passed ${outcome.tests} of the tests up to the ${outcome.upTo} lane`;
  return outcome.kind === 'refused' ? 'does not compile' : 'its lines are gone';
}
