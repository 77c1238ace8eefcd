import { LeastRecent } from '@linesman/sdk/node';
import type { MachineTime } from '../clock/clock.js';

/** Default lifetime of a value, ms. */
export const KEPT_MS = 1_000;

export interface ShortLivedOptions {
  /** Lifetime of a value on `machineTime`, ms. Default 1,000. */
  readonly ms?: number;
  /** Maximum number of cached values. Default 10,000. */
  readonly most?: number;
  /** Default `performance.now`. */
  readonly machineTime?: () => MachineTime;
}

/**
 * A cache for values that other processes may change: a value expires after a moment, or when `forget` reports a
 * change. Missing values are never cached, because they may come to exist. A value that was being loaded while a change
 * was reported is returned but not cached, because it may predate the change.
 */
export class ShortLived<V> {
  private readonly kept: LeastRecent<{ readonly at: MachineTime; readonly value: V }>;
  private readonly ms: number;
  private readonly time: () => MachineTime;
  /** Number of reported changes. */
  private changes = 0;

  constructor({ ms = KEPT_MS, most = 10_000, machineTime = () => performance.now() }: ShortLivedOptions = {}) {
    this.kept = new LeastRecent(most);
    this.ms = ms;
    this.time = machineTime;
  }

  async get(key: string, load: () => Promise<V | undefined>): Promise<V | undefined> {
    const at = this.time();
    const kept = this.kept.get(key);
    // The age counts from the request, because the value may be out of date when it arrives.
    if (kept && Math.abs(at - kept.at) < this.ms) return kept.value;
    const { changes } = this;
    const value = await load();
    if (value !== undefined && changes === this.changes) this.kept.set(key, { at, value });
    else this.kept.delete(key);
    return value;
  }

  /** Reports a change of all values, or of those that `isOf` selects. */
  forget(isOf: (value: V) => boolean = () => true): void {
    this.changes++;
    for (const [key, { value }] of [...this.kept.entries()]) if (isOf(value)) this.kept.delete(key);
  }
}
