import { once } from 'node:events';
import { type Ran, start } from '../cli.js';

const running = new Set<IngestProcess>();
process.once('exit', () => {
  for (const one of running) one.signal('SIGKILL');
});

/** `linesman ingest --nats` as a child process that ends on request. */
export class IngestProcess {
  private readonly child: ReturnType<typeof start>;
  private readonly closed: Promise<unknown>;
  private stdout = '';
  /** Refusals and warnings; empty when all goes well. */
  stderr = '';

  constructor(args: readonly string[]) {
    this.child = start('ts/cli/main.ts', ['ingest', ...args]);
    running.add(this);
    this.child.stdin.end();
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.stdout += chunk;
    });
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
    this.closed = once(this.child, 'close').then(() => running.delete(this));
  }

  /** Kills everything that a test has left running. */
  static async killAll(): Promise<void> {
    await Promise.all([...running].map((one) => one.end('SIGKILL')));
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async end(signal: NodeJS.Signals): Promise<Ran> {
    this.signal(signal);
    await this.closed;
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }
}
