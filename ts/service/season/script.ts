import { fail, UNKNOWN_SCRIPT } from 'linesman/error';
import type { Sport } from 'linesman/format';

/** How a match goes. */
export const SCRIPTS = [
  /** Played to the end and confirmed by `game_finalised`, often followed by a record without a status. */
  'normal',
  /** Extra time, or two overtimes. */
  'extraTime',
  /** Soccer: extra time and a shoot-out. */
  'penalties',
  /** Interrupted and not resumed, as its last record says. */
  'abandoned',
  /** Cancelled before kick-off, as its last record says. */
  'cancelled',
  /** Soccer: postponed before kick-off. */
  'postponed',
  /** Interrupted and resumed. */
  'interrupted',
  /** Coverage is suspended for a while, and later ends before the match does. */
  'coverageLost',
  /** A goal or other score is confirmed, reviewed and discarded. */
  'varReversal',
  /** The result is corrected between the final whistle and `game_finalised`. */
  'correctionAfterFullTime',
  /** Nothing is counted: every stat is zero. */
  'allZero',
  /** Only `game_finalised` carries a status. */
  'withoutStatus',
  /** Basketball: two halves instead of four quarters. */
  'halves',
  /** US football: overtime that the coverage does not number. */
  'unnumberedOvertime',
] as const;
export type Script = (typeof SCRIPTS)[number];

/** The name of a script as people type and read it: `var-reversal`. */
export const nameOfScript = (script: string): string =>
  script.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const ONLY: Readonly<Partial<Record<Script, Sport>>> = {
  penalties: 'soccer',
  postponed: 'soccer',
  halves: 'basketball',
  unnumberedOvertime: 'us-football',
};

/** The scripts available for a sport. */
export function scriptsOf(sport: Sport): Script[] {
  return SCRIPTS.filter((script) => (ONLY[script] ?? sport) === sport);
}

/** A step of a script: a stretch of play, a wait, or a moment. */
export interface Phase {
  readonly status: number;
  /** 0: a moment. */
  readonly minutes: number;
  /** Minutes of them that are added to the regular ones. */
  readonly added?: number;
  /** Paths of the score blocks, besides `Total`, that events count into. Empty: no play. */
  readonly blocks: readonly (readonly string[])[];
  /** Game clock at the start and at the end, in seconds. It runs evenly. */
  readonly clock: readonly [from: number, to: number];
}

export interface Course {
  readonly phases: readonly Phase[];
  readonly end: 'finished' | 'abandoned' | 'cancelled' | 'none';
  /** Statuses whose scores are not in the total: shoot-outs. */
  readonly outsideTotal: readonly number[];
}

const play = (
  status: number,
  minutes: number,
  clock: readonly [number, number],
  ...blocks: (readonly string[])[]
): Phase => ({ status, minutes, blocks, clock });
const wait = (status: number, minutes: number, clock = 0): Phase => ({
  status,
  minutes,
  blocks: [],
  clock: [clock, clock],
});
const moment = (status: number, clock = 0): Phase => wait(status, 0, clock);

/** Splits a phase after its first third. */
function split(phase: Phase): [Phase, Phase] {
  const [from, to] = phase.clock;
  const middle = Math.round(from + (to - from) / 3);
  const minutes = Math.round(phase.minutes / 3);
  return [
    { ...phase, minutes, clock: [from, middle] },
    { ...phase, minutes: phase.minutes - minutes, clock: [middle, to] },
  ];
}

const INTERRUPTED = 14;
const ABANDONED = 15;
const CANCELLED = 16;
const COVERAGE_CANCELLED = 17;
const COVERAGE_SUSPENDED = 18;
const POSTPONED = 19;

/** Periods, breaks and the last status of a match that runs its normal course. */
interface Plan {
  readonly first: readonly Phase[];
  readonly second: readonly Phase[];
  readonly after: readonly Phase[];
}

