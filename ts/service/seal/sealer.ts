import { fail, UNKNOWN_FIXTURE } from 'linesman/error';
import type { WorldClock } from '../clock/index.js';
import { type BatchKey, RECORD_KINDS, type Store, slotLength, slotStartOf } from '../store/index.js';
import { buildBatch } from './buildBatch.js';

/** How long after its end a slot is sealed, ms: late records still get in. */
export const DEFAULT_GRACE = 20_000;

export interface SealerOptions {
  readonly store: Store;
  readonly clock: WorldClock;
  /** ms; 20,000 when left out. */
  readonly grace?: number;
}

/** Closes slots and builds their trees. May stop anywhere: what is not done is done the next time, with the same roots. */
export class Sealer {
  private readonly grace: number;

  constructor(private readonly options: SealerOptions) {
    this.grace = options.grace ?? DEFAULT_GRACE;
  }

  /** Seals every slot whose end lies at least the grace back. Gives the batches that it built. */
  async sealDue(): Promise<BatchKey[]> {
    const { store, clock } = this.options;
    const now = clock.now();
    for (const kind of RECORD_KINDS) {
      const until = slotStartOf(kind, Math.max(0, now - this.grace));
      await store.batches.freeze(kind, until, now);
    }
    const built: BatchKey[] = [];
    for (const key of await store.batches.frozen()) {
      await this.build(key, now);
      built.push(key);
    }
    return built;
  }

  /** When the next slot is due, ms of the clock. */
  nextDue(): number {
    const now = this.options.clock.now();
    const length = Math.min(...RECORD_KINDS.map(slotLength));
    return now - ((((now - this.grace) % length) + length) % length) + length;
  }

  private async build(key: BatchKey, now: number): Promise<void> {
    const { store } = this.options;
    const { kind, slotStart } = key;
    const records = await store.records.inRange(kind, { from: slotStart, to: slotStart + slotLength(kind) });
    const sports = new Map(
      (await store.records.fixturesOf(records.map(({ fixtureId }) => fixtureId))).map(({ fixtureId, sport }) => [
        fixtureId,
        sport,
      ]),
    );
    const { tree, fixtures } = buildBatch(
      kind,
      records,
      (fixtureId) => sports.get(fixtureId) ?? fail(UNKNOWN_FIXTURE, { fixtureId }),
    );
    await store.batches.putBuilt(key, tree, fixtures, now);
  }
}
