import type { Random } from '../../ts/season/random.js';
import type { Faults } from './faults.js';
import type { Process } from './process.js';
import { pause } from './virtualWorld.js';

/** What a started process offers the world. */
export interface Running {
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Whether requests of others may be under way after its end. The exit of the process ends them. */
  readonly hasRequests?: boolean;
  /** Cuts what holds others to a process that is gone, as the system would. */
  cut?(): void;
}

/** ms that a stop in good order may take. */
const DEADLINE = 30_000;

/** A part of the service that a supervisor starts again whenever it has ended or could not start. */
export class Part<R extends Running> {
  /** The process that runs now, if one is ready. */
  running: R | null = null;
  /** Starts, also those that failed. */
  starts = 0;
  private process: Process | null = null;
  private isOver = false;
  private gone: () => void = () => {};

  constructor(
    readonly name: string,
    private readonly random: Random,
    private readonly open: (name: string) => Process,
    private readonly start: (process: Process) => Promise<R>,
  ) {}

  /** Keeps it running until `finish`. */
  async keep(): Promise<void> {
    while (!this.isOver) {
      this.starts++;
      const process = this.open(`${this.name}#${this.starts}`);
      this.process = process;
      const ended = new Promise<void>((resolve) => {
        this.gone = resolve;
      });
      // A start that hangs ends with a kill.
      const started = this.start(process).then(
        (running) => {
          if (!process.isRunning) return;
          this.running = running;
          return ended;
        },
        // It exits, whatever it has begun.
        () => process.kill(),
      );
      await Promise.race([started, ended]);
      this.running = null;
      if (!this.isOver) await pause(this.random.between(500, 20_000));
    }
  }

  /** Keeps only this part from a store or a node for ms. */
  cutOff(from: Faults, ms: number): void {
    this.process?.cutOff(from, ms);
  }

  kill(): void {
    const { running } = this;
    this.process?.kill();
    this.running = null;
    running?.cut?.();
    this.gone();
  }

  /** Its machine is gone for good. */
  retire(): void {
    this.isOver = true;
    this.kill();
  }

  /** Stops it in good order; a process that has not ended by then is killed. */
  async restart(): Promise<void> {
    const { running, process } = this;
    if (!running || !process) return;
    this.running = null;
    const isDone = await Promise.race([running.stop().then(() => true), pause(DEADLINE).then(() => false)]);
    // It may have been killed meanwhile.
    if (isDone && !running.hasRequests) process.end();
    else process.kill();
    running.cut?.();
    if (this.process === process) this.gone();
  }

  /** Ends it for good, in good order. */
  async finish(): Promise<void> {
    this.isOver = true;
    await this.restart();
    this.gone();
  }
}
