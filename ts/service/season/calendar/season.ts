import { fail, INVALID_SEASON } from 'linesman/error';
import { type Milliseconds, SPORTS, type Sport } from 'linesman/format';
import type { FixtureRecord } from '../../data/record/index.js';
import {
  announcedFixture,
  LEAGUES,
  type League,
  leagueOf,
  type MatchRecords,
  type MatchRecordsOptions,
  matchRecords,
  Random,
  type Script,
  scriptsOf,
} from '../index.js';
import { LEAD } from './matchSpan.js';
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
const MOST_MATCHES = 10_000;

/**
 * An endless calendar of generated matches of all sports, and their records. The same options always give the same
 * season. It opens with a round of one match per sport, a minute apart, in the leagues that everybody sees, or with as
 * many as the given scripts need; matches without a script are normal. Then matches of all leagues follow at even
 * intervals, with random scripts, mostly normal.
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
    if (!(matchesPerDay > 0 && matchesPerDay <= MOST_MATCHES))
      fail(INVALID_SEASON, { problem: 'matches per day', matchesPerDay, limit: MOST_MATCHES });
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
   * The record that announces the fixture, days before kick-off; for those already known at the start, an hour before
   * the start.
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
    const sport = sportOf(number);
    const common = { seed: this.seed, sport, fixtureId, startTime: this.kickOff(number) };
    const given = this.round[number];
    if (given !== undefined) return { ...common, script: given, league: leagueOf(sport) };
    const random = new Random(`season/${this.seed}/${number}`);
    const script = random.below(10) < 7 ? 'normal' : random.pick(scriptsOf(sport));
    const everybodys = random.onceIn(3);
    const league = everybodys ? leagueOf(sport) : random.pick(LEAGUES.filter((one) => one.sport === sport));
    return { ...common, script, league };
  }
}

const sportOf = (number: number): Sport => SPORTS[number % SPORTS.length] ?? 'soccer';

function firstRound(scripts: readonly Script[]): Script[] {
  const left = [...scripts];
  const round: Script[] = [];
  while (left.length > 0 || round.length < SPORTS.length) {
    const own = scriptsOf(sportOf(round.length));
    const at = left.findIndex((script) => own.includes(script));
    round.push(...(at < 0 ? (['normal'] as const) : left.splice(at, 1)));
  }
  return round;
}
