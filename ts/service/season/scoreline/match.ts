import { ABANDONED, CANCELLED, FINALISED, MS_PER_SLOT, type Sport } from 'linesman/format';
import type { ScoreRecord, Stats } from '../../batch/record.js';
import { competitionOf, pickTeams, type Team } from '../names.js';
import { Random } from '../random.js';
import { StatBook } from './statBook.js';

/** A record of a score line: what a batch reads of it, and what tells real events apart. */
export interface ScorelineRecord extends ScoreRecord {
  readonly Action: string;
  /** Ties the records of one real event. */
  readonly Id: number;
  readonly Participant?: 1 | 2;
  readonly Confirmed?: boolean;
}

/** How a match is scripted to go. */
export type Ending =
  /** Played to the end, confirmed by `game_finalised`, then a record without a status. */
  | 'normal'
  /** The same, but nothing is counted: every stat is zero. */
  | 'allZero'
  /** The same as `normal`, but only the final records carry a status. */
  | 'withoutStatus'
  /** The records end at half-time. */
  | 'halfTime'
  /** Level after regular time, decided in extra time (overtime). */
  | 'extraTime'
  /** Level after extra time too, decided by a shoot-out. Soccer only. */
  | 'penalties'
  /** Interrupted in the last regular phase and not taken up again: the status record is the last, nothing is finalised. */
  | 'abandoned'
  /** Never begun: the status record is the last, and there are no stats. */
  | 'cancelled'
  /** As `normal`, with a confirmed score of participant 2 in the last phase that a review takes back; `totals` do not count it. */
  | 'reversal'
  /** As `normal`, then amended in a later slot than that of `game_finalised`, and finalised once more. */
  | 'correction'
  /** The same, all within the slot of the first `game_finalised`. */
  | 'correctionInSlot';

export interface MatchOptions {
  readonly seed: string;
  readonly sport: Sport;
  /** i32, not 0. */
  readonly fixtureId: number;
  /** Kick-off, ms. */
  readonly startTime: number;
  readonly ending?: Ending;
  /** How often each stat is counted, by offset (odd: participant 1); offsets left out are 0. Without it: drawn from the seed. */
  readonly totals?: Readonly<Record<number, number>>;
  /** Goals of a shoot-out. Default 5–4. */
  readonly shootOut?: readonly [number, number];
  /** What a correction adds (or takes away), by offset. Default: a match that was won becomes level, and a level one is won. */
  readonly correction?: Readonly<Record<number, number>>;
}

export interface Match {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly startTime: number;
  readonly competition: { readonly id: number; readonly name: string };
  readonly teams: readonly [Team, Team];
  /** In `Seq` order. */
  readonly records: readonly ScorelineRecord[];
}

/** A stretch of play: its status, the blocks that it counts into, its length in minutes and the status after it. */
interface Phase {
  /** Status of the wait that comes before. */
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
  /** How many phases come before half-time. */
  readonly firstHalf: number;
  /** Action names and the highest number of times a stat is drawn, by pair of offsets. */
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
    // Overtime counts into the total alone.
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
/** Between `game_finalised` and its correction in a later slot: at least two slots. */
const LATER = 12 * MINUTE;
/** What a correction within one slot takes. */
const WITHIN_SLOT = 40_000;

/** The stretches that are played, in order. */
function phasesOf(course: Course, { ending, sport }: MatchOptions): readonly Phase[] {
  switch (ending) {
    case 'halfTime':
      return course.phases.slice(0, course.firstHalf);
    case 'cancelled':
      return [];
    case 'extraTime':
      return [...course.phases, ...course.extraTime];
    case 'penalties':
      if (!course.shootOut) throw new RangeError(`there is no shoot-out in ${sport}`);
      return [...course.phases, ...course.extraTime, course.shootOut];
    default:
      return course.phases;
  }
}

/** A made-up match; the same options always give the same records. */
export function generateMatch(options: MatchOptions): Match {
  const { sport, fixtureId, startTime, ending = 'normal' } = options;
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
    const silent = ending === 'withoutStatus' && StatusId !== FINALISED;
    records.push({
      FixtureId: fixtureId,
      Seq: records.length,
      // Two records of one fixture may share a millisecond, but time never runs backwards.
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
      // Seen first, confirmed some seconds later: only then Stats move.
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
    if (ending === 'abandoned' && number === phases.length - 1) {
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
  switch (ending) {
    case 'halfTime':
    case 'abandoned':
      break;
    case 'cancelled':
      add(startTime - 5 * MINUTE, 'status', { StatusId: CANCELLED });
      break;
    case 'correctionInSlot': {
      // So early in its slot that everything finds room in it.
      const left = MS_PER_SLOT - (clock % MS_PER_SLOT);
      if (left <= WITHIN_SLOT) clock += left;
      finalise(clock);
      correct(clock + WITHIN_SLOT / 2);
      finalise(clock + WITHIN_SLOT);
      add(clock + 7 * MINUTE, 'disconnected');
      break;
    }
    case 'correction':
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
  /** ms until it is confirmed; 0: at once. */
  readonly delay: number;
  readonly offset: number;
  /** Taken back after it was confirmed. */
  readonly reversed?: true;
}

function drawEvents(random: Random, course: Course, phases: readonly Phase[], options: MatchOptions): Event[] {
  const { ending } = options;
  if (ending === 'allZero' || ending === 'cancelled') return [];
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

/** The events as the ending needs them. */
function scripted(events: Event[], course: Course, phases: readonly Phase[], options: MatchOptions): Event[] {
  const last = phases.length - 1;
  const middle = ((phases[last]?.minutes ?? 0) / 2) * MINUTE;
  switch (options.ending) {
    case 'extraTime':
    case 'penalties':
      return [...levelled(events, course, options), ...shootOut(phases, course, options)];
    case 'abandoned':
      return events.filter(({ phase, at, delay }) => phase < last || at + delay < middle);
    case 'reversal':
      return [...events, { phase: last, at: middle, delay: 0, offset: 2, reversed: true }];
    default:
      return events;
  }
}

/** Scores so moved that regular time ends level, and what one side has more comes in the last stretch of extra time. */
function levelled(events: readonly Event[], course: Course, options: MatchOptions): Event[] {
  const scores = [1, 2].map((offset) => events.filter((event) => event.offset === offset));
  const level = Math.min(...scores.map(({ length }) => length));
  const decided = scores.some(({ length }) => length !== level);
  const penalties = options.ending === 'penalties';
  if (options.totals && decided === penalties)
    throw new RangeError(
      `a match that is ${decided ? 'decided' : 'level'} after extra time cannot end by ${options.ending}`,
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

/** The kicks that go in, in turn. */
function shootOut(phases: readonly Phase[], course: Course, { shootOut = [5, 4] }: MatchOptions): Event[] {
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

/** What must be added so that a match that had a winner has none, and one that had none is won by participant 2. */
function otherWinner(stats: Stats): Readonly<Record<number, number>> {
  const lead = (stats[1] ?? 0) - (stats[2] ?? 0);
  if (lead === 0) return { 2: 1 };
  return lead > 0 ? { 2: lead } : { 1: -lead };
}
