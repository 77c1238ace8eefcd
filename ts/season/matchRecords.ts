import type { FixtureRecord, GameState, Lineups, ScoresOfSport, SoccerScores } from '@linesman/records';
import type { Milliseconds, Odds, Sport } from '@linesman/sdk/format';
import { teamOf } from './clubs.js';
import { type Course, courseOf } from './course.js';
import { fixtureOf } from './fixture.js';
import type { Incident, Incidents } from './incident.js';
import type { League, Team } from './league.js';
import { leagueOf } from './leagues.js';
import { MatchBook, type RealEvent } from './matchBook.js';
import { HIGHEST_FACTOR, type Rates, ratesAfter } from './odds/goalModel.js';
import type { OddsFeedOptions } from './odds/oddsFeed.js';
import { type Person, squadOf } from './people.js';
import { Random } from './random.js';
import type { Side } from './scoreBoard.js';
import { type Due, drawnUntil, type Stretch } from './scoring.js';
import type { Phase, Script } from './script.js';
import { SEASON_OF, seasonOf } from './sports/sports.js';

export interface MatchRecordsOptions<S extends Sport = Sport> {
  readonly seed: string;
  readonly sport: S;
  /** Positive int32. */
  readonly fixtureId: number;
  /** Kick-off, ms. */
  readonly startTime: number;
  /** Of the league, by number. Default: two of its first dozen. */
  readonly teams?: readonly [number, number];
  /** Default `normal`. Errors: UNKNOWN_SCRIPT when the sport has no such script. */
  readonly script?: Script;
  /** A league of the same sport. Default: the sport's first. */
  readonly league?: League;
  /**
   * Every incident happens to both sides in every period, more often than in a real match. For tests of code that reads
   * records.
   */
  readonly thorough?: boolean;
  /**
   * Records in play as a share of those of a real match; above 0. For tests that need only some records. The number of
   * goals in soccer does not change. Default 1.
   */
  readonly tempo?: number;
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
const DOZEN = 12;

/** Generates a match with all its records. The same options always give the same match. */
export function matchRecords<S extends Sport>(options: MatchRecordsOptions<S>): MatchRecords<S> {
  const { sport, fixtureId, startTime, script = 'normal', league = leagueOf(sport) } = options;
  const random = randomOf(options);
  const teams = teamsOf({ ...options, league });
  const season = seasonOf(sport);
  const [starters, substitutes] = season.squad;
  const squads = [
    squadOf(options.seed, teams[0], starters + substitutes),
    squadOf(options.seed, teams[1], starters + substitutes),
  ] as const;
  const strengths = strengthsOf(random);
  const { lengthened = (phase: Phase) => phase } = season.incidents;
  const planned = courseOf(sport, script);
  const course = { ...planned, phases: planned.phases.map((phase) => lengthened(phase, random)) };
  const withoutStatus = script === 'withoutStatus';
  const book = new MatchBook<S>({
    sport,
    fixtureId,
    startTime,
    league,
    teams,
    squads,
    random,
    shown: season.shown,
    starters,
    thorough: options.thorough ?? false,
    withoutStatus,
  });
  playMatch(book, season.incidents, course, { ...options, script, starters, ...strengths });

  const announced = announcementOf(options, teams);
  const fixtures = statesOf(book.records, announced.ts).map(
    ([ts, gameState]): FixtureRecord => ({ ...announced, ts: ts as Milliseconds, gameState }),
  );
  const odds = season.odds?.(oddsOptionsOf(options, book as unknown as MatchBook<Sport>, strengths.rates, random));
  return { sport, script, league, teams, fixtures, scores: book.records, odds: odds ?? [] };
}

/** The first fixture record of `matchRecords` without generating the match: enough for a calendar. */
export function announcedFixture(options: MatchRecordsOptions): FixtureRecord {
  return announcementOf(options, teamsOf(options));
}

const randomOf = ({ seed, sport, fixtureId, script = 'normal' }: MatchRecordsOptions): Random =>
  new Random(`records/${seed}/${sport}/${fixtureId}/${script}`);

function teamsOf({ seed, sport, fixtureId, league = leagueOf(sport), teams }: MatchRecordsOptions): [Team, Team] {
  const random = new Random(`teams/${seed}/${fixtureId}`);
  const first = random.below(DOZEN);
  const [one, two] = teams ?? [first, (first + 1 + random.below(DOZEN - 1)) % DOZEN];
  return [teamOf(seed, league, one), teamOf(seed, league, two)];
}

function announcementOf(options: MatchRecordsOptions, teams: readonly [Team, Team]): FixtureRecord {
  const { sport, fixtureId, startTime, league = leagueOf(sport) } = options;
  const fixture = fixtureOf({ fixtureId, startTime, league, teams }, startTime - 3 * 24 * 60 * MINUTE);
  const { statKeys } = league;
  return { ...fixture, sport, gameState: 'scheduled', ...(statKeys && { statKeys }) };
}

/** The strengths of the sides of a match. */
interface Strengths {
  /** Expected goals of each side in 90 minutes of soccer. */
  readonly rates: Rates;
  /** The share of incidents of side 1, in hundredths. */
  readonly share: number;
}

/** The home side scores a little more; how much, and how many goals a match has, differs from match to match. */
function strengthsOf(random: Random): Strengths {
  const goals = random.between(210, 320) / 100;
  const share = random.between(36, 66);
  return { rates: [(goals * share) / 100, (goals * (100 - share)) / 100], share: 50 + Math.round((share - 50) / 5) };
}

interface Direction extends Strengths {
  readonly script: Script;
  readonly starters: number;
  readonly thorough?: boolean;
  readonly tempo?: number;
}

/** Scripts that are level after regular time. */
const IS_LEVEL: readonly Script[] = ['extraTime', 'penalties', 'unnumberedOvertime'];

function playMatch<S extends Sport>(
  book: MatchBook<S>,
  incidents: Incidents<S>,
  course: Course,
  direction: Direction,
): void {
  const { script, starters } = direction;
  const { startTime, teams, squads, sport } = book.options;
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
  const plays = course.phases.filter(({ blocks }) => blocks.length > 0);
  const lastPlay = plays.at(-1);
  const goals = goalsOf(incidents.all, script, plays, direction.rates, book.random);
  const scores = plannedScores(incidents, plays, { sport, random: book.random, end: course.end }, direction);
  const reviewAt = script === 'varReversal' ? book.random.between(...REVIEWED) / 100 : undefined;
  let scored: RealEvent | undefined;
  for (const phase of course.phases) {
    const isPlay = phase.blocks.length > 0;
    if (isPlay) book.gameState = 'live';
    if (phase === course.phases.at(-1) && course.end !== 'none' && course.end !== 'finished')
      book.gameState = course.end;
    const isShootOut = course.outsideTotal.includes(phase.status);
    book.enter(phase, !isShootOut);
    // The first break opens the score, even at 0–0.
    if (!isPlay && book.gameState === 'live') book.scoreIsOpen = true;
    book.status(script === 'withoutStatus' ? {} : incidents.status(phase.status));
    const began = book.now;
    if (isShootOut) incidents.shootOut(book, phase.minutes);
    else if (isPlay) {
      const due: Due<S>[] = [...(scores.get(phase) ?? []), ...(incidents.fixed?.(phase) ?? [])];
      const review = reviewAt === undefined ? undefined : timeIn(plays, phase, reviewAt);
      if (review !== undefined) due.push({ at: review, play: (now) => incidents.reversal(now, 2) });
      playPhase(book, incidents.all, phase, direction, goals?.get(phase), due);
      if (phase === lastPlay && script === 'correctionAfterFullTime') scored = incidents.score(book, 1);
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

/**
 * The scores that are planned before the match is played. They are level before each overtime, and decided after the
 * last one, or if the sport does not have draws.
 */
function plannedScores<S extends Sport>(
  incidents: Incidents<S>,
  plays: readonly Phase[],
  { sport, random, end }: { readonly sport: Sport; readonly random: Random; readonly end: Course['end'] },
  { script, share, tempo = 1 }: Direction,
): Stretch<S>['due'] {
  const { scores } = incidents;
  if (!scores || script === 'allZero') return new Map();
  const overtimes = IS_LEVEL.includes(script) ? 2 : 0;
  const regular = plays.length - overtimes;
  const stretches = [plays.slice(0, regular), ...plays.slice(regular).map((phase) => [phase])];
  const needsWinner = end === 'finished' && (!SEASON_OF[sport].hasDraws || overtimes > 0);
  const due = stretches.map((phases, i) => {
    const isLast = i === stretches.length - 1;
    return drawnUntil<S>(isLast ? (needsWinner ? 'decided' : 'any') : 'level', () =>
      scores(phases, { random, share, tempo }),
    );
  });
  return new Map(due.flatMap((one) => [...one]));
}

/** When a score is reviewed and taken back, in hundredths of the time played. */
const REVIEWED = [22, 82] as const;

/** A share of the time played, as ms since the phase began; undefined if it is not in the phase. */
function timeIn(plays: readonly Phase[], phase: Phase, share: number): number | undefined {
  const minutes = (of: readonly Phase[]): number => of.reduce((sum, one) => sum + one.minutes, 0);
  const at = share * minutes(plays) - minutes(plays.slice(0, plays.indexOf(phase)));
  return at >= 0 && at < phase.minutes ? Math.round(Math.min(at, phase.minutes - 1) * MINUTE) : undefined;
}

/** Whether the number of these incidents follows from the rates of the match. */
const isByRates = <S extends Sport>({ perMinute }: Incident<S>): boolean => perMinute === 'goals';

/** Goals of each side in each phase of play. */
type PlannedGoals = ReadonlyMap<Phase, readonly [number, number]>;

/**
 * Goals by the rates of the match, for a match that must be level after regular time: equally many for both sides. In
 * extra time one side scores once, or no side before a shoot-out. Undefined for any other match.
 */
function goalsOf<S extends Sport>(
  all: readonly Incident<S>[],
  script: Script,
  plays: readonly Phase[],
  rates: Rates,
  random: Random,
): PlannedGoals | undefined {
  if (!all.some(isByRates) || !IS_LEVEL.includes(script)) return undefined;
  const goals = new Map<Phase, [number, number]>(plays.map((phase) => [phase, [0, 0]]));
  const add = (phase: Phase | undefined, side: Side): void => {
    const planned = phase && goals.get(phase);
    if (planned) planned[side - 1] = (planned[side - 1] ?? 0) + 1;
  };
  const regular = plays.slice(0, 2);
  // The geometric mean is nearest to the rate of draws with goals.
  const each = Math.min(poisson(random, Math.sqrt(rates[0] * rates[1])), 3);
  for (let i = 0; i < each; i++) for (const side of [1, 2] as const) add(random.pick(regular), side);
  if (script === 'extraTime') add(random.pick(plays.slice(2, 4)), random.onceIn(2) ? 1 : 2);
  return goals;
}

/** A number of independent events with this mean (Knuth). */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit; count++) product *= (random.next() + 1) / 2 ** 32;
  return Math.max(count, 0);
}

/** The latest start of an incident, in ms before the end of a phase. A later one would end after the phase. */
const LAST = 20_000;
/** How much an incident may be delayed by another one, ms. */
const LATE = 8_000;
/** Twice the spread of the number of incidents of a kind in a phase, in hundredths. */
const SPREAD = 30;

/** An incident in the plan of a phase. */
interface Planned<S extends Sport> extends Due<S> {
  /** Whether it happens even when another incident was still going on at its due time. */
  readonly isCertain: boolean;
}

function playPhase<S extends Sport>(
  book: MatchBook<S>,
  all: readonly Incident<S>[],
  phase: Phase,
  direction: Direction,
  goals: readonly [number, number] | undefined,
  due: readonly Due<S>[],
): void {
  const { script, rates, thorough = false, tempo = 1, share } = direction;
  const { random } = book;
  const length = phase.minutes * MINUTE;
  const plan: Planned<S>[] = due.map((one) => ({ ...one, isCertain: true }));
  const add = (kind: Incident<S>, side: Side, isThinned = false): void => {
    const play = (): void => {
      // It happens only with the probability of the side's current rate relative to the highest rate.
      if (!isThinned || isDue(book, side, rates)) kind.play(book, side);
    };
    plan.push({
      at: random.below(Math.max(1, length - LAST)),
      play,
      isCertain: thorough || kind.perMinute === 'goals',
    });
  };
  const times = (expected: number, act: () => void): void => {
    const count = (expected * random.between(100 - SPREAD / 2, 100 + SPREAD / 2)) / 100;
    const whole = Math.floor(count) + (random.below(1_000) < 1_000 * (count % 1) ? 1 : 0);
    for (let i = 0; i < whole; i++) act();
  };
  for (const kind of all) {
    if (script === 'allZero' && kind.counts) continue;
    // Twice, because some incidents vary every other time.
    if (thorough) for (let round = 0; round < 2; round++) for (const side of [1, 2] as const) add(kind, side);
    if (kind.perMinute !== 'goals') {
      times(kind.perMinute * phase.minutes * tempo, () => add(kind, random.below(100) < share ? 1 : 2));
      continue;
    }
    for (const side of [1, 2] as const) {
      const highest = ((rates[side - 1] ?? 0) * HIGHEST_FACTOR * phase.minutes) / 90;
      const count = goals?.[side - 1] ?? poisson(random, highest);
      for (let i = 0; i < count; i++) add(kind, side, !goals);
    }
  }
  const began = book.now;
  plan.sort((a, b) => a.at - b.at);
  for (const { at, play, isCertain } of plan) {
    // Play stops during a review, for example, so incidents that were due then do not follow in a burst.
    const isLate = book.now > Math.min(began + at + LATE, began + length);
    if (isLate && !isCertain) continue;
    book.now = Math.max(book.now + 1, began + at);
    play(book);
  }
}

/** Draws whether a goal that was planned at the highest rate is scored with the remaining players. */
function isDue<S extends Sport>(book: MatchBook<S>, side: Side, rates: Rates): boolean {
  const now = ratesAfter(rates, [book.total(1, 'RedCards'), book.total(2, 'RedCards')]);
  const probability = (now[side - 1] ?? 0) / ((rates[side - 1] ?? 1) * HIGHEST_FACTOR);
  return book.random.below(10_000) < 10_000 * probability;
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

/**
 * ms between odds updates in play. With suspensions and the updates after them, this makes about 15 records a minute.
 */
const ODDS_SPACING = 4_500;

function oddsOptionsOf(
  { fixtureId, startTime, tempo = 1 }: MatchRecordsOptions,
  { records, phases }: MatchBook<Sport>,
  rates: Rates,
  random: Random,
): OddsFeedOptions {
  return {
    fixtureId,
    startTime,
    records: records as readonly SoccerScores[],
    phases,
    rates,
    spacing: Math.round(ODDS_SPACING / tempo),
    random,
  };
}
