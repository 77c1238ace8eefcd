import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Its standard error. */
  readonly errors: string;
}

/** A TypeScript program of this folder as a child process that writes one JSON document per line. */
export class ScriptProcess<Line> {
  readonly lines: Line[] = [];
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;

  /** @param under Command that runs it, with its arguments. */
  constructor(
    script: string,
    argument: unknown,
    onLine: (line: Line) => void = () => {},
    under: readonly string[] = [],
  ) {
    const path = fileURLToPath(new URL(script, import.meta.url));
    const [program = '', ...args] = [...under, process.execPath, '--import', 'tsx', path, JSON.stringify(argument)];
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
    });
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      this.lines.push(line);
      onLine(line);
    });
    const killIt = () => void child.kill('SIGKILL');
    process.once('exit', killIt);
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        process.removeListener('exit', killIt);
        resolve({ code, signal, errors });
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
