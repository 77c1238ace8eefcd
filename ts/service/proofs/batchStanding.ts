import type { BatchKey, BatchStore } from '../store/index.js';

/** ms of the machine for which what the database said is taken as true. */
const KEPT = 1_000;

/**
 * Whether batches that were published still are: a fork of the chain may take a root away, or leave another one, which the publisher, in
 * whatever process, notes in the database. One short question a second for all batches, however many proofs are asked for.
 */
export class BatchStanding {
  private last: { readonly at: number; readonly unproven: Promise<ReadonlySet<string>> } | undefined;

  constructor(
    private readonly batches: Pick<BatchStore, 'unproven'>,
    private readonly machineTime: () => number = () => performance.now(),
  ) {}

  /** False for one that has no root on chain, or another one; and, for a second, for one that has just got its root. Throws what the database throws. */
  async stands(key: BatchKey): Promise<boolean> {
    const at = this.machineTime();
    if (!this.last || Math.abs(at - this.last.at) >= KEPT) {
      const unproven = this.batches.unproven().then((keys) => new Set(keys.map(nameOf)));
      const last = { at, unproven };
      this.last = last;
      // What failed is asked again at once.
      unproven.catch(() => {
        if (this.last === last) this.last = undefined;
      });
    }
    return !(await this.last.unproven).has(nameOf(key));
  }
}

const nameOf = ({ kind, slotStart }: BatchKey): string => `${kind}/${slotStart}`;
