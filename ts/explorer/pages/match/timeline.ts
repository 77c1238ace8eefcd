import type { ScoresRecord } from '@linesman/sdk/client';
import { type Sport, statName } from '@linesman/sdk/format';
import { type Side, sideOf } from '../../shared/outcomeWords.js';
import { periodWords } from '../../shared/periods.js';

/** A notable moment of a match. */
export interface TimelineMoment {
  readonly seq: number;
  readonly ts: number;
  readonly clock: ScoresRecord['Clock'];
  /** `score`: it changed, in either direction. `period`: another part of the match. The others are cards. */
  readonly kind: 'score' | 'period' | 'yellow' | 'red';
  /** The team. Null for the start of a period, and for a score that was taken back or changed for both. */
  readonly side: Side | null;
  readonly words: string;
}

/** Score, cards and part of the match, each time one of them changed. */
export function timelineOf(records: readonly ScoresRecord[], sport: Sport): TimelineMoment[] {
  const moments: TimelineMoment[] = [];
  const cards = cardsOf(sport);
  /** The last record with stats. All of them state the same stats, which are zero before the first one. */
  let before: ScoresRecord['Stats'] | undefined;
  let status: number | undefined;
  let clock: ScoresRecord['Clock'];
  for (const { Seq: seq, Ts: ts, StatusId, Clock, Stats } of records) {
    clock = Clock ?? clock;
    if (StatusId !== undefined && StatusId !== status) {
      status = StatusId;
      moments.push({ seq, ts, clock, kind: 'period', side: null, words: periodWords(sport, status) });
    }
    if (Object.keys(Stats).length === 0) continue;
    const isFirst = before === undefined;
    const changes = cards.map(({ key }) => changeOf(key, Stats, before));
    for (const [i, { kind, side }] of cards.entries())
      if ((changes[i] as number) > 0) moments.push({ seq, ts, clock, kind, side, words: `${kind} card` });
    const more = [1, 2].map((key) => changeOf(key, Stats, before));
    const words = scoreText(Stats);
    if (words !== '' && (isFirst || more.some((one) => one !== 0))) {
      const scored = more.flatMap((one, i) => (one > 0 ? [i as Side] : []));
      const side = scored.length === 1 && !more.some((one) => one < 0) ? (scored[0] ?? null) : null;
      moments.push({ seq, ts, clock, kind: 'score', side, words });
    }
    before = Stats;
  }
  return moments;
}

/** The score in these stats; empty if they do not state it. */
export const scoreText = ({ 1: one, 2: two }: ScoresRecord['Stats']): string =>
  one === undefined || two === undefined ? '' : `${one} : ${two}`;

/** By how much a stat has changed; not a number for one that is not stated. */
function changeOf(key: number, now: ScoresRecord['Stats'], before: ScoresRecord['Stats'] | undefined): number {
  const was = before ? before[key] : 0;
  return Number(now[key]) - Number(was);
}

/** The totals that count cards, in sports that have them. */
function cardsOf(sport: Sport): { readonly key: number; readonly kind: 'yellow' | 'red'; readonly side: Side }[] {
  return Array.from({ length: 8 }, (_, i) => i + 1).flatMap((key) => {
    const kind = /\b(yellow|red) cards$/.exec(statName(sport, key) ?? '')?.[1];
    return kind === 'yellow' || kind === 'red' ? [{ key, kind, side: sideOf(key) } as const] : [];
  });
}
