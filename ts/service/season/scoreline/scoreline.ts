import { ABANDONED, CANCELLED, FINALISED, MS_PER_SLOT, type Sport } from 'linesman/format';
import type { ScoreRecord, Stats } from '../../batch/record.js';
import { competitionOf, pickTeams, type Team } from '../names.js';
import { Random } from '../random.js';
import { StatBook } from './statBook.js';

/** A record of a score line: the fields that a batch reads, and those that identify events. */
export interface ScorelineRecord extends ScoreRecord {
  readonly Action: string;
  /** Shared by all records of one real-world event. */
  readonly Id: number;
  readonly Participant?: 1 | 2;
  readonly Confirmed?: boolean;
}

/** How a match ends. */
export type ScorelineScript =
  /** Played to the end and confirmed by `game_finalised`, followed by a record without a status. */
  | 'normal'
  /** As `normal`, but nothing is counted: every stat is zero. */
  | 'allZero'
  /** As `normal`, but only the final records carry a status. */
  | 'withoutStatus'
  /** The records stop at half-time. */
  | 'halfTime'
  /** Level after regular time, decided in extra time or overtime. */
  | 'extraTime'
  /** Level after extra time, decided by a shoot-out. Soccer only. */
  | 'penalties'
  /**
   * Interrupted in the last regular phase and never resumed: the status record is the last, and nothing is finalised.
   */
  | 'abandoned'
  /** Cancelled before kick-off: the status record is the last, and there are no stats. */
  | 'cancelled'
  /**
   * As `normal`, but a review in the last phase takes back a confirmed score of participant 2, which `totals` leaves
   * out.
   */
  | 'varReversal'
  /** As `normal`, then amended in a later slot than `game_finalised` and finalised again. */
  | 'correctionAfterFinalised'
  /** As `correction`, but within the slot of the first `game_finalised`. */
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
  readonly competition: { readonly id: number; readonly name: string };
  readonly teams: readonly [Team, Team];
  /** In `Seq` order. */
  readonly records: readonly ScorelineRecord[];
}

/** A phase of play: its status, the blocks it counts into, its length in minutes, and the status after it. */
interface Phase {
  /** Status of the wait before the phase. */
  readonly waitStatus?: number;
  readonly status: number;
  readonly blocks: readonly number[];
  readonly minutes: number;
  readonly breakStatus: number;
  readonly breakMinutes: number;
}

interface Course {
  readonly phases: readonly Phase[];
  readonly extraTime: readonly Phase[];
  readonly shootOut?: Phase;
  /** Number of phases before half-time. */
  readonly firstHalf: number;
  /** Action name and highest random count of each pair of offsets. */
  readonly actions: readonly { readonly name: string; readonly most: number }[];
}

const quarters = (minutes: number): readonly Phase[] => [
  { status: 2, blocks: [10, 1], minutes, breakStatus: 3, breakMinutes: 2 },
  { status: 4, blocks: [20, 1], minutes, breakStatus: 5, breakMinutes: 15 },
  { status: 6, blocks: [30, 2], minutes, breakStatus: 7, breakMinutes: 2 },
  { status: 8, blocks: [40, 2], minutes, breakStatus: 9, breakMinutes: 5 },
];

const COURSES: Readonly<Record<Sport, Course>> = {
  soccer: {
    phases: [
      { status: 2, blocks: [1], minutes: 45, breakStatus: 3, breakMinutes: 15 },
      { status: 4, blocks: [3], minutes: 45, breakStatus: 5, breakMinutes: 5 },
    ],
    extraTime: [
      { waitStatus: 6, status: 7, blocks: [4, 7], minutes: 15, breakStatus: 8, breakMinutes: 2 },
      { status: 9, blocks: [5, 7], minutes: 15, breakStatus: 10, breakMinutes: 5 },
    ],
    shootOut: { waitStatus: 11, status: 12, blocks: [6], minutes: 12, breakStatus: 13, breakMinutes: 5 },
    firstHalf: 1,
    actions: [
      { name: 'goal', most: 4 },
      { name: 'yellow_card', most: 4 },
      { name: 'red_card', most: 1 },
      { name: 'corner', most: 9 },
    ],
  },
  basketball: {
    phases: quarters(20),
    // Overtime counts into the total only.
    extraTime: [
      { waitStatus: 10, status: 11, blocks: [], minutes: 8, breakStatus: 12, breakMinutes: 2 },
      { status: 11, blocks: [], minutes: 8, breakStatus: 13, breakMinutes: 5 },
    ],
    firstHalf: 2,
    actions: [
      { name: 'score', most: 40 },
      { name: 'foul', most: 12 },
      { name: 'personal_foul', most: 10 },
      { name: 'block', most: 6 },
      { name: 'rebound', most: 20 },
    ],
  },
  'us-football': {
    phases: quarters(40),
    extraTime: [
      { waitStatus: 10, status: 1_011, blocks: [], minutes: 20, breakStatus: 1_012, breakMinutes: 2 },
      { status: 2_011, blocks: [], minutes: 20, breakStatus: 13, breakMinutes: 5 },
    ],
    firstHalf: 2,
    actions: [
      { name: 'score', most: 24 },
      { name: 'touchdown', most: 5 },
      { name: 'field_goal', most: 4 },
    ],
  },
};

const MINUTE = 60_000;
const INTERRUPTED = 14;
/** Delay from `game_finalised` to a correction in a later slot: at least two slots. */
const LATER = 12 * MINUTE;
/** Duration of a correction within one slot. */
const WITHIN_SLOT = 40_000;

