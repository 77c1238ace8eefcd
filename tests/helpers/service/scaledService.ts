import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromScaleProcess, ScaleOptions, ToScaleProcess } from './scaleProcess.js';

const SCRIPT = fileURLToPath(new URL('scaleProcess.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** One process of the service that a test scales out. */
export class ScaledProcess {
  private batches = 0;
  private readonly answers = new Map<number, (results: readonly (string | number)[]) => void>();

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    /** What it reported when ready; an edge reports its URL. */
    readonly ready: string,
  ) {
    child.on('message', (message: FromScaleProcess) => {
      if (!('batch' in message)) return;
      this.answers.get(message.batch)?.(message.results);
      this.answers.delete(message.batch);
    });
  }

  static async start(options: ScaleOptions): Promise<ScaledProcess> {
    const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, JSON.stringify(options)], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    running.add(child);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-5_000);
    });
    const ready = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${options.name} ended with exit code ${code}:\n${said}`)));
      child.once('message', (message: FromScaleProcess) => 'ready' in message && resolve(message.ready));
    });
    child.removeAllListeners('exit');
    child.once('exit', () => running.delete(child));
    return new ScaledProcess(options.name, child, ready);
  }

  get isRunning(): boolean {
    return running.has(this.child);
  }

  setTime(now: number): void {
    this.tell({ now });
  }

  /** Stores records. Returns for each its state or error number. */
  async accept(records: readonly Record<string, unknown>[]): Promise<readonly (string | number)[]> {
    const batch = this.batches++;
    const answer = new Promise<readonly (string | number)[]>((resolve) => this.answers.set(batch, resolve));
    this.tell({ batch, records });
    return answer;
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  private tell(message: ToScaleProcess): void {
    if (this.isRunning) this.child.send(message);
  }
}
