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
 * The `Ts` of a record: the feed's time, unless that is before the fixture's last record or its slot is sealed or in
 * the future; then the current time. Never decreases and never falls into a sealed slot, even if the machine's clock is
 * set back.
 */
export function acceptedTime({ kind, feedTs, lastTs, sealedUntil, now }: TimeOfRecord): number {
  const least = Math.max(lastTs, sealedUntil);
  // A future slot would stay open until its end, and a record in it would rank after all records of the time before.
  if (feedTs >= least && slotStartOf(kind, feedTs) <= slotStartOf(kind, now)) return feedTs;
  return Math.max(now, least);
}
