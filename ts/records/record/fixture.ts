import { errorOf, INVALID_RECORD, type LinesmanError } from '@linesman/sdk/error';
import { FIXTURE_FIELDS, type Fixture, fromWire, layoutByteOf, onWire, SPORTS, type Sport } from '@linesman/sdk/format';
import { FIXTURE_ID_LIMIT } from '@linesman/sdk/internal/format/fixtureIdLimit';
import type { RecordForm } from './recordForm.js';
import { bounded } from './schema/bounded.js';
import { checkRecord } from './schema/checkRecord.js';
import {
  int32,
  list,
  object,
  oneOf,
  oneOfNumbers,
  optional,
  positiveInt32,
  required,
  type TypeOf,
} from './schema/codec.js';
import type { JsonSchema, ObjectSchema } from './schema/jsonSchema.js';
import { matcherOf } from './schema/matcher.js';
import { opened } from './schema/opened.js';
import type { GameState } from './scores/common.js';
import { wireFields } from './wireFields.js';

/** A fixture as stored: the content of its leaf with a plain id, plus the sport and the state. */
export interface FixtureRecord extends Fixture {
  readonly sport: Sport;
  readonly gameState: GameState;
  /** The stats that the source of the scores states, if the operator declares them. No leaf commits to it. */
  readonly statKeys?: readonly number[];
}

/** The state's number in bits 48 and up of a fixture leaf's id. */
export const STATE_NUMBER: Readonly<Record<GameState, number>> = {
  scheduled: 1,
  live: 2,
  finished: 3,
  abandoned: 4,
  cancelled: 6,
};

const FIELDS = wireFields(FIXTURE_FIELDS, {
  competitionId: positiveInt32,
  fixtureGroupId: positiveInt32,
  participant1Id: positiveInt32,
  participant2Id: positiveInt32,
});
const LEAF = object(FIELDS, { title: 'FixtureLeaf' });
const SPORT_ID = oneOfNumbers(...SPORTS.map(layoutByteOf));
const STATE = oneOfNumbers(...Object.values(STATE_NUMBER));
const STATED = { StatKeys: optional(list(int32)) };
const LISTED = object(
  { ...FIELDS, SportId: required(SPORT_ID), GameState: required(STATE), ...STATED },
  { title: 'Fixture' },
);
const INGESTED = object(
  {
    ...FIELDS,
    FixtureId: required(positiveInt32),
    Sport: required(oneOf(...SPORTS)),
    GameState: required(oneOf('scheduled', 'live', 'finished', 'abandoned', 'cancelled')),
    ...STATED,
  },
  { title: 'IngestedFixture' },
);

/** The form of both wires in lists of fixtures. A list of another service may lack the state. */
const INGESTED_LISTED = bounded(
  object(
    {
      ...FIELDS,
      FixtureId: required(positiveInt32),
      SportId: required(SPORT_ID),
      GameState: optional(STATE),
      ...STATED,
    },
    { title: 'IngestedListedFixture' },
  ).schema('snapshot'),
);

/** The form of live feeds, with the number of the state. */
const OBSERVED = opened(
  {
    ...(INGESTED_LISTED as ObjectSchema),
    title: 'IngestedObservedFixture',
  },
  { GameState: { type: 'integer', enum: Object.values(STATE_NUMBER) }, StatKeys: list(int32).schema('observed') },
);

/** JSON Schema of an incoming fixture record; in the observed form unknown fields are allowed. */
export const ingestedFixtureSchema = (form: 'documented' | 'listed' | 'observed' = 'documented'): JsonSchema =>
  form === 'observed' ? OBSERVED : form === 'listed' ? INGESTED_LISTED : bounded(INGESTED.schema('snapshot'));

/** The fields of a JSON object. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * The form of an incoming fixture record. A record that names its sport or its state in words is documented. Any other
 * is observed if it has the number of its state and is not from a list of ours, or if only the observed form allows its
 * fields; otherwise it is in the form of lists, which is the same on both wires.
 */
export function formOfFixture(fields: Fields): RecordForm {
  if ('Sport' in fields || typeof fields.GameState === 'string') return 'documented';
  if (matcherOf(INGESTED_LISTED)(fields)) return 'either';
  return 'GameState' in fields || matcherOf(OBSERVED)(fields) ? 'observed' : 'either';
}

/** Checks an incoming fixture record in the observed form. Errors: UNKNOWN_FIELD; INVALID_RECORD. */
export function checkObservedFixture(value: unknown): void {
  checkRecord(OBSERVED, value, faultsOfFixture);
}

/** The state that the record in the observed form gives, `undefined` if it gives none. */
export const stateOfObserved = ({ GameState }: Fields): GameState | undefined =>
  (Object.keys(STATE_NUMBER) as GameState[]).find((state) => STATE_NUMBER[state] === GameState);

/** JSON Schema of a fixture record in lists; `leaf`: in proofs, with the state in bits 48 and up of the id. */
export const fixtureSchema = (part: 'record' | 'leaf' = 'record'): JsonSchema =>
  (part === 'leaf' ? LEAF : LISTED).schema('snapshot');

/**
 * The fixture record in lists, the same in every form, with the id that queries use. It includes the sport, which
 * bettors need before the first score record names it, and the state, which is needed to rebuild the leaf.
 */
export const encodeListedFixture = (fixture: FixtureRecord): Record<string, unknown> => ({
  ...encodeFixture(fixture),
  SportId: layoutByteOf(fixture.sport),
  GameState: STATE_NUMBER[fixture.gameState],
  ...(fixture.statKeys && { StatKeys: fixture.statKeys }),
});

/** A fixture in proofs, which is the content of its leaf. */
export const encodeFixture = (fixture: Fixture): Record<string, unknown> => onWire(FIXTURE_FIELDS, fixture);

/** The id in a fixture leaf: the plain one with the number of the state in bits 48 and up. */
export const idInState = (fixtureId: number, state: number): number => fixtureId + state * FIXTURE_ID_LIMIT;

/** The content that fixture trees commit to: the record with its state in bits 48 and up of the id. */
export function fixtureLeafOf(record: FixtureRecord): Fixture {
  const { sport: _sport, gameState, statKeys: _keys, ...plain } = record;
  return { ...plain, fixtureId: idInState(plain.fixtureId, STATE_NUMBER[gameState]) };
}

/**
 * Reads an incoming fixture record: the fields of a leaf with a plain id, plus `Sport` and `GameState`. Errors name the
 * place: UNKNOWN_FIELD; INVALID_RECORD for an invalid value, or a participant that plays itself.
 */
export function readFixture(value: unknown): FixtureRecord {
  checkRecord(bounded(INGESTED.schema('snapshot')), value, faultsOfFixture);
  const { Sport, GameState, StatKeys: statKeys } = value as TypeOf<typeof INGESTED>;
  const leaf = fromWire(FIXTURE_FIELDS, value as Fields);
  return { ...leaf, sport: Sport, gameState: GameState, ...(statKeys && { statKeys }) };
}

/** The rules of fixtures that a schema cannot express. */
function faultsOfFixture({ Participant1Id: one, Participant2Id: two }: Fields): LinesmanError[] {
  if (typeof two !== 'number' || one !== two) return [];
  return [errorOf(INVALID_RECORD, { problem: 'participant twice', path: '$.Participant2Id', id: two })];
}
