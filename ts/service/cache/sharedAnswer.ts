import type { MachineTime } from '../clock/clock.js';
import { KEPT_MS } from './shortLived.js';

/** An answer shared by many callers: it is loaded once per period, and concurrent callers share one call. */
export class SharedAnswer<T> {
  private last: { readonly at: MachineTime; readonly answer: Promise<T> } | undefined;

  /** An answer stays valid for `ms` of `machineTime`. */
  constructor(
    private readonly ask: () => Promise<T>,
    private readonly machineTime: () => MachineTime = () => performance.now(),
    private readonly ms = KEPT_MS,
  ) {}

  /** Rejects with the error of `ask`; a failed answer is not kept. */
  get(): Promise<T> {
    const at = this.machineTime();
    // The age counts from the request, because the answer may be out of date when it arrives.
    if (this.last && Math.abs(at - this.last.at) < this.ms) return this.last.answer;
    const last = { at, answer: this.ask() };
    this.last = last;
    last.answer.catch(() => {
      if (this.last === last) this.last = undefined;
    });
    return last.answer;
  }

  /** Makes the next caller load a new answer. */
  forget(): void {
    this.last = undefined;
  }
}
