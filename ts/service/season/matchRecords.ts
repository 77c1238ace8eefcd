import type { Milliseconds, Odds, Sport } from 'linesman/format';
import {
  BASKETBALL_COUNTERS,
  type FixtureRecord,
  type GameState,
  type Lineups,
  type ScoresOfSport,
  US_FOOTBALL_COUNTERS,
} from '../data/record/index.js';
import { BASKETBALL_INCIDENTS } from './basketballIncidents.js';
import { fixtureOf } from './fixture.js';
import type { Incident, Incidents } from './incident.js';
import { type League, leagueOf } from './leagues.js';
import { MatchBook, type RealEvent } from './matchBook.js';
import { pickTeams, type Team } from './names.js';
import { oddsFeed } from './oddsFeed.js';
import { type Person, squadOf } from './people.js';
import { Random } from './random.js';
import type { Side } from './scoreBoard.js';
import { type Course, courseOf, type Phase, type Script } from './script.js';
import { SOCCER_INCIDENTS } from './soccerIncidents.js';
import { US_FOOTBALL_INCIDENTS } from './usFootballIncidents.js';

export interface MatchRecordsOptions<S extends Sport = Sport> {
  readonly seed: string;
  readonly sport: S;
  /** Positive int32. */
  readonly fixtureId: number;
  /** Kick-off, ms. */
  readonly startTime: number;
  /** Default `normal`. Errors: UNKNOWN_SCRIPT when the sport has no such script. */
  readonly script?: Script;
  /** A league of the same sport. Default: the sport's first. */
  readonly league?: League;
  /**
   * Every incident happens to both sides in every period, more often than in a real match. For tests of code that reads
   * records.
   */
  readonly thorough?: boolean;
}

/** All records of one generated match. */
export interface MatchRecords<S extends Sport = Sport> {
  readonly sport: S;
  readonly script: Script;
  readonly league: League;
  readonly teams: readonly [Team, Team];
  /** The announcement, then one record per change of state, in time order. */
  readonly fixtures: readonly FixtureRecord[];
  /** In `Seq` order. */
  readonly scores: readonly ScoresOfSport[S][];
  /** In time order; soccer only. */
  readonly odds: readonly Odds[];
}

const MINUTE = 60_000;

const INCIDENTS: { readonly [S in Sport]: Incidents<S> } = {
  soccer: SOCCER_INCIDENTS,
  basketball: BASKETBALL_INCIDENTS,
  'us-football': US_FOOTBALL_INCIDENTS,
};
const incidentsOf = <S extends Sport>(sport: S): Incidents<S> => INCIDENTS[sport];

/** Number of starters and of substitutes. */
const SQUAD: Readonly<Record<Sport, readonly [number, number]>> = {
  soccer: [11, 4],
  basketball: [5, 3],
  'us-football': [11, 3],
};
/** Counters that a score shows even when zero. */
const SHOWN: Readonly<Record<Sport, readonly string[]>> = {
  soccer: [],
  basketball: BASKETBALL_COUNTERS,
  'us-football': US_FOOTBALL_COUNTERS,
};
/** Incidents per minute of play. */
const PACE = 0.6;

/** Generates a match with all its records. The same options always give the same match. */
export function matchRecords<S extends Sport>(options: MatchRecordsOptions<S>): MatchRecords<S> {
  const { sport, fixtureId, startTime, script = 'normal', league = leagueOf(sport) } = options;
  const random = randomOf(options);
  const course = courseOf(sport, script);
  const teams = pickTeams(random, sport);
  const [starters, substitutes] = SQUAD[sport];
  const squads = [
    squadOf(teams[0], starters + substitutes, random),
    squadOf(teams[1], starters + substitutes, random),
  ] as const;
  const withoutStatus = script === 'withoutStatus';
  const book = new MatchBook<S>({
    sport,
    fixtureId,
    startTime,
    league,
    teams,
    squads,
    random,
    shown: SHOWN[sport],
    withoutStatus,
  });
  playMatch(book, incidentsOf(sport), course, { ...options, script, starters });

  const announced = announcementOf(options, teams);
  const fixtures = statesOf(book.records, announced.ts).map(
    ([ts, gameState]): FixtureRecord => ({ ...announced, ts: ts as Milliseconds, gameState }),
  );
  const odds = sport === 'soccer' ? oddsOf(options, random) : [];
  return { sport, script, league, teams, fixtures, scores: book.records, odds };
}

/** The first fixture record of `matchRecords` without generating the match: enough for a calendar. */
export function announcedFixture(options: MatchRecordsOptions): FixtureRecord {
  return announcementOf(options, pickTeams(randomOf(options), options.sport));
}

const randomOf = ({ seed, sport, fixtureId, script = 'normal' }: MatchRecordsOptions): Random =>
  new Random(`records/${seed}/${sport}/${fixtureId}/${script}`);

function announcementOf(options: MatchRecordsOptions, teams: readonly [Team, Team]): FixtureRecord {
  const { sport, fixtureId, startTime, league = leagueOf(sport) } = options;
  const fixture = fixtureOf({ fixtureId, startTime, league, teams }, startTime - 3 * 24 * 60 * MINUTE);
  return { ...fixture, sport, gameState: 'scheduled' };
}

