import type { MachineTime } from '../clock/index.js';
import { KEPT_MS } from './shortLived.js';

/** One question that many ask at once: it is put once in a while, and all of them have the same answer. */
export class SharedAnswer<T> {
  private last: { readonly at: MachineTime; readonly answer: Promise<T> } | undefined;

  /** `ms` of `machineTime` for which an answer is taken as true. */
  constructor(
    private readonly ask: () => Promise<T>,
    private readonly machineTime: () => MachineTime = () => performance.now(),
    private readonly ms = KEPT_MS,
  ) {}

  /** Throws what `ask` throws; what failed is asked again at once. */
  get(): Promise<T> {
    const at = this.machineTime();
    // From when it was asked: it was true then, not when it came.
    if (this.last && Math.abs(at - this.last.at) < this.ms) return this.last.answer;
    const last = { at, answer: this.ask() };
    this.last = last;
    last.answer.catch(() => {
      if (this.last === last) this.last = undefined;
    });
    return last.answer;
  }

  /** The answer may be another one now: whoever comes from now on has a new one. */
  forget(): void {
    this.last = undefined;
  }
}
