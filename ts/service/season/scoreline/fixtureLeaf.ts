import type { Fixture, Milliseconds } from 'linesman/format';
import type { Scoreline } from './scoreline.js';

/** 1 scheduled, 2 live, 3 finished, 4 abandoned, 6 cancelled; 0: no state in the id. */
export type FixtureState = 0 | 1 | 2 | 3 | 4 | 6;

/** The fixture record of a match as of `ts` (ms). The state goes into bits 48 and up of the id. */
export function fixtureLeaf(match: Scoreline, ts: number, state: FixtureState = 0): Fixture {
  const [first, second] = match.teams;
  return {
    ts: ts as Milliseconds,
    startTime: match.startTime as Milliseconds,
    competition: match.competition.name,
    competitionId: match.competition.id,
    fixtureGroupId: 10 * match.competition.id,
    participant1Id: first.id,
    participant1: first.name,
    participant2Id: second.id,
    participant2: second.name,
    fixtureId: match.fixtureId + state * 2 ** 48,
    participant1IsHome: true,
  };
}
