import { type Fixture, plainFixtureId } from '../../../ts/sdk/format/fixture.js';
import type { Odds } from '../../../ts/sdk/format/odds.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import { SEASON_OF } from '../../../ts/season/sports/sports.js';
import { fixtureLeaf } from '../scoreline/fixtureLeaf.js';
import { randomOdds } from '../scoreline/randomOdds.js';
import { type Scoreline, scorelineOf } from '../scoreline/scoreline.js';

/** Start of an hour and of a slot, ms. */
export const START = 1_800_000_000_000;
const MINUTE = 60_000;

export const STATES = { 1: 'scheduled', 2: 'live', 3: 'finished' } as const;

/** A fixture record on the wire. */
export function fixtureOnWire(fixture: Fixture, sport: Sport, GameState = 'scheduled'): Record<string, unknown> {
  return {
    Ts: fixture.ts,
    StartTime: fixture.startTime,
    Competition: fixture.competition,
    CompetitionId: fixture.competitionId,
    FixtureGroupId: fixture.fixtureGroupId,
    Participant1Id: fixture.participant1Id,
    Participant1: fixture.participant1,
    Participant2Id: fixture.participant2Id,
    Participant2: fixture.participant2,
    FixtureId: plainFixtureId(fixture.fixtureId),
    Participant1IsHome: fixture.participant1IsHome,
    Sport: sport,
    GameState,
  };
}

/** An odds record on the wire. */
export function oddsOnWire(odds: Odds): Record<string, unknown> {
  return {
    FixtureId: odds.fixtureId,
    MessageId: odds.messageId,
    Ts: odds.ts,
    Bookmaker: odds.bookmaker,
    BookmakerId: odds.bookmakerId,
    SuperOddsType: odds.superOddsType,
    GameState: odds.gameState,
    InRunning: odds.inRunning,
    MarketParameters: odds.marketParameters,
    MarketPeriod: odds.marketPeriod,
    PriceNames: odds.priceNames,
    Prices: odds.prices,
  };
}

/** All records about one match. */
export interface MatchFeed {
  readonly match: Scoreline;
  /** As committed to, with the state in the id. */
  readonly fixtures: readonly Fixture[];
  readonly odds: readonly Odds[];
  /** All records on the wire in time order, the first fixture record first. */
  readonly wire: readonly Record<string, unknown>[];
}

/** A simulated match with odds (soccer) and three fixture records. */
export function matchFeed(sport: Sport, fixtureId: number, seed: string, startTime = START + 10 * MINUTE): MatchFeed {
  const match = scorelineOf({ seed, sport, fixtureId, startTime });
  const first = Math.min(startTime, match.records[0]?.Ts ?? startTime) - MINUTE;
  const last = match.records.at(-1)?.Ts ?? startTime;
  const fixtures = [
    fixtureLeaf(match, first, 'scheduled'),
    fixtureLeaf(match, startTime, 'live'),
    fixtureLeaf(match, last + MINUTE, 'finished'),
  ];
  const odds = SEASON_OF[sport].odds ? randomOdds(match, first, 40, 45_000) : [];
  const wire = [
    ...fixtures.map((fixture, i) => fixtureOnWire(fixture, sport, Object.values(STATES)[i])),
    ...odds.map(oddsOnWire),
    ...match.records.map((record) => ({ ...record })),
  ].sort((a, b) => Number(a.Ts) - Number(b.Ts));
  return { match, fixtures, odds, wire };
}
