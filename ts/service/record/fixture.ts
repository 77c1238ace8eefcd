import { fail, INVALID_RECORD } from 'linesman/error';
import { type Fixture, layoutByteOf, type Milliseconds, SPORTS, type Sport } from 'linesman/format';
import { checkRecord } from './schema/checkRecord.js';
import {
  bool,
  int64,
  object,
  oneOf,
  oneOfNumbers,
  positiveInt32,
  required,
  type TypeOf,
  text,
  time,
} from './schema/codec.js';
import type { JsonSchema } from './schema/jsonSchema.js';
import type { GameState } from './scores/common.js';

/** A fixture as it is held: what its leaf holds, with a plain id, and what the leaf says of it in other ways or not at all. */
export interface FixtureRecord extends Fixture {
  readonly sport: Sport;
  readonly gameState: GameState;
}

/** The state as fixture leaves carry it, in bits 48 and up of the id. */
export const STATE_NUMBER: Readonly<Record<GameState, number>> = {
  scheduled: 1,
  live: 2,
  finished: 3,
  abandoned: 4,
  cancelled: 6,
};

const FIELDS = {
  Ts: required(time),
  StartTime: required(time),
  Competition: required(text),
  CompetitionId: required(positiveInt32),
  FixtureGroupId: required(positiveInt32),
  Participant1Id: required(positiveInt32),
  Participant1: required(text),
  Participant2Id: required(positiveInt32),
  Participant2: required(text),
  FixtureId: required(int64),
  Participant1IsHome: required(bool),
};
const LEAF = object(FIELDS, { title: 'FixtureLeaf' });
const LISTED = object(
  { ...FIELDS, SportId: required(oneOfNumbers(...SPORTS.map(layoutByteOf))) },
  { title: 'Fixture' },
);
const INGESTED = object(
  {
    ...FIELDS,
    FixtureId: required(positiveInt32),
    Sport: required(oneOf(...SPORTS)),
    GameState: required(oneOf('scheduled', 'live', 'finished', 'abandoned', 'cancelled')),
  },
  { title: 'IngestedFixture' },
);

/** JSON Schema of a fixture record as it comes in. */
export const ingestedFixtureSchema = (): JsonSchema => INGESTED.schema('snapshot');

/** JSON Schema of a fixture record as lists show it; `leaf`: as proofs do, with its state in bits 48 and up of the id. */
export const fixtureSchema = (part: 'record' | 'leaf' = 'record'): JsonSchema =>
  (part === 'leaf' ? LEAF : LISTED).schema('snapshot');

/**
 * The fixture record as lists show it, alike in every form: its id is the one to ask for. Who bets on a match has to
 * know its sport before the first score record says it.
 */
export const encodeListedFixture = (fixture: Fixture & Pick<FixtureRecord, 'sport'>): Record<string, unknown> => ({
  ...encodeFixture(fixture),
  SportId: layoutByteOf(fixture.sport),
});

/** A fixture as proofs show it: what its leaf holds. */
export function encodeFixture(fixture: Fixture): Record<string, unknown> {
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
    FixtureId: fixture.fixtureId,
    Participant1IsHome: fixture.participant1IsHome,
  };
}

/** What the fixture trees commit to: the record with its state in bits 48 and up of the id. */
export function fixtureLeafOf(record: FixtureRecord): Fixture {
  const { sport: _sport, gameState, fixtureId, ...rest } = record;
  return { ...rest, fixtureId: fixtureId + STATE_NUMBER[gameState] * 2 ** 48 };
}

/**
 * Reads a fixture record that comes in: the fields of a leaf, with the plain id, and `Sport` and `GameState`. Errors
 * name the place: UNKNOWN_FIELD; INVALID_RECORD a value that does not fit, or a participant that plays itself.
 */
export function readFixture(value: unknown): FixtureRecord {
  checkRecord(INGESTED.schema('snapshot'), value);
  const given = value as TypeOf<typeof INGESTED>;
  if (given.Participant1Id === given.Participant2Id)
    fail(INVALID_RECORD, { problem: 'participant twice', path: '$.Participant2Id', id: given.Participant2Id });
  return {
    ts: given.Ts as Milliseconds,
    startTime: given.StartTime as Milliseconds,
    competition: given.Competition,
    competitionId: given.CompetitionId,
    fixtureGroupId: given.FixtureGroupId,
    participant1Id: given.Participant1Id,
    participant1: given.Participant1,
    participant2Id: given.Participant2Id,
    participant2: given.Participant2,
    fixtureId: given.FixtureId,
    participant1IsHome: given.Participant1IsHome,
    sport: given.Sport,
    gameState: given.GameState,
  };
}
