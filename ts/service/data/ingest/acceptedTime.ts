import { type RecordKind, slotStartOf } from '../store/index.js';

export interface TimeOfRecord {
  readonly kind: RecordKind;
  /** The feed's own time, ms. */
  readonly feedTs: number;
  /** `Ts` of the last record of the kind of the fixture, ms. */
  readonly lastTs: number;
  /** Every slot that begins before this is sealed, ms. */
  readonly sealedUntil: number;
  /** ms. */
  readonly now: number;
}

/**
 * `Ts` of a record: the feed's own time, if it is not before the fixture's last and its slot is neither sealed nor in the future; else
 * now. It never falls and never lies in a sealed slot, also when the clock of the machine was set back.
 */
export function acceptedTime({ kind, feedTs, lastTs, sealedUntil, now }: TimeOfRecord): number {
  const least = Math.max(lastTs, sealedUntil);
  // A slot of the future would stay open until then, and a record in it would rank above all that come before.
  if (feedTs >= least && slotStartOf(kind, feedTs) <= slotStartOf(kind, now)) return feedTs;
  return Math.max(now, least);
}
