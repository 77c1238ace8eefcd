import type { MatchState } from 'linesman/client';
import { FINALISED, periodName, SPORTS, type Sport } from 'linesman/format';

/** What a status says of the match; any other status of a sport is one of a match that is going on. */
const OF_NAME: Readonly<Record<string, MatchState | null>> = {
  NS: 'scheduled',
  F: 'finished',
  FET: 'finished',
  FPE: 'finished',
  FO: 'finished',
  finalised: 'finished',
  A: 'abandoned',
  C: 'cancelled',
  TXCC: 'uncovered',
  // Coverage is suspended: the match may be anything.
  TXCS: null,
  P: 'postponed',
};

/** Statuses after which nothing of the match follows; the others may stand before extra time, or be corrected. */
const LAST: readonly string[] = ['finalised', 'A', 'C', 'TXCC', 'P'];

/** A status, the state of the match that it says, and whether it is the last one. */
export interface StatusState {
  readonly sport: Sport;
  readonly statusId: number;
  readonly state: MatchState;
  readonly isLast: boolean;
}

/** Every status that says a state, for the three sports. Numbers beyond 1,000 are overtimes, which are live. */
export const STATUS_STATES: readonly StatusState[] = SPORTS.flatMap((sport) =>
  [...Array.from({ length: FINALISED - 1 }, (_, i) => i + 1), FINALISED].flatMap((statusId) => {
    const name = periodName(sport, statusId);
    const state = name === undefined ? null : name in OF_NAME ? OF_NAME[name] : 'live';
    return name === undefined || !state ? [] : [{ sport, statusId, state, isLast: LAST.includes(name) }];
  }),
);

/** The match clock in a record, whichever case its feed writes; `null` if the record has none, or not a whole one. */
export function clockOf(clock: unknown): { readonly running: boolean; readonly seconds: number } | null {
  if (typeof clock !== 'object' || clock === null) return null;
  const { running, seconds, Running = running, Seconds = seconds } = clock as Readonly<Record<string, unknown>>;
  if (typeof Running !== 'boolean' || !Number.isInteger(Seconds)) return null;
  return { running: Running, seconds: Math.min(Math.max(Seconds as number, 0), 2 ** 31 - 1) };
}
