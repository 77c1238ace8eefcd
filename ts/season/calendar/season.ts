import type { FixtureRecord } from '@linesman/records';
import { fail, INVALID_SEASON } from '@linesman/sdk/error';
import { type Milliseconds, SPORTS, type Sport } from '@linesman/sdk/format';
import { MAX_TEAMS, pairOf } from '../clubs.js';
import { scriptsOf } from '../course.js';
import type { League } from '../league.js';
import { LEAGUE_BUNDLES, LEAGUES, leagueOf } from '../leagues.js';
import { announcedFixture, type MatchRecords, type MatchRecordsOptions, matchRecords } from '../matchRecords.js';
import { Random } from '../random.js';
import type { Script } from '../script.js';
import { LEAD, LONGEST_MATCH } from './matchSpan.js';
import { SeasonReader } from './seasonReader.js';

export interface SeasonOptions {
  readonly seed: string;
  /** Start of the season, ms; the first match kicks off five minutes later. */
  readonly start: number;
  /** Scripts for the first matches: each goes to the next match whose sport has it. */
  readonly scripts?: readonly Script[];
  /** Matches per day after the first round; above 0, at most 10,000. Default 48. */
  readonly matchesPerDay?: number;
  /** Records in play as a share of those of a real match; above 0. Default 1. */
  readonly tempo?: number;
}

/** A match in the calendar. */
export interface ScheduledMatch {
  /** From 0, in order of kick-off. */
  readonly number: number;
  /** Unique positive int32. */
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly league: League;
  readonly script: Script;
  /** Kick-off, ms. */
  readonly startTime: number;
  readonly teams: readonly [string, string];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const FIRST_FIXTURE = 12_000_001;
const LAST_FIXTURE = 2 ** 31 - 1;
const LATEST_START = 60_000 * DAY;
/** Matches per day. */
const MAX_MATCHES = 10_000;

/**
 * An endless calendar of generated matches of all sports, and their records. The same options always give the same
 * season. It opens with a round of one match per sport, a minute apart, in the first league of each, or with as many as
 * the given scripts need; matches without a script are normal. Then matches follow at even intervals, with random
 * scripts, mostly normal: every other one of soccer, and between them the other sports in turn. From 24 matches a day
 * on, the free league, the only public one, almost always has a match in play; the other leagues take turns. No team
 * plays two matches at once.
 */
export class Season {
  readonly start: number;
  private readonly seed: string;
  private readonly round: readonly Script[];
  private readonly spacing: number;
  private readonly tempo: number;

  /** Errors: INVALID_SEASON when the start is not between 1970 and 2134, or the number of matches is out of range. */
  constructor({ seed, start, scripts = [], matchesPerDay = 48, tempo = 1 }: SeasonOptions) {
    if (!(Number.isSafeInteger(start) && start >= DAY && start <= LATEST_START))
      fail(INVALID_SEASON, { problem: 'start', start });
    if (!(matchesPerDay > 0 && matchesPerDay <= MAX_MATCHES))
      fail(INVALID_SEASON, { problem: 'matches per day', matchesPerDay, limit: MAX_MATCHES });
    this.seed = seed;
    this.start = start;
    this.round = firstRound(scripts);
    this.spacing = Math.floor(DAY / matchesPerDay);
    this.tempo = tempo;
  }

  /** Matches with a kick-off from `from` (inclusive) to `to` (exclusive), ms. */
  schedule(from: number, to: number): ScheduledMatch[] {
    const matches: ScheduledMatch[] = [];
    for (let number = this.firstFrom(from); this.kickOff(number) < to; number++) matches.push(this.scheduled(number));
    return matches;
  }

  /** The match with this number, from 0. */
  scheduled(number: number): ScheduledMatch {
    const { fixtureId, sport, league, script, startTime } = this.optionsOf(number);
    const { participant1, participant2 } = this.announcement(number);
    return { number, fixtureId, sport, league, script, startTime, teams: [participant1, participant2] };
  }

  /** Kick-off of a match, ms. */
  kickOff(number: number): number {
    const last = this.round.length - 1;
    return this.start + (5 + Math.min(number, last)) * MINUTE + Math.max(0, number - last) * this.spacing;
  }

  /** Number of the first match with a kick-off at `time` (ms) or later. */
  firstFrom(time: number): number {
    const last = this.round.length - 1;
    const afterRound = Math.max(0, Math.ceil((time - this.kickOff(last)) / this.spacing));
    if (afterRound > 0) return last + afterRound;
    let number = 0;
    while (this.kickOff(number) < time) number++;
    return number;
  }

  /**
   * The record that announces the fixture, days before kick-off; for matches already known at the start of the season,
   * an hour before that start.
   */
  announcement(number: number): FixtureRecord {
    return this.atStart(announcedFixture(this.optionsOf(number)));
  }

  /** All records of a match. Its first fixture record is the announcement. */
  match(number: number): MatchRecords {
    const match = matchRecords({ ...this.optionsOf(number), tempo: this.tempo });
    return { ...match, fixtures: match.fixtures.map((record) => this.atStart(record)) };
  }

  /**
   * The records of all matches with a record at `since` (ms) or later, including their announcements, in time order,
   * without end.
   */
  records(since = Number.NEGATIVE_INFINITY): SeasonReader {
    return new SeasonReader(this, since);
  }

