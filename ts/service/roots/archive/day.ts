import { type ContextOf, fail, REQUEST_ABORTED } from '@linesman/sdk/error';
import { type EpochDay, MS_PER_DAY } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import { slotLength } from '../../data/store/recordKind.js';
import type { TimeRange } from '../../data/store/recordStore.js';

/** The time range of a day, ms. */
export const rangeOf = (day: EpochDay): TimeRange => ({ from: day * MS_PER_DAY, to: (day + 1) * MS_PER_DAY });

/** Index of a slot in its day: 0 to 287, for fixtures 0 to 23. */
export const slotOfDay = ({ kind, slotStart }: BatchKey): number => (slotStart % MS_PER_DAY) / slotLength(kind);

/** For example `2026-07-09`. */
export const dateOf = (day: EpochDay): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);

/** The name of a slot in messages. */
export const slotName = (key: BatchKey): string =>
  `${key.kind} slot ${slotOfDay(key)} (${new Date(key.slotStart).toISOString().slice(0, 16)}Z)`;

/** A slot as error context. */
export const namedSlot = ({ kind, slotStart }: BatchKey) => ({ kind, slotStart, slot: slotName({ kind, slotStart }) });

/** Progress of the work on a day. */
export interface DayProgress {
  readonly phase: 'export' | 'check' | 'import' | 'audit';
  /** Slots done, and slots in total. */
  readonly done: number;
  readonly of: number;
}

/**
 * `stopped`: the error context, which names the work that is aborted. Errors: REQUEST_ABORTED when the signal is
 * aborted.
 */
export function checkSignal(signal: AbortSignal | undefined, stopped: ContextOf<typeof REQUEST_ABORTED>): void {
  if (signal?.aborted) fail(REQUEST_ABORTED, stopped);
}
