import type { RootsSlotState } from '@linesman/sdk/client';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';

/** A slot that has records. */
export interface SlotEntry {
  readonly kind: RecordKind;
  /** Its place in the roots account: 5-minute slot of the day, or hour of the ten-day window. */
  readonly index: number;
  /** First ms. */
  readonly from: number;
  /** First ms after it. */
  readonly until: number;
  readonly state: RootsSlotState;
  /** Hex; `null` until the batch is built. */
  readonly root: string | null;
  /** Number of fixtures with records, and of records; so far, while the slot is not sealed. */
  readonly fixtures: number;
  readonly updates: number;
  /** When the root was first on chain, ms; `null` before. */
  readonly publishedAt: number | null;
}

/** The latency of the roots of a kind: from the end of their slot until they were on chain, ms. */
export interface KindLatency {
  readonly kind: RecordKind;
  /** Published roots; without any, both times are `null`. */
  readonly roots: number;
  readonly median: number | null;
  readonly p99: number | null;
}

/** The same for the last days, at most a minute old. */
export interface Latency {
  /** World time, ms. */
  readonly now: number;
  readonly days: number;
  readonly kinds: readonly KindLatency[];
}

/** The slots and their roots, without regard to entitlements: roots are public. */
export interface Slots {
  /** The slots of a day that have records; by kind, earliest first. `now`: ms. */
  ofDay(epochDay: number, kinds: readonly RecordKind[], now: number): Promise<readonly SlotEntry[]>;
  /** How fast roots were published lately. `now`: ms. */
  latency(now: number): Promise<Latency>;
  /** Whether the root of a slot with records is on chain. The answer is at most one second old. */
  isPublished(key: BatchKey): Promise<boolean>;
}
