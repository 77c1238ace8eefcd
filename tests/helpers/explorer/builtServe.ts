import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../cli.js';

/** The built `linesman serve` in an empty folder, as in its first run by a user. */
export class BuiltServe {
  private readonly folder = mkdtempSync(join(tmpdir(), 'linesman-walk-'));
  private readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;
  private stderr = '';
  /** Lines of standard output with something in them. */
  private readonly lines: AsyncIterator<string>;
  private readonly onExit = (): void => this.kill();

  constructor(args: readonly string[]) {
    const command = [join(ROOT, 'ts/cli/bin/linesman.js'), 'serve', '--port', '0', '--rpc-port', '0', ...args];
    const child = spawn(process.execPath, command, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.closed = once(child, 'close');
    process.once('exit', this.onExit);
  }

  /** The next line that it prints. Fails when it ends first. */
  async line(): Promise<string> {
    for (;;) {
      const { done, value } = await this.lines.next();
      if (done) throw new Error(`serve has ended: ${this.stderr}`);
      if (value.trim() !== '') return value.trim();
    }
  }

  /** Ends it, and removes what it has written. */
  async end(): Promise<void> {
    this.kill();
    await this.closed;
    process.off('exit', this.onExit);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private kill(): void {
    this.child.kill('SIGKILL');
  }
}
