import type { RootsLatency } from '@linesman/sdk/client';
import type { WireOf } from '@linesman/sdk/internal/client/answerPart';
import type { ROOTS_OF_DAY } from '@linesman/sdk/internal/client/roots';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';

/** A slot that has records, as answered: its root in hex. */
export type SlotEntry = WireOf<typeof ROOTS_OF_DAY>['slots'][number];

/** The slots and their roots, without regard to entitlements: roots are public. */
export interface Slots {
  /** The slots of a day that have records; by kind, earliest first. `now`: ms. */
  ofDay(epochDay: number, kinds: readonly RecordKind[], now: number): Promise<readonly SlotEntry[]>;
  /** How fast roots were published in the last days, at most a minute old. `now`: ms. */
  latency(now: number): Promise<RootsLatency>;
  /** Whether the root of a slot with records is on chain. The answer is at most one second old. */
  isPublished(key: BatchKey): Promise<boolean>;
}