/** The phases that are played, in order. */
function phasesOf(course: Course, { script, sport }: ScorelineOptions): readonly Phase[] {
  switch (script) {
    case 'halfTime':
      return course.phases.slice(0, course.firstHalf);
    case 'cancelled':
      return [];
    case 'extraTime':
      return [...course.phases, ...course.extraTime];
    case 'penalties':
      if (!course.shootOut) throw new RangeError(`${sport} has no shoot-out`);
      return [...course.phases, ...course.extraTime, course.shootOut];
    default:
      return course.phases;
  }
}

/** Generates a match. The same options always give the same records. */
export function scorelineOf(options: ScorelineOptions): Scoreline {
  const { sport, fixtureId, startTime, script = 'normal' } = options;
  const random = new Random(`${options.seed}/${sport}/${fixtureId}`);
  const teams = pickTeams(random, sport);
  const course = COURSES[sport];
  const book = new StatBook(sport);
  const phases = phasesOf(course, options);
  const events = drawEvents(random, course, phases, options);
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
      Stats: book.stats,
    });
  };

  add(startTime - 10 * MINUTE, 'status', { StatusId: 1 });
  let clock = startTime;
  for (const [number, phase] of phases.entries()) {
    if (phase.waitStatus !== undefined) add(clock - MINUTE, 'status', { StatusId: phase.waitStatus });
    if (number === 0) book.confirm();
    add(clock, number === 0 ? 'kickoff' : 'status', { StatusId: phase.status, Confirmed: true });
    for (const event of events.filter((candidate) => candidate.phase === number)) {
      const ts = clock + event.at;
      const eventId = ++id;
      const participant = event.offset % 2 === 1 ? 1 : 2;
      const name = course.actions[(event.offset - 1) >> 1]?.name ?? 'action';
      const about = { id: eventId, StatusId: phase.status, Participant: participant } as const;
      const count = (by: number) => book.count(event.offset, phase.blocks, { by, total: phase !== course.shootOut });
      // An unconfirmed record comes first; Stats change with the confirmation some seconds later.
      if (event.delay > 0) add(ts, name, { ...about, Confirmed: false });
      count(1);
      book.confirm();
      add(ts + event.delay, name, { ...about, Confirmed: true });
      if (event.reversed) {
        add(ts + 20_000, sport === 'soccer' ? 'var' : 'review', { StatusId: phase.status, Confirmed: false });
        count(-1);
        book.confirm();
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
    const { blocks = [], breakStatus } = phases.at(-1) ?? {};
    for (const [offset, by] of Object.entries(options.correction ?? otherWinner(book.stats)))
      book.count(Number(offset), blocks, { by });
    book.confirm();
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
  return { fixtureId, sport, startTime, competition: competitionOf(sport), teams, records };
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

function drawEvents(random: Random, course: Course, phases: readonly Phase[], options: ScorelineOptions): Event[] {
  const { script } = options;
  if (script === 'allZero' || script === 'cancelled') return [];
  const open = phases.filter((phase) => phase !== course.shootOut);
  const events: Event[] = [];
  for (let offset = 1; offset <= 2 * course.actions.length; offset++) {
    const most = course.actions[(offset - 1) >> 1]?.most ?? 0;
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
  return scripted(events, course, phases, options).sort(
    (a, b) => a.phase - b.phase || a.at - b.at || a.offset - b.offset,
  );
}

/** Adjusts the events to the script. */
function scripted(events: Event[], course: Course, phases: readonly Phase[], options: ScorelineOptions): Event[] {
  const last = phases.length - 1;
  const middle = ((phases[last]?.minutes ?? 0) / 2) * MINUTE;
  switch (options.script) {
    case 'extraTime':
    case 'penalties':
      return [...levelled(events, course, options), ...shootOut(phases, course, options)];
    case 'abandoned':
      return events.filter(({ phase, at, delay }) => phase < last || at + delay < middle);
    case 'varReversal':
      return [...events, { phase: last, at: middle, delay: 0, offset: 2, reversed: true }];
    default:
      return events;
  }
}

/** Moves scores so that regular time ends level; the winner's surplus comes in the last phase of extra time. */
function levelled(events: readonly Event[], course: Course, options: ScorelineOptions): Event[] {
  const scores = [1, 2].map((offset) => events.filter((event) => event.offset === offset));
  const level = Math.min(...scores.map(({ length }) => length));
  const decided = scores.some(({ length }) => length !== level);
  const penalties = options.script === 'penalties';
  if (options.totals && decided === penalties)
    throw new RangeError(
      `a match that is ${decided ? 'decided' : 'level'} after extra time cannot end with ${options.script}`,
    );
  const regular = course.phases.length;
  const placed = (event: Event, phase: number): Event => {
    const minutes = [...course.phases, ...course.extraTime][phase]?.minutes ?? 0;
    return { ...event, phase, at: MINUTE + (event.at % ((minutes - 2) * MINUTE)) };
  };
  const late = regular + course.extraTime.length - 1;
  const moved = scores.flatMap((of) => [
    ...of.slice(0, level).map((event) => (event.phase < regular ? event : placed(event, event.phase % regular))),
    ...(penalties ? [] : of.slice(level).map((event) => placed(event, late))),
  ]);
  if (!penalties && !decided) moved.push({ phase: late, at: 2 * MINUTE, delay: 0, offset: 1 });
  return [...events.filter(({ offset }) => offset > 2), ...moved];
}

/** The successful kicks, alternating. */
function shootOut(phases: readonly Phase[], course: Course, { shootOut = [5, 4] }: ScorelineOptions): Event[] {
  const phase = course.shootOut ? phases.indexOf(course.shootOut) : -1;
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
