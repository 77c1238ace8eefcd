import { counterOf, statsOfScore } from '@linesman/records';
import type { ScoreRecord, Stats } from '@linesman/records/batch';
import { ABANDONED, CANCELLED, FINALISED, layoutByteOf, MS_PER_SLOT, type Sport } from '@linesman/sdk/format';
import { type Course, courseOf } from '../../../ts/season/course.js';
import type { League, Team } from '../../../ts/season/league.js';
import { leagueOf } from '../../../ts/season/leagues.js';
import { competitionOf, pickTeams } from '../../../ts/season/names.js';
import { Random } from '../../../ts/season/random.js';
import { ScoreBoard } from '../../../ts/season/scoreBoard.js';
import type { Phase, Script } from '../../../ts/season/script.js';
import type { Around } from '../../../ts/season/sports/definition.js';
import { SEASON_OF } from '../../../ts/season/sports/sports.js';

/** A record of a score line: the fields that a batch reads, and those that identify events. */
export interface ScorelineRecord extends ScoreRecord {
  readonly Action: string;
  /** Shared by all records of one real-world event. */
  readonly Id: number;
  readonly Participant?: 1 | 2;
  readonly Confirmed?: boolean;
}

/** How a score line goes: scripts that a feed has too, and three that only a score line has. */
export type ScorelineScript =
  | Extract<
      Script,
      | 'normal'
      | 'allZero'
      | 'withoutStatus'
      | 'extraTime'
      | 'penalties'
      | 'abandoned'
      | 'cancelled'
      /** The score taken back is one of participant 2 in the last phase, which `totals` leaves out. */
      | 'varReversal'
    >
  /** The records stop at half-time. */
  | 'halfTime'
  /** As `normal`, then amended in a later slot than `game_finalised` and finalised again. */
  | 'correctionAfterFinalised'
  /** As `correctionAfterFinalised`, but within the slot of the first `game_finalised`. */
  | 'correctionInSlot';

export interface ScorelineOptions {
  readonly seed: string;
  readonly sport: Sport;
  /** Non-zero i32. */
  readonly fixtureId: number;
  /** Kick-off, ms. */
  readonly startTime: number;
  readonly script?: ScorelineScript;
  /** Final count of each stat by offset (odd: participant 1); missing offsets are 0. Default: drawn from the seed. */
  readonly totals?: Readonly<Record<number, number>>;
  /** Goals in the shoot-out. Default 5–4. */
  readonly shootOut?: readonly [number, number];
  /** Change that a correction makes, by offset. Default: a win becomes a draw, a draw becomes a win. */
  readonly correction?: Readonly<Record<number, number>>;
}

export interface Scoreline {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly startTime: number;
  readonly league: League;
  readonly teams: readonly [Team, Team];
  /** In `Seq` order. */
  readonly records: readonly ScorelineRecord[];
}

/** A phase of play as a score line has it. */
interface Played extends Phase, Omit<Around, 'minutes'> {
  readonly part: 'firstHalf' | 'secondHalf' | 'extraTime' | 'shootOut';
}

const MINUTE = 60_000;
const INTERRUPTED = 14;
/** Delay from `game_finalised` to a correction in a later slot: at least two slots. */
const LATER = 12 * MINUTE;
/** Duration of a correction within one slot. */
const WITHIN_SLOT = 40_000;

const playsOf = ({ phases }: Course): readonly Phase[] => phases.filter(({ blocks }) => blocks.length > 0);
const isHalfTimeBlock = ([name]: readonly string[]): boolean => name === 'HT';

/** The phases that are played, in order. Errors: UNKNOWN_SCRIPT when the sport has no such script. */
function phasesOf(sport: Sport, script: ScorelineScript): readonly Played[] {
  if (script === 'cancelled') return [];
  const course = courseOf(sport, script === 'extraTime' || script === 'penalties' ? script : 'normal');
  const regular = playsOf(courseOf(sport, 'normal')).length;
  const phases = playsOf(course).map((phase, i): Played => {
    const around = SEASON_OF[sport].scoreline.around[i];
    if (!around) throw new RangeError(`${sport} has no phase of play ${i}`);
    const isFirstHalf = phase.blocks.some(isHalfTimeBlock);
    const part = course.outsideTotal.includes(phase.status) ? 'shootOut' : i < regular ? 'secondHalf' : 'extraTime';
    return {
      ...phase,
      ...around,
      minutes: around.minutes ?? phase.minutes,
      // The vectors and examples were made without it.
      blocks: phase.blocks.filter((block) => !isHalfTimeBlock(block)),
      part: isFirstHalf ? 'firstHalf' : part,
    };
  });
  return script === 'halfTime' ? phases.filter(({ part }) => part === 'firstHalf') : phases;
}

