import { keysOfSport, type Sport } from 'linesman/format';
import type { Stats } from '../../batch/record.js';

/**
 * Counts what happens in a match and remembers what of it is confirmed. `Stats` of a record is the confirmed state: a record that is
 * not confirmed shows the one before.
 */
export class StatBook {
  private readonly counts: Map<number, number>;
  private confirmed: Stats = {};

  constructor(readonly sport: Sport) {
    this.counts = new Map(keysOfSport(sport).map((key) => [key, 0]));
  }

  /**
   * Adds to the total and to each block that it belongs to (`blocks`: `floor(key / 1000)` without 0). `offset` as in the key, odd
   * for participant 1. `total: false` for penalty shoot-outs, whose goals are no part of the total.
   */
  count(offset: number, blocks: readonly number[], options: { by?: number; total?: boolean } = {}): void {
    const { by = 1, total = true } = options;
    for (const block of total ? [0, ...blocks] : blocks) {
      const key = 1000 * block + offset;
      const before = this.counts.get(key);
      if (before === undefined) throw new RangeError(`${this.sport} has no stat key ${key}`);
      this.counts.set(key, before + by);
    }
  }

  /** The state so far is confirmed. */
  confirm(): void {
    this.confirmed = Object.fromEntries(this.counts);
  }

  /** The confirmed state: `{}` before the first confirmation, then every key of the sport. */
  get stats(): Stats {
    return this.confirmed;
  }
}
