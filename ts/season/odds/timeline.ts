import type { SoccerScores } from '@linesman/records';
import type { Phase } from '../script.js';
import type { Goals } from './goalModel.js';

/** The inputs of the odds, from a moment on. */
export interface Moment {
  /** ms. */
  readonly ts: number;
  /** The phase, and its start, ms. */
  readonly phase: Phase;
  readonly since: number;
  /** Goals by block, reported or confirmed. */
  readonly goals: Readonly<Record<'H1' | 'H2' | 'ET1' | 'ET2' | 'PE', Goals>>;
  readonly reds: Goals;
  /** Kicks of the shoot-out. */
  readonly kicks: Goals;
}

/**
 * A time in which everything is off the board: around a goal, a dismissal, a penalty, a review or a kick of a
 * shoot-out, and while one of the first four may be about to happen.
 */
export interface Hold {
  readonly from: number;
  readonly until: number;
}

export interface Timeline {
  /** In time order. */
  readonly moments: readonly Moment[];
  readonly holds: readonly Hold[];
}

/** How long a line stays off the board after its event is settled, ms. */
const AFTER: Readonly<Record<string, number>> = {
  goal: 35_000,
  red_card: 20_000,
  penalty: 15_000,
  var: 15_000,
  action_discarded: 15_000,
  shootout_penalty: 12_000,
};
/** The action of the record that settles an event, if it differs from the event's action. */
const SETTLED_BY: Readonly<Record<string, string>> = { penalty: 'penalty_outcome', var: 'var_end' };

type Sides = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>;
const BLOCKS = ['H1', 'H2', 'ET1', 'ET2', 'PE'] as const;
const NONE: Goals = [0, 0];
const still = (status: number): Phase => ({ status, minutes: 0, blocks: [], clock: [0, 0] });
/** Used before the first record with a phase, and after the last one. */
const NOT_STARTED = still(1);
const ENDED = still(0);

/** The course of a match from its score records; `phases`: the phase of each record. */
export function timelineOf(records: readonly SoccerScores[], phases: readonly (Phase | undefined)[]): Timeline {
  const moments: Moment[] = [];
  const holds: Hold[] = [];
  let phase = NOT_STARTED;
  let since = 0;
  let goals: Moment['goals'] = { H1: NONE, H2: NONE, ET1: NONE, ET2: NONE, PE: NONE };
  let reds: Goals = NONE;
  let kicks: Goals = NONE;
  records.forEach((record, i) => {
    const now = phases[i] ?? (phase === NOT_STARTED ? NOT_STARTED : ENDED);
    if (now !== phase) {
      phase = now;
      since = record.Ts;
    }
    if (record.Score) {
      const one = (record.Score.Participant1 ?? {}) as Sides;
      const two = (record.Score.Participant2 ?? {}) as Sides;
      const of = (block: string, counter: string): Goals => [one[block]?.[counter] ?? 0, two[block]?.[counter] ?? 0];
      goals = Object.fromEntries(BLOCKS.map((block) => [block, of(block, 'Goals')])) as unknown as Moment['goals'];
      reds = of('Total', 'RedCards');
    }
    if (record.Action === 'shootout_penalty' && record.Confirmed)
      kicks = record.Participant === 1 ? [kicks[0] + 1, kicks[1]] : [kicks[0], kicks[1] + 1];
    moments.push({ ts: record.Ts, phase, since, goals, reds, kicks });
    const after = AFTER[record.Action];
    if (after !== undefined) holds.push({ from: record.Ts, until: settledAt(records, i) + after });
    if (isDanger(record)) holds.push({ from: record.Ts, until: clearedAt(records, i) });
  });
  return { moments, holds };
}

/** Whether an event that moves every price may be about to happen. */
const isDanger = ({ Action, Data }: SoccerScores): boolean =>
  Action === 'possible' && (Data?.Goal || Data?.Penalty || Data?.RedCard || Data?.VAR) === true;

/** When a flag is taken back, by the next record of its kind. */
function clearedAt(records: readonly SoccerScores[], at: number): number {
  const next = records.slice(at + 1).find(({ Action }) => Action === 'possible');
  return (next ?? records.at(-1))?.Ts ?? 0;
}

/**
 * The time at which the event of a record is settled: at its last record that follows without a wait, or by its
 * outcome.
 */
function settledAt(records: readonly SoccerScores[], at: number): number {
  const record = records[at] as SoccerScores;
  const action = SETTLED_BY[record.Action] ?? record.Action;
  const own = records.slice(at, at + 200).filter((one) => one.Id === record.Id && one.Action === action);
  return own.at(-1)?.Ts ?? record.Ts;
}
