import { ROOTS_KINDS, ROOTS_TIMES, type RootsKind } from '@linesman/sdk/proof';

/** Each kind of record has its own batches and roots. */
export type RecordKind = RootsKind;

export const RECORD_KINDS: readonly RecordKind[] = ROOTS_KINDS;

/** Length of a batch, ms. */
export const slotLength = (kind: RecordKind): number => ROOTS_TIMES[kind].slotLength;

/** First ms of the batch that covers a time. */
export const slotStartOf = (kind: RecordKind, ts: number): number => ts - (ts % slotLength(kind));
