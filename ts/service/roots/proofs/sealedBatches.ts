import { FlatTree } from '@linesman/records/batch';
import { fail, NO_SUCH_BATCH, NOT_PUBLISHED_YET, STORED_BATCH_MISMATCH } from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/format';
import { LeastRecent } from '@linesman/sdk/node';
import type { MachineTime, WorldClock } from '../../clock/clock.js';
import type { BatchFixture, BatchKey, StoredBatch } from '../../data/store/batchStore.js';
import { slotLength } from '../../data/store/recordKind.js';
import type { Store } from '../../data/store/store.js';
import { BatchStanding } from './batchStanding.js';

/** A published batch with its main tree. */
export interface SealedBatch {
  readonly batch: StoredBatch;
  readonly tree: FlatTree;
}

/** A fixture's part of a published batch, with its sub-tree. */
export interface SealedFixture extends SealedBatch {
  readonly fixture: BatchFixture;
  readonly subTree: FlatTree;
}

/** Number of cached main trees. */
const KEPT = 64;
/**
 * Bytes of sub-tree leaves in the cache: a few thousand fixtures of a busy slot. Their trees take twice as many bytes
 * in addition.
 */
const KEPT_LEAVES = 1 << 24;
/** World time (ms) from the end of a slot until its proofs are available. */
const PUBLISHED_AFTER = 60_000;
/** Minimum retry interval, s of real time: publishing takes real time, however fast the world runs. */
const LEAST_WAIT = 5;

/** Batches with their root on chain. Built batches never change, but a fork may remove their root. */
export class SealedBatches {
  private readonly standing: BatchStanding;
  private readonly batches = new LeastRecent<SealedBatch>(KEPT);
  private readonly fixtures = new LeastRecent<SealedFixture>(KEPT_LEAVES, ({ fixture }) => fixture.leaves.length);

  constructor(
    private readonly store: Store,
    private readonly clock: WorldClock,
    machineTime?: () => MachineTime,
  ) {
    this.standing = new BatchStanding(store.batches, machineTime);
  }

  /** If false, call `batch` to find out whether the root is still on chain. */
  stands(key: BatchKey): Promise<boolean> {
    return this.standing.stands(key);
  }

  /**
   * Errors: NOT_PUBLISHED_YET while the root is missing on chain or a different one is there; NO_SUCH_BATCH when the
   * slot has no records; STORED_BATCH_MISMATCH when leaves and root disagree.
   */
  async batch(key: BatchKey): Promise<SealedBatch> {
    const name = `${key.kind}/${key.slotStart}`;
    const kept = this.batches.get(name);
    if (kept && (await this.stands(key))) return kept;
    const batch = await this.store.batches.find(key);
    if (batch?.state !== 'published' || batch.alarm !== null) return this.missing(key);
    if (kept) return kept;
    const tree = new FlatTree(batch.leaves);
    if (!equalBytes(tree.root, batch.root)) return mismatch(key);
    const sealed = { batch, tree };
    this.batches.set(name, sealed);
    return sealed;
  }

  /** The batch with a fixture's part. Errors: as `batch`; STORED_BATCH_MISMATCH also when the part is missing. */
  async fixture(key: BatchKey, fixtureId: number): Promise<SealedFixture> {
    const name = `${key.kind}/${key.slotStart}/${fixtureId}`;
    const kept = this.fixtures.get(name);
    if (kept && (await this.stands(key))) return kept;
    const sealed = await this.batch(key);
    if (kept) return kept;
    const fixture = await this.store.batches.findFixture(key, fixtureId);
    if (!fixture) return mismatch(key);
    const of = { ...sealed, fixture, subTree: new FlatTree(fixture.leaves) };
    this.fixtures.set(name, of);
    return of;
  }

  /** `context.retryAfter` of NOT_PUBLISHED_YET: whole seconds of real time after which a retry makes sense. */
  private async missing(key: BatchKey): Promise<never> {
    const { kind, slotStart } = key;
    const { sealedUntil } = await this.store.records.kindState(kind);
    const isOpen = slotStart >= sealedUntil;
    if (!isOpen && (await this.store.batches.state(key)) === undefined) return fail(NO_SUCH_BATCH, { kind, slotStart });
    const due = slotStart + slotLength(kind) + PUBLISHED_AFTER;
    const { clock } = this;
    const retryAfter = Math.max(LEAST_WAIT, Math.ceil((due - clock.now()) / (clock.speed ?? 1) / 1000));
    return fail(NOT_PUBLISHED_YET, { kind, slotStart, retryAfter });
  }
}

export const mismatch = ({ kind, slotStart }: BatchKey): never => fail(STORED_BATCH_MISMATCH, { kind, slotStart });
