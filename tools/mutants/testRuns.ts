import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { endGroup } from './commands.js';
import type { Event, Order } from './vitestProcess.js';

/** The outcome of a run of test files. */
export interface TestRun {
  /** The first file that failed, and its failure. */
  readonly failed: { readonly test: string; readonly why: string } | null;
  readonly ended: readonly { readonly test: string; readonly seconds: number; readonly ok: boolean }[];
}

/** Seconds that vitest may take to start and to end, and that an untimed file may take. */
const PATIENCE = 900;

/** Runs test files in one folder, in a process that is reused by the next run. */
export class TestRuns {
  private child: ChildProcess | null = null;

  constructor(
    private readonly folder: string,
    /** The destination of the tests' output. */
    private readonly log: string,
    /** How many files run at once. */
    private readonly workers: number,
    private readonly environment: NodeJS.ProcessEnv = {},
  ) {}

  /**
   * Runs test files in their order. A file fails if it takes longer than `limit` allows, or if the process ends.
   *
   * @param limit For each test file, how many seconds it may take.
   */
  run(order: Order, limit: (test: string) => number | undefined): Promise<TestRun> {
    this.child ??= this.start();
    const child = this.child;
    const ended: TestRun['ended'][number][] = [];
    return new Promise((resolve) => {
      let failed: TestRun['failed'] = null;
      let running = order.tests[0] ?? '';
      let timer: NodeJS.Timeout;
      const finish = (): void => {
        clearTimeout(timer);
        child.removeAllListeners('message').removeAllListeners('exit');
        resolve({ failed, ended });
      };
      const giveUp = (why: string): void => {
        failed ??= { test: running, why };
        this.end();
        finish();
      };
      const wait = (seconds: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => giveUp(`not over after ${Math.round(seconds)} s`), seconds * 1000);
      };
      child.on('exit', () => giveUp('the process ended'));
      child.on('message', (event: Event) => {
        if (event.kind === 'done') return finish();
        if (event.kind === 'started') {
          running = event.test;
          wait(limit(event.test) ?? PATIENCE);
        } else if (event.kind === 'failed') {
          failed ??= { test: event.test, why: event.why };
          if (order.bail) wait(PATIENCE);
        } else {
          ended.push(event);
          wait(PATIENCE);
        }
      });
      wait(PATIENCE);
      child.send(order);
    });
  }

  /** The process has its own group, which is ended as a whole. */
  private start(): ChildProcess {
    const log = openSync(this.log, 'a');
    const script = join(this.folder, 'tools/mutants/vitestProcess.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, `${this.workers}`], {
      cwd: this.folder,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
      env: { ...process.env, ...this.environment },
    });
    closeSync(log);
    return child;
  }

  /** Ends the process and all that its tests have started. */
  end(): void {
    const { child } = this;
    this.child = null;
    child?.removeAllListeners();
    endGroup(child?.pid);
  }
}
