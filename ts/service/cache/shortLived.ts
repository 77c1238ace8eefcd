import { LeastRecent } from 'linesman/node';
import type { MachineTime } from '../clock/index.js';

/** ms for which a value is taken as true, unless told otherwise. */
export const KEPT_MS = 1_000;

export interface ShortLivedOptions {
  /** ms of the machine for which a value is taken as true. Default 1,000. */
  readonly ms?: number;
  /** Values that are kept. Default 10,000. */
  readonly most?: number;
  /** That of the process when left out. */
  readonly machineTime?: () => MachineTime;
}

/**
 * What somebody else may change, kept for a moment or until its change is told of. What is not there is asked for each time: it may have come
 * about. A value that was asked for before a change was told of, and came after it, is given and not kept: it may be the one from before.
 */
export class ShortLived<V> {
  private readonly kept: LeastRecent<{ readonly at: MachineTime; readonly value: V }>;
  private readonly ms: number;
  private readonly time: () => MachineTime;
  /** Counts what was told. */
  private changes = 0;

  constructor({ ms = KEPT_MS, most = 10_000, machineTime = () => performance.now() }: ShortLivedOptions = {}) {
    this.kept = new LeastRecent(most);
    this.ms = ms;
    this.time = machineTime;
  }

  async get(key: string, load: () => Promise<V | undefined>): Promise<V | undefined> {
    const at = this.time();
    const kept = this.kept.get(key);
    // From when it was asked for: it was true then, not when it came.
    if (kept && Math.abs(at - kept.at) < this.ms) return kept.value;
    const { changes } = this;
    const value = await load();
    if (value !== undefined && changes === this.changes) this.kept.set(key, { at, value });
    else this.kept.delete(key);
    return value;
  }

  /** Something has changed: everything, or only those values. */
  forget(isOf: (value: V) => boolean = () => true): void {
    this.changes++;
    for (const [key, { value }] of [...this.kept.entries()]) if (isOf(value)) this.kept.delete(key);
  }
}
