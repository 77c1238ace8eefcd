import type { MatchState } from '@linesman/sdk/client';
import { FINALISED, SPORT_PERIODS, SPORTS, type Sport } from '@linesman/sdk/format';

/** A status, the state of the match that it implies, and whether it is the last one. */
export interface StatusState {
  readonly sport: Sport;
  readonly statusId: number;
  readonly state: MatchState;
  readonly isLast: boolean;
}

/** States that end a match. After a status that only ends regular play, extra time may follow. */
const LAST: readonly MatchState[] = ['abandoned', 'cancelled', 'uncovered', 'postponed'];

/** Every status that implies a state. Numbers beyond 1,000 are overtimes, which are live. */
export const STATUS_STATES: readonly StatusState[] = SPORTS.flatMap((sport) => [
  ...SPORT_PERIODS[sport].flatMap(([, state], i) =>
    state === null ? [] : [{ sport, statusId: i + 1, state, isLast: LAST.includes(state) }],
  ),
  { sport, statusId: FINALISED, state: 'finished', isLast: true } as const,
]);

/**
 * The match clock in a record, in the spelling of either feed; `null` if the record lacks it, or has only a part of it.
 */
export function clockOf(clock: unknown): { readonly running: boolean; readonly seconds: number } | null {
  if (typeof clock !== 'object' || clock === null) return null;
  const { running, seconds, Running = running, Seconds = seconds } = clock as Readonly<Record<string, unknown>>;
  if (typeof Running !== 'boolean' || !Number.isInteger(Seconds)) return null;
  return { running: Running, seconds: Math.min(Math.max(Seconds as number, 0), 2 ** 31 - 1) };
}
