import { ABANDONED, CANCELLED, FINALISED, type Sport } from '../../format/index.js';
import { competitionOf, pickTeams, type Team } from './names.js';
import { Random } from './random.js';
import type { ScoreRecord } from './record.js';
import { StatBook } from './statBook.js';

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
  /** Broken off after half-time: the last record has status 15. */
  | 'abandoned'
  /** Called off in the first phase: the last record has status 16. */
  | 'cancelled';

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
}

export interface Match {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly startTime: number;
  readonly competition: { readonly id: number; readonly name: string };
  readonly teams: readonly [Team, Team];
  /** In `Seq` order. */
  readonly records: readonly ScoreRecord[];
}

/** A stretch of play: its status, the blocks that it counts into, its length in minutes and the status after it. */
interface Phase {
  readonly status: number;
  readonly blocks: readonly number[];
  readonly minutes: number;
  readonly breakStatus: number;
  readonly breakMinutes: number;
}

interface Course {
  readonly phases: readonly Phase[];
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
    firstHalf: 2,
    actions: [
      { name: 'score', most: 24 },
      { name: 'touchdown', most: 5 },
      { name: 'field_goal', most: 4 },
    ],
  },
};

/** How many phases are played, and the status that takes the place of the last one's break. */
const BROKEN_OFF: Partial<Record<Ending, (course: Course) => { phases: number; status?: number }>> = {
  halfTime: ({ firstHalf }) => ({ phases: firstHalf }),
  abandoned: ({ firstHalf }) => ({ phases: firstHalf + 1, status: ABANDONED }),
  cancelled: () => ({ phases: 1, status: CANCELLED }),
};

const MINUTE = 60_000;

/** A made-up match; the same options always give the same records. */
export function generateMatch(options: MatchOptions): Match {
  const { sport, fixtureId, startTime, ending = 'normal' } = options;
  const random = new Random(`${options.seed}/${sport}/${fixtureId}`);
  const teams = pickTeams(random, sport);
  const course = COURSES[sport];
  const book = new StatBook(sport);
  const brokenOff = BROKEN_OFF[ending]?.(course);
  const played = course.phases.slice(0, brokenOff?.phases);
  const events = drawEvents(random, course, played, options);
  const records: ScoreRecord[] = [];
  let id = 0;

  const add = (ts: number, action: string, about: Omit<Partial<ScoreRecord>, 'Id'> & { id?: number } = {}) => {
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
  for (const [number, phase] of played.entries()) {
    if (number === 0) book.confirm();
    add(clock, number === 0 ? 'kickoff' : 'status', { StatusId: phase.status, Confirmed: true });
    for (const event of events.filter((candidate) => candidate.phase === number)) {
      const ts = clock + event.at;
      const eventId = ++id;
      const participant = event.offset % 2 === 1 ? 1 : 2;
      const name = course.actions[(event.offset - 1) >> 1]?.name ?? 'action';
      const about = { id: eventId, StatusId: phase.status, Participant: participant } as const;
      // Seen first, confirmed some seconds later: only then Stats move.
      if (event.delay > 0) add(ts, name, { ...about, Confirmed: false });
      book.count(event.offset, phase.blocks);
      book.confirm();
      add(ts + event.delay, name, { ...about, Confirmed: true });
    }
    clock += phase.minutes * MINUTE + random.below(3 * MINUTE);
    const status = number === played.length - 1 ? brokenOff?.status : undefined;
    add(clock, 'status', { StatusId: status ?? phase.breakStatus });
    clock += phase.breakMinutes * MINUTE;
  }
  if (!brokenOff) {
    add(clock, 'game_finalised', { StatusId: FINALISED, Confirmed: true });
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
}

function drawEvents(random: Random, course: Course, played: readonly Phase[], options: MatchOptions): Event[] {
  if (options.ending === 'allZero') return [];
  const events: Event[] = [];
  for (let offset = 1; offset <= 2 * course.actions.length; offset++) {
    const most = course.actions[(offset - 1) >> 1]?.most ?? 0;
    const times = options.totals ? (options.totals[offset] ?? 0) : random.below(most + 1);
    for (let i = 0; i < times; i++) {
      const phase = random.below(played.length);
      const minutes = played[phase]?.minutes ?? 1;
      events.push({
        phase,
        at: random.between(MINUTE, (minutes - 1) * MINUTE),
        delay: random.onceIn(3) ? random.between(2_000, 40_000) : 0,
        offset,
      });
    }
  }
  return events.sort((a, b) => a.phase - b.phase || a.at - b.at || a.offset - b.offset);
}
