import { type RecordKind, slotStartOf } from '../store/recordKind.js';

export interface TimeOfRecord {
  readonly kind: RecordKind;
  /** The feed's time, ms. */
  readonly feedTs: number;
  /** `Ts` of the fixture's last record of this kind, ms. */
  readonly lastTs: number;
  /** All slots that begin before this are sealed, ms. */
  readonly sealedUntil: number;
  /** ms. */
  readonly now: number;
}

/**
 * The `Ts` of a record: the feed's time; if that is before the fixture's last record, or in a sealed slot, the earliest
 * time that is neither. So it depends on the records and on what is sealed, not on when the record arrived, and two
 * ingesters of one feed can have the same root. If its slot is in the future: the current time. Never decreases and
 * never falls into a sealed slot, even if the machine's clock is set back.
 */
export function acceptedTime({ kind, feedTs, lastTs, sealedUntil, now }: TimeOfRecord): number {
  const least = Math.max(lastTs, sealedUntil);
  // A future slot would stay open until its end, and a record in it would rank after all records of the time before.
  return Math.max(slotStartOf(kind, feedTs) <= slotStartOf(kind, now) ? feedTs : now, least);
}
