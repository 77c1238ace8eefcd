import { keysOfSport, type Sport } from 'linesman/format';
import type { Stats } from '../../batch/record.js';

/**
 * Counts the events of a match and remembers the confirmed state. The `Stats` of an unconfirmed record show the
 * confirmed state before it.
 */
export class StatBook {
  private readonly counts: Map<number, number>;
  private confirmed: Stats = {};

  constructor(readonly sport: Sport) {
    this.counts = new Map(keysOfSport(sport).map((key) => [key, 0]));
  }

  /**
   * Counts into the total and into `blocks` (`floor(key / 1000)`, without 0). `offset` is that of the key: odd for
   * participant 1. `total: false` is for shoot-outs, whose goals are not in the total.
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

  /** Confirms the current counts. */
  confirm(): void {
    this.confirmed = Object.fromEntries(this.counts);
  }

  /** The confirmed state: `{}` before the first confirmation, then every key of the sport. */
  get stats(): Stats {
    return this.confirmed;
  }
}