/** Generates a score line. The same options always give the same records. */
export function scorelineOf(options: ScorelineOptions): Scoreline {
  const { sport, fixtureId, startTime, script = 'normal' } = options;
  const random = new Random(`${options.seed}/${sport}/${fixtureId}`);
  const teams = pickTeams(random, sport);
  const phases = phasesOf(sport, script);
  const events = drawEvents(random, phases, options);
  const board = new ScoreBoard();
  /** The confirmed state: `{}` before kick-off, then every key of the sport. */
  let stats: Stats = {};
  const count = (offset: number, by: number) => {
    const { side, counter } = counterOf(sport, offset);
    board.count(side, counter, by);
  };
  const confirm = () => {
    stats = statsOfScore({ SportId: layoutByteOf(sport), Score: board.current() });
  };
  const records: ScorelineRecord[] = [];
  let id = 0;

  const add = (ts: number, action: string, about: Omit<Partial<ScorelineRecord>, 'Id'> & { id?: number } = {}) => {
    const { id: eventId = ++id, StatusId, ...rest } = about;
    const silent = script === 'withoutStatus' && StatusId !== FINALISED;
    records.push({
      FixtureId: fixtureId,
      Seq: records.length,
      // Records of a fixture may share a millisecond, but time never runs backwards.
      Ts: Math.max(ts, records.at(-1)?.Ts ?? 0),
      Action: action,
      Id: eventId,
      ...(StatusId === undefined || silent ? {} : { StatusId }),
      ...rest,
      Stats: stats,
    });
  };

  add(startTime - 10 * MINUTE, 'status', { StatusId: 1 });
  let clock = startTime;
  for (const [number, phase] of phases.entries()) {
    if (phase.waitStatus !== undefined) add(clock - MINUTE, 'status', { StatusId: phase.waitStatus });
    board.enter(phase.blocks, phase.part !== 'shootOut');
    if (number === 0) confirm();
    add(clock, number === 0 ? 'kickoff' : 'status', { StatusId: phase.status, Confirmed: true });
    for (const event of events.filter((candidate) => candidate.phase === number)) {
      const ts = clock + event.at;
      const eventId = ++id;
      const name = SEASON_OF[sport].scoreline.actions[(event.offset - 1) >> 1]?.name ?? 'action';
      const about = { id: eventId, StatusId: phase.status, Participant: counterOf(sport, event.offset).side } as const;
      // An unconfirmed record comes first; Stats change with the confirmation some seconds later.
      if (event.delay > 0) add(ts, name, { ...about, Confirmed: false });
      count(event.offset, 1);
      confirm();
      add(ts + event.delay, name, { ...about, Confirmed: true });
      if (event.reversed) {
        add(ts + 20_000, SEASON_OF[sport].scoreline.review, { StatusId: phase.status, Confirmed: false });
        count(event.offset, -1);
        confirm();
        add(ts + 90_000, 'action_discarded', { ...about, Confirmed: true });
      }
    }
    if (script === 'abandoned' && number === phases.length - 1) {
      clock += (phase.minutes / 2) * MINUTE;
      add(clock, 'status', { StatusId: INTERRUPTED });
      add(clock + 30 * MINUTE, 'status', { StatusId: ABANDONED });
      break;
    }
    clock += phase.minutes * MINUTE + random.below(3 * MINUTE);
    add(clock, 'status', { StatusId: phase.breakStatus });
    clock += phase.breakMinutes * MINUTE;
  }

  const finalise = (ts: number) => add(ts, 'game_finalised', { StatusId: FINALISED, Confirmed: true });
  const correct = (ts: number) => {
    const breakStatus = phases.at(-1)?.breakStatus;
    for (const [offset, by] of Object.entries(options.correction ?? otherWinner(stats))) count(Number(offset), by);
    confirm();
    add(ts, 'action_amend', { ...(breakStatus !== undefined && { StatusId: breakStatus }), Confirmed: true });
  };
  switch (script) {
    case 'halfTime':
    case 'abandoned':
      break;
    case 'cancelled':
      add(startTime - 5 * MINUTE, 'status', { StatusId: CANCELLED });
      break;
    case 'correctionInSlot': {
      // Starts early enough in a slot for everything to fit into it.
      const left = MS_PER_SLOT - (clock % MS_PER_SLOT);
      if (left <= WITHIN_SLOT) clock += left;
      finalise(clock);
      correct(clock + WITHIN_SLOT / 2);
      finalise(clock + WITHIN_SLOT);
      add(clock + 7 * MINUTE, 'disconnected');
      break;
    }
    case 'correctionAfterFinalised':
      finalise(clock);
      add(clock + 7 * MINUTE, 'disconnected');
      correct(clock + LATER);
      finalise(clock + LATER + 2 * MINUTE);
      break;
    default:
      finalise(clock);
      add(clock + 7 * MINUTE, 'disconnected');
  }
  // The vectors and examples were made before a league was named free.
  const league = { ...leagueOf(sport), name: competitionOf(sport).name };
  return { fixtureId, sport, startTime, league, teams, records };
}

