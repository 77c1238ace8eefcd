import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BINARY = 'nats-server';

/** False when the program is not installed. Test files then print `SKIPPED: …` and skip their tests. */
export const hasNatsServer = (): boolean => spawnSync(BINARY, ['--version'], { stdio: 'ignore' }).status === 0;

const running = new Set<ChildProcess>();
// Ends servers that a failed test did not stop.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A real server with JetStream, on a free loopback port, with its data in a folder: by default a temporary one. */
export class NatsServer {
  private child: ChildProcess | undefined;
  private port = -1;

  private constructor(private readonly folder: string) {}

  static async start(folder = mkdtempSync(join(tmpdir(), 'linesman-nats-'))): Promise<NatsServer> {
    const server = new NatsServer(folder);
    await server.start();
    return server;
  }

  /** Unchanged after `kill` and `start`. */
  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Restarts it after `kill`, on the same port with its stored data. */
  async start(): Promise<void> {
    const args = ['-js', '-sd', this.folder, '-a', '127.0.0.1', '-p', `${this.port}`];
    const child = spawn(BINARY, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`${BINARY} ended with exit code ${code}:\n${log}`)));
      child.stderr?.on('data', (chunk: Buffer) => {
        log += chunk;
        if (log.includes('Server is ready')) resolve();
      });
    });
    this.port = Number(/Listening for client connections on [\d.]+:(\d+)/.exec(log)?.[1]);
  }

  /** Kills it without cleanup. What it acknowledged is in its folder. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Ends it and removes its folder. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
