import type { WorldClock } from '../../clock/clock.js';
import type { BatchKey } from '../../data/store/batchStore.js';
import { RECORD_KINDS, slotLength, slotStartOf } from '../../data/store/recordKind.js';
import type { Store } from '../../data/store/store.js';
import { SlotLeaves } from './buildBatch.js';
import { slotPages } from './slotPages.js';

/** ms after the end of a slot until it is sealed, to let late records in. */
export const DEFAULT_GRACE = 20_000;

export interface SealerOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  /** ms. Default 20,000. */
  readonly grace?: number;
}

/** Seals slots and builds their trees. Safe to interrupt: the next run completes the work with the same roots. */
export class Sealer {
  private readonly grace: number;

  constructor(private readonly options: SealerOptions) {
    this.grace = options.grace ?? DEFAULT_GRACE;
  }

  /**
   * Seals every slot that ended at least the grace period ago. Returns the batches it built. A batch that cannot be
   * built keeps no other from it: its error comes once all are tried.
   */
  async sealDue(): Promise<BatchKey[]> {
    const { store, clock } = this.options;
    const now = clock.now();
    for (const kind of RECORD_KINDS) {
      const until = slotStartOf(kind, Math.max(0, now - this.grace));
      await store.batches.freeze(kind, until, now);
    }
    const built: BatchKey[] = [];
    const failures: unknown[] = [];
    for (const key of await store.batches.frozen())
      await this.build(key, now).then(
        () => built.push(key),
        (error: unknown) => failures.push(error),
      );
    if (failures.length > 0) throw failures[0];
    return built;
  }

  /** Time when the next slot is due, ms. */
  nextDue(): number {
    const now = this.options.clock.now();
    const length = Math.min(...RECORD_KINDS.map(slotLength));
    return now - ((((now - this.grace) % length) + length) % length) + length;
  }

  private async build(key: BatchKey, now: number): Promise<void> {
    const { store } = this.options;
    const leaves = new SlotLeaves(key.kind);
    for await (const { records, sportOf } of slotPages(store.records, key)) leaves.add(records, sportOf);
    const { tree, fixtures } = leaves.build();
    await store.batches.putBuilt(key, tree, fixtures, now);
  }
}