interface Event {
  readonly phase: number;
  /** ms since the phase began. */
  readonly at: number;
  /** ms until confirmed; 0: confirmed at once. */
  readonly delay: number;
  readonly offset: number;
  /** Taken back after its confirmation. */
  readonly reversed?: true;
}

function drawEvents(random: Random, phases: readonly Played[], options: ScorelineOptions): Event[] {
  const { script, sport } = options;
  if (script === 'allZero' || script === 'cancelled') return [];
  const open = phases.filter(({ part }) => part !== 'shootOut');
  const events: Event[] = [];
  for (let offset = 1; offset <= 2 * SEASON_OF[sport].scoreline.actions.length; offset++) {
    const most = SEASON_OF[sport].scoreline.actions[(offset - 1) >> 1]?.most ?? 0;
    const times = options.totals ? (options.totals[offset] ?? 0) : random.below(most + 1);
    for (let i = 0; i < times; i++) {
      const phase = random.below(open.length);
      const minutes = open[phase]?.minutes ?? 1;
      events.push({
        phase,
        at: random.between(MINUTE, (minutes - 1) * MINUTE),
        delay: random.onceIn(3) ? random.between(2_000, 40_000) : 0,
        offset,
      });
    }
  }
  return scripted(events, phases, options).sort((a, b) => a.phase - b.phase || a.at - b.at || a.offset - b.offset);
}

/** Adjusts the events to the script. */
function scripted(events: Event[], phases: readonly Played[], options: ScorelineOptions): Event[] {
  const last = phases.length - 1;
  const middle = ((phases[last]?.minutes ?? 0) / 2) * MINUTE;
  switch (options.script) {
    case 'extraTime':
    case 'penalties':
      return [...levelled(events, phases, options), ...shootOut(phases, options)];
    case 'abandoned':
      return events.filter(({ phase, at, delay }) => phase < last || at + delay < middle);
    case 'varReversal':
      return [...events, { phase: last, at: middle, delay: 0, offset: 2, reversed: true }];
    default:
      return events;
  }
}

/** Moves scores so that regular time ends level; the winner's surplus comes in the last phase of extra time. */
function levelled(events: readonly Event[], phases: readonly Played[], options: ScorelineOptions): Event[] {
  const scores = [1, 2].map((offset) => events.filter((event) => event.offset === offset));
  const level = Math.min(...scores.map(({ length }) => length));
  const decided = scores.some(({ length }) => length !== level);
  const penalties = options.script === 'penalties';
  if (options.totals && decided === penalties)
    throw new RangeError(
      `a match that is ${decided ? 'decided' : 'level'} after extra time cannot end with ${options.script}`,
    );
  const open = phases.filter(({ part }) => part !== 'shootOut');
  const regular = open.filter(({ part }) => part !== 'extraTime').length;
  const placed = (event: Event, phase: number): Event => {
    const minutes = open[phase]?.minutes ?? 0;
    return { ...event, phase, at: MINUTE + (event.at % ((minutes - 2) * MINUTE)) };
  };
  const late = open.length - 1;
  const moved = scores.flatMap((of) => [
    ...of.slice(0, level).map((event) => (event.phase < regular ? event : placed(event, event.phase % regular))),
    ...(penalties ? [] : of.slice(level).map((event) => placed(event, late))),
  ]);
  if (!penalties && !decided) moved.push({ phase: late, at: 2 * MINUTE, delay: 0, offset: 1 });
  return [...events.filter(({ offset }) => offset > 2), ...moved];
}

/** The successful kicks, alternating. */
function shootOut(phases: readonly Played[], { shootOut = [5, 4] }: ScorelineOptions): Event[] {
  const phase = phases.findIndex(({ part }) => part === 'shootOut');
  if (phase === -1) return [];
  return shootOut.flatMap((goals, participant) =>
    Array.from({ length: goals }, (_, kick) => ({
      phase,
      at: (2 * kick + participant + 1) * 40_000,
      delay: 0,
      offset: participant + 1,
    })),
  );
}

/** The correction that turns a win into a draw, and a draw into a win of participant 2. */
function otherWinner(stats: Stats): Readonly<Record<number, number>> {
  const lead = (stats[1] ?? 0) - (stats[2] ?? 0);
  if (lead === 0) return { 2: 1 };
  return lead > 0 ? { 2: lead } : { 1: -lead };
}