  /** Puts everything known at the start into one batch, instead of one for each earlier hour. */
  private atStart(record: FixtureRecord): FixtureRecord {
    return { ...record, ts: Math.max(record.ts, this.start - LEAD) as Milliseconds };
  }

  private optionsOf(number: number): MatchRecordsOptions & { readonly league: League; readonly script: Script } {
    const fixtureId = FIRST_FIXTURE + number;
    if (!Number.isSafeInteger(number) || number < 0 || fixtureId > LAST_FIXTURE)
      fail(INVALID_SEASON, { problem: 'no such match', match: number });
    const sport = this.sportAt(number);
    const common = { seed: this.seed, sport, fixtureId, startTime: this.kickOff(number) };
    const given = this.round[number];
    const series = this.seriesOf(number);
    const random = new Random(`season/${this.seed}/${number}`);
    const others = series.isFree ? scriptsOf(sport).filter((one) => !ENDS_EARLY.includes(one)) : scriptsOf(sport);
    const script = given ?? (random.below(10) < 7 ? 'normal' : random.pick(others));
    const { league, match } = series;
    return { ...common, script, league, teams: pairOf(match, this.half(sport)) };
  }

  /** The sport of a match. */
  private sportAt(number: number): Sport {
    const later = number - this.round.length;
    return later < 0 ? inTurn(SPORTS, number) : inTurn(CYCLE, later);
  }

  /** The league of a match, and how many of its matches come before it. */
  private seriesOf(number: number): { readonly league: League; readonly match: number; readonly isFree: boolean } {
    const sport = this.sportAt(number);
    const league = leagueOf(sport);
    const inRound = this.inRound(sport);
    if (number < this.round.length) return { league, match: Math.floor(number / SPORTS.length), isFree: false };
    const cycle = Math.floor((number - this.round.length) / CYCLE.length);
    const place = (number - this.round.length) % CYCLE.length;
    const turn = timesInCycle(sport) * cycle + CYCLE.slice(0, place).filter((one) => one === sport).length;
    if (!FREE.includes(league.id)) return { ...this.turnOf(sport, turn), isFree: false };
    // With few matches a day, all matches of its sport are in the free league; with many, those of one cycle in
    // several.
    const cycleLength = CYCLE.length * this.spacing;
    if (cycleLength > FREE_EVERY) return { league, match: inRound + turn, isFree: true };
    const cycles = Math.floor(FREE_EVERY / cycleLength);
    if (place > 0 && cycle % cycles === 0) return { league, match: inRound + cycle / cycles, isFree: true };
    return { ...this.turnOf(sport, turn), isFree: false };
  }

  /** All leagues of a sport but the free one take turns, in an order that differs from round to round. */
  private turnOf(sport: Sport, turn: number): { readonly league: League; readonly match: number } {
    const leagues = takingTurns(sport);
    const round = Math.floor(turn / leagues.length);
    const order = new Random(`turns/${this.seed}/${sport}/${round}`).shuffled(leagues);
    return { league: order[turn % leagues.length] ?? leagueOf(sport), match: this.inRound(sport) + round };
  }

  private inRound(sport: Sport): number {
    return this.round.filter((_, number) => SPORTS[number % SPORTS.length] === sport).length;
  }

  /** Half the number of teams of a league; large enough that no team plays two matches at once. */
  private half(sport: Sport): number {
    const turns = (takingTurns(sport).length * CYCLE.length * this.spacing) / timesInCycle(sport);
    const free = Math.max(2 * this.spacing, FREE_EVERY / 2);
    const atOnce = Math.ceil(
      (LONGEST_MATCH + LEAD) / (FREE.includes(leagueOf(sport).id) ? Math.min(turns, free) : turns),
    );
    return Math.min(Math.max(6, this.inRound(sport) + atOnce + 2), MAX_TEAMS / 2);
  }
}

/** Sports of the matches after the first round, over and over. */
const CYCLE: readonly Sport[] = SPORTS.slice(1).flatMap((sport): Sport[] => ['soccer', sport]);
const inTurn = (sports: readonly Sport[], number: number): Sport => sports[number % sports.length] as Sport;
const timesInCycle = (sport: Sport): number => CYCLE.filter((one) => one === sport).length;
/** ms between kick-offs in the free league, about the duration of a match. */
const FREE_EVERY = 120 * MINUTE;
/** Scripts after which the free league would be quiet for a while. */
const ENDS_EARLY: readonly Script[] = ['abandoned', 'cancelled', 'postponed', 'coverageLost'];
const FREE: readonly number[] = LEAGUE_BUNDLES.find(({ name }) => name === 'Free')?.leagues ?? [];
const takingTurns = (sport: Sport): League[] => LEAGUES.filter((one) => one.sport === sport && !FREE.includes(one.id));

function firstRound(scripts: readonly Script[]): Script[] {
  const left = [...scripts];
  const round: Script[] = [];
  while (left.length > 0 || round.length < SPORTS.length) {
    const own = scriptsOf(inTurn(SPORTS, round.length));
    const at = left.findIndex((script) => own.includes(script));
    round.push(...(at < 0 ? (['normal'] as const) : left.splice(at, 1)));
  }
  return round;
}