interface Direction {
  readonly script: Script;
  readonly starters: number;
  readonly thorough?: boolean;
}

function playMatch<S extends Sport>(
  book: MatchBook<S>,
  incidents: Incidents<S>,
  course: Course,
  direction: Direction,
): void {
  const { script, starters } = direction;
  const { startTime, teams, squads } = book.options;
  book.now = startTime - 60 * MINUTE;
  book.record('coverage_update');
  book.now += 5 * MINUTE;
  const notStarted: Phase = { status: 1, minutes: 0, blocks: [], clock: [0, 0] };
  book.enter(notStarted, false);
  book.status();
  book.now += 10 * MINUTE;
  const entries = squads.map((squad, i) => lineupOf(teams[i === 0 ? 0 : 1], squad, starters, book.now));
  book.record('lineups', {}, { Lineups: entries });
  incidents.before(book);

  book.now = startTime;
  const lastPlay = course.phases.findLast(({ blocks }) => blocks.length > 0);
  let scored: RealEvent | undefined;
  for (const phase of course.phases) {
    const isPlay = phase.blocks.length > 0;
    if (isPlay) book.gameState = 'live';
    if (phase === course.phases.at(-1) && course.end !== 'none' && course.end !== 'finished')
      book.gameState = course.end;
    book.enter(phase, !course.outsideTotal.includes(phase.status));
    // The first break opens the score, even at 0–0.
    if (!isPlay && book.gameState === 'live') book.scoreIsOpen = true;
    book.status(script === 'withoutStatus' ? {} : incidents.status(phase.status));
    const began = book.now;
    if (isPlay) {
      const isShootOut = course.outsideTotal.includes(phase.status);
      const kinds = isShootOut ? incidents.shootOut : incidents.all;
      playPhase(book, kinds, phase, direction);
      if (phase === lastPlay && script === 'correctionAfterFullTime') scored = incidents.score(book, 1);
      if (phase === lastPlay && script === 'varReversal') incidents.reversal(book, 2);
    }
    book.now = Math.max(book.now, began + phase.minutes * MINUTE) + book.random.between(1_000, 20_000);
  }
  if (scored) {
    book.now += 2 * MINUTE;
    incidents.correction(book, 1, scored);
  }
  if (course.end !== 'finished') return;
  book.now += 5 * MINUTE;
  book.gameState = 'finished';
  book.phase = { status: 100, minutes: 0, blocks: [], clock: book.phase?.clock ?? [0, 0] };
  book.record('game_finalised', {}, { Confirmed: true, Clock: book.clock(false), Score: book.currentScore() });
  if (book.random.onceIn(4)) return;
  book.now += 4 * MINUTE;
  book.phase = undefined;
  book.record('disconnected');
}

function playPhase<S extends Sport>(
  book: MatchBook<S>,
  all: readonly Incident<S>[],
  phase: Phase,
  { script, thorough = false }: Direction,
): void {
  const kinds = script === 'allZero' ? all.filter(({ counts }) => !counts) : all;
  const plan: [Incident<S>, Side][] = [];
  if (thorough) {
    // Two rounds, because some incidents vary every other time.
    for (let round = 0; round < 2; round++)
      for (const kind of kinds) for (const side of [1, 2] as const) plan.push([kind, side]);
  }
  const lottery = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  while (plan.length < PACE * phase.minutes) plan.push([book.random.pick(lottery), book.random.onceIn(2) ? 1 : 2]);
  const began = book.now;
  const spacing = Math.floor((phase.minutes * MINUTE) / (plan.length + 1));
  plan.forEach(([kind, side], i) => {
    // An incident may outlast its slot in the plan.
    book.now = Math.max(book.now + 1, began + (i + 1) * spacing + book.random.below(Math.max(1, spacing >> 1)));
    kind.play(book, side);
  });
}

function lineupOf(team: Team, squad: readonly Person[], starters: number, now: number): Lineups[number] {
  return {
    id: `t${team.id}`,
    normativeId: team.id,
    preferredName: team.name,
    gender: 'male',
    updateDateMillis: now,
    lineups: squad.map(({ id, name, country, dateOfBirth }, i) => ({
      fixturePlayerId: id,
      statusId: i < starters ? 1 : 2,
      positionId: 1 + (i % 4),
      unitId: 1 + (i % 3),
      rosterNumber: String(i + 1),
      starter: i < starters,
      starred: i === 0,
      player: {
        id: `p${id}`,
        normativeId: id,
        country,
        team: team.name,
        dateOfBirth,
        gender: 'male',
        preferredName: name,
        updateDateMillis: now,
      },
    })),
  };
}

/** The states of the fixture and when it entered them. */
function statesOf(
  records: readonly { readonly Ts: number; readonly GameState: GameState }[],
  announced: number,
): [number, GameState][] {
  const states: [number, GameState][] = [[announced, 'scheduled']];
  for (const { Ts, GameState } of records) if (states.at(-1)?.[1] !== GameState) states.push([Ts, GameState]);
  return states;
}

function oddsOf({ fixtureId, startTime, thorough = false }: MatchRecordsOptions, random: Random): Odds[] {
  const spacing = 15_000;
  const from = startTime - 20 * MINUTE;
  return oddsFeed({ fixtureId, startTime, from, spacing, count: thorough ? 400 : 120, random });
}
