import type { ScoresRecord } from 'linesman/client';
import type { Sport } from 'linesman/format';
import { periodWords } from '../../shared/periods.js';

/** Something that everybody would tell of a match. */
interface Moment {
  readonly seq: number;
  readonly ts: number;
  readonly clock: ScoresRecord['Clock'];
  /** `score`: it changed, in either direction. `period`: another part of the match. */
  readonly kind: 'score' | 'period';
  readonly words: string;
}

/** Score and part of the match, each time one of them changed. */
export function timelineOf(records: readonly ScoresRecord[], sport: Sport): Moment[] {
  const moments: Moment[] = [];
  let score = '';
  let status: number | undefined;
  let clock: ScoresRecord['Clock'];
  for (const { Seq: seq, Ts: ts, StatusId, Clock, Stats } of records) {
    clock = Clock ?? clock;
    if (StatusId !== undefined && StatusId !== status) {
      status = StatusId;
      moments.push({ seq, ts, clock, kind: 'period', words: periodWords(sport, status) });
    }
    const now = Stats['1'] === undefined ? score : `${Stats['1']} : ${Stats['2'] ?? 0}`;
    if (now === score) continue;
    score = now;
    moments.push({ seq, ts, clock, kind: 'score', words: now });
  }
  return moments;
}
