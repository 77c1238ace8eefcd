import { fail, UNKNOWN_SCRIPT } from '@linesman/sdk/error';
import { SPORTS, type Sport } from '@linesman/sdk/format';
import { moment, nameOfScript, type Phase, SCRIPTS, type Script, wait } from './script.js';
import { SEASON_OF } from './sports/sports.js';

/** The scripts available for a sport: its own, and those for every sport. */
export function scriptsOf(sport: Sport): Script[] {
  const isOwn = (script: Script, of: Sport): boolean => SEASON_OF[of].scripts.includes(script);
  return SCRIPTS.filter((script) => isOwn(script, sport) || !SPORTS.some((of) => isOwn(script, of)));
}

export interface Course {
  readonly phases: readonly Phase[];
  readonly end: 'finished' | 'abandoned' | 'cancelled' | 'none';
  /** Statuses whose scores are not in the total, which are shoot-outs. */
  readonly outsideTotal: readonly number[];
}

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

/** The phases of a match. Errors: UNKNOWN_SCRIPT when the sport has no such script. */
export function courseOf(sport: Sport, script: Script): Course {
  const known = scriptsOf(sport);
  if (!known.includes(script))
    return fail(UNKNOWN_SCRIPT, { script: nameOfScript(script), sport, known: known.map(nameOfScript) });
  const { first, second, after } = SEASON_OF[sport].plan(script);
  const [opening, ...restOfFirst] = first;
  const [reopening] = second;
  if (!opening || !reopening) throw new RangeError('a plan needs two parts');
  const course = (phases: readonly Phase[], end: Course['end']): Course => ({
    phases,
    end,
    outsideTotal: SEASON_OF[sport].shootOuts,
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
