import { MS_PER_HOUR, MS_PER_SLOT } from 'linesman/format';
import type { RootsKind } from 'linesman/proof';

/** Each kind of record has its own batches and roots. */
export type RecordKind = RootsKind;

export const RECORD_KINDS: readonly RecordKind[] = ['scores', 'odds', 'fixtures'];

/** ms that one batch covers. */
export const slotLength = (kind: RecordKind): number => (kind === 'fixtures' ? MS_PER_HOUR : MS_PER_SLOT);

/** First ms of the batch that a time belongs to. */
export const slotStartOf = (kind: RecordKind, ts: number): number => ts - (ts % slotLength(kind));
