import FakeTimers, { type Clock } from '@sinonjs/fake-timers';

/** Real, whatever is faked later. */
const turn = setImmediate;
/** Whether work was put off to the next turn, or goes on in a thread, as reading a file does. */
const isBusy = (): boolean => process.getActiveResourcesInfo().some((kind) => /Immediate|Req/.test(kind));

/**
 * The time of a simulated world: every clock and timer of this process, but for `setImmediate`. It passes only while
 * all tasks wait, and jumps to the next moment that a task waits for. So the same seed gives the same order of all
 * events, at the speed of the processor.
 */
export class VirtualWorld {
  private readonly clock: Clock;
  private readonly random = Math.random;
  private held = 0;

  /**
   * @param start Unix ms.
   * @param random Takes the place of `Math.random`.
   */
  constructor(
    private start: number,
    random: () => number,
  ) {
    Math.random = random;
    this.clock = FakeTimers.install({
      now: start,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
  }

  /** The true time, Unix ms, whatever the clock of the machines shows. */
  get now(): number {
    return this.start + performance.now();
  }

  /** Lets ms pass, or time until `isOver`. */
  async pass(ms: number, isOver: () => boolean = () => false): Promise<void> {
    let isThere = false;
    const wake = setTimeout(() => {
      isThere = true;
    }, ms);
    for (;;) {
      do await new Promise((resolve) => turn(resolve));
      while (this.held > 0 || isBusy());
      if (isThere || isOver()) break;
      this.clock.next();
    }
    clearTimeout(wake);
  }

  /** No time passes while this work goes on: it waits for something outside, as a thread. */
  async standStill<T>(work: () => Promise<T>): Promise<T> {
    this.held++;
    try {
      return await work();
    } finally {
      this.held--;
    }
  }

  /** Sets the clock of the machines: what waits still waits as long. @param by ms, from the true time. */
  setClock(by: number): void {
    this.clock.setSystemTime(this.now + by);
  }

  /** Skips milliseconds in which nothing can be observed except their end. */
  leap(ms: number): void {
    this.start += ms;
  }

  /** Gives the process its clocks back. */
  end(): void {
    Math.random = this.random;
    this.clock.uninstall();
  }
}

/** Waits ms of virtual time. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A promise that never resolves. A dead process waits for it. */
export const forEver = (): Promise<never> => new Promise(() => {});
