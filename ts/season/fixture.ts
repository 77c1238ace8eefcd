import type { Fixture, Milliseconds } from '@linesman/sdk/format';
import type { League, Team } from './league.js';

/** The facts about a fixture before it is played. */
export interface FixtureOptions {
  readonly fixtureId: number;
  /** Kick-off, ms. */
  readonly startTime: number;
  readonly league: League;
  readonly teams: readonly [Team, Team];
}

/** The fixture as of `ts` (ms), with a plain id. */
export function fixtureOf({ fixtureId, startTime, league, teams }: FixtureOptions, ts: number): Fixture {
  const [first, second] = teams;
  return {
    ts: ts as Milliseconds,
    startTime: startTime as Milliseconds,
    competition: league.name,
    competitionId: league.id,
    fixtureGroupId: league.fixtureGroupId,
    participant1Id: first.id,
    participant1: first.name,
    participant2Id: second.id,
    participant2: second.name,
    fixtureId,
    participant1IsHome: true,
  };
}
