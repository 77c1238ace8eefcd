import type { Fixture, Milliseconds } from 'linesman/format';
import { type GameState, idInState, STATE_NUMBER } from '../record/index.js';
import type { Fields } from './fields.js';

/**
 * The content that fixture trees commit to, from a JSON record with a plain `FixtureId` and its state in `GameState`.
 */
export function fixtureOfWire(fields: Fields): Fixture {
  const state = STATE_NUMBER[fields.GameState as GameState] ?? 0;
  return {
    ts: fields.Ts as Milliseconds,
    startTime: fields.StartTime as Milliseconds,
    competition: fields.Competition as string,
    competitionId: fields.CompetitionId as number,
    fixtureGroupId: fields.FixtureGroupId as number,
    participant1Id: fields.Participant1Id as number,
    participant1: fields.Participant1 as string,
    participant2Id: fields.Participant2Id as number,
    participant2: fields.Participant2 as string,
    fixtureId: idInState(fields.FixtureId as number, state),
    participant1IsHome: fields.Participant1IsHome as boolean,
  };
}