function soccerPlan(script: Script): Plan {
  const first = [play(2, 45, [0, 2700], ['H1'], ['HT']), wait(3, 15, 2700)];
  const second = [play(4, 45, [2700, 5400], ['H2'])];
  if (script !== 'extraTime' && script !== 'penalties') return { first, second, after: [moment(5, 5400)] };
  const extra = [
    wait(6, 5, 5400),
    play(7, 15, [5400, 6300], ['ET1'], ['ETTotal']),
    wait(8, 2, 6300),
    play(9, 15, [6300, 7200], ['ET2'], ['ETTotal']),
  ];
  if (script === 'extraTime') return { first, second, after: [...extra, moment(10, 7200)] };
  return { first, second, after: [...extra, wait(11, 5, 7200), play(12, 10, [7200, 7200], ['PE']), moment(13, 7200)] };
}

function basketballPlan(script: Script): Plan {
  const quarter = (status: number, name: string, ...more: (readonly string[])[]) =>
    play(status, 20, [720, 0], ['Period', name], ...more);
  const after =
    script === 'extraTime'
      ? [
          wait(10, 2),
          play(11, 8, [300, 0], ['OT', '1'], ['OTTotal']),
          wait(12, 2),
          play(11, 8, [300, 0], ['OT', '2'], ['OTTotal']),
          moment(13),
        ]
      : [moment(9)];
  if (script === 'halves') {
    const half = (status: number, name: string, ...more: (readonly string[])[]) =>
      play(status, 35, [1200, 0], ['Period', name], ...more);
    return { first: [half(19, 'H1', ['HT']), wait(5, 15)], second: [half(20, 'H2')], after };
  }
  return {
    first: [quarter(2, 'Q1', ['HT']), wait(3, 2), quarter(4, 'Q2', ['HT']), wait(5, 15)],
    second: [quarter(6, 'Q3'), wait(7, 2), quarter(8, 'Q4')],
    after,
  };
}

function usFootballPlan(script: Script): Plan {
  const quarter = (status: number, name: string, ...more: (readonly string[])[]) =>
    play(status, 40, [900, 0], [name], ...more);
  const overtime = (status: number) => play(status, 20, [600, 0], ['OT'], ['OTTotal']);
  const after: Partial<Record<Script, Phase[]>> = {
    extraTime: [wait(10, 3), overtime(1011), wait(1012, 2), overtime(2011), moment(13)],
    unnumberedOvertime: [wait(10, 3), overtime(11), wait(12, 2), overtime(11), moment(13)],
  };
  return {
    first: [quarter(2, 'Q1', ['HT']), wait(3, 2), quarter(4, 'Q2', ['HT']), wait(5, 15)],
    second: [quarter(6, 'Q3'), wait(7, 2), quarter(8, 'Q4')],
    after: after[script] ?? [moment(9)],
  };
}

const PLANS: Readonly<Record<Sport, (script: Script) => Plan>> = {
  soccer: soccerPlan,
  basketball: basketballPlan,
  'us-football': usFootballPlan,
};

/** The phases of a match. Errors: UNKNOWN_SCRIPT when the sport has no such script. */
export function courseOf(sport: Sport, script: Script): Course {
  const known = scriptsOf(sport);
  if (!known.includes(script))
    return fail(UNKNOWN_SCRIPT, { script: nameOfScript(script), sport, known: known.map(nameOfScript) });
  const { first, second, after } = PLANS[sport](script);
  const [opening, ...restOfFirst] = first;
  const [reopening] = second;
  if (!opening || !reopening) throw new RangeError('a plan needs two parts');
  const course = (phases: readonly Phase[], end: Course['end']): Course => ({
    phases,
    end,
    outsideTotal: sport === 'soccer' ? [12] : [],
  });
  const [head, tail] = split(opening);
  const [head2] = split(reopening);
  switch (script) {
    case 'abandoned':
      return course([...first, head2, wait(INTERRUPTED, 20), moment(ABANDONED)], 'abandoned');
    case 'cancelled':
      return course([moment(CANCELLED)], 'cancelled');
    case 'postponed':
      return course([moment(POSTPONED)], 'none');
    case 'interrupted':
      return course(
        [head, wait(INTERRUPTED, 10, head.clock[1]), tail, ...restOfFirst, ...second, ...after],
        'finished',
      );
    case 'coverageLost':
      return course(
        [head, wait(COVERAGE_SUSPENDED, 4), tail, ...restOfFirst, head2, moment(COVERAGE_CANCELLED)],
        'none',
      );
    default:
      return course([...first, ...second, ...after], 'finished');
  }
}
