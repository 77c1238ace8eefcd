import { errorOf, fail, INVALID_RECORD, type LinesmanError, MIXED_FORMS } from '@linesman/sdk/error';
import { bySport, layoutByteOf, periodName, SPORTS, type Sport, sportOfLayout } from '@linesman/sdk/format';
import type { RecordForm } from '../recordForm.js';
import { bounded } from '../schema/bounded.js';
import { checkRecord, type Rules } from '../schema/checkRecord.js';
import type { ObjectCodec } from '../schema/codec.js';
import { fitted, type OnUnfit } from '../schema/fitted.js';
import type { Form } from '../schema/form.js';
import type { JsonSchema, ObjectSchema, ScalarSchema, ScalarType } from '../schema/jsonSchema.js';
import { type Marks, marksBetween } from '../schema/marks.js';
import { matcherOf } from '../schema/matcher.js';
import { opened } from '../schema/opened.js';
import { BASKETBALL_SCORES, type BasketballScores } from './basketball.js';
import { FEED_CLOCK } from './clock.js';
import { SOCCER_SCORES, type SoccerScores } from './soccer.js';
import { unknownKey } from './statedKeys.js';
import { US_FOOTBALL_SCORES, type UsFootballScores } from './usFootball.js';

export * from './basketball.js';
export * from './soccer.js';
export * from './usFootball.js';

/** A score record with the names of the snapshot form. `SportId` tells the types apart. */
export type ScoresRecord = ScoresOfSport[Sport];

export interface ScoresOfSport {
  readonly soccer: SoccerScores;
  readonly basketball: BasketballScores;
  readonly 'us-football': UsFootballScores;
}

/** The fields of a JSON object. */
type Fields = Readonly<Record<string, unknown>>;

const CODECS: { readonly [S in Sport]: ObjectCodec<ScoresOfSport[S]> } = {
  soccer: SOCCER_SCORES,
  basketball: BASKETBALL_SCORES,
  'us-football': US_FOOTBALL_SCORES,
};
const codecOf = (sport: Sport): ObjectCodec<ScoresRecord> => CODECS[sport] as ObjectCodec<ScoresRecord>;

/** JSON Schema of a sport's score records in a form. */
export function scoresSchema(sport: Sport, form: Form): JsonSchema {
  return CODECS[sport].schema(form);
}

/** Fields that not every record has, and that lists, streams, proofs or rules read. */
const READ = ['StatusId', 'Confirmed', 'Clock'];

/** The observed form of a sport's records, and the names that distinguish it from the documented form. */
interface Observed {
  readonly schema: ObjectSchema;
  readonly marks: (value: unknown) => Marks;
  /** Leaves out names inside unused fields. */
  readonly headMarks: (value: unknown) => Marks;
}

const OBSERVED = bySport(observedOf);

function observedOf(sport: Sport): Observed {
  const documented = scoresSchema(sport, 'snapshot') as ObjectSchema;
  const observed = scoresSchema(sport, 'observed') as ObjectSchema;
  const { StatusId, Confirmed } = observed.properties;
  const read = { StatusId: orNull(StatusId), Confirmed: orNull(Confirmed), Clock: FEED_CLOCK };
  return {
    schema: bounded({ ...opened(observed, read), title: `Ingested${observed.title}` }),
    marks: marksBetween(documented, observed),
    headMarks: marksBetween(headOf(documented), headOf(observed)),
  };
}

/** Feeds send null for a field that a record does not have. */
function orNull(schema: JsonSchema = {}): JsonSchema {
  const { type, enum: values, ...rest } = schema as ScalarSchema;
  return { ...rest, type: [type, 'null'].flat() as ScalarType[], ...(values && { enum: [...values, null] }) };
}

/** The schema reduced to the fields that are read. */
function headOf(schema: ObjectSchema): ObjectSchema {
  const fields = Object.entries(schema.properties).map(([name, field]): [string, JsonSchema] => [
    name,
    READ.includes(name) ? field : { type: 'null' },
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

/**
 * JSON Schema of a sport's incoming score records in the observed form. Feeds add fields and change them: only the
 * fields that every record has, and those of `READ`, are checked.
 */
export const ingestedScoresSchema = (sport: Sport): JsonSchema => OBSERVED[sport].schema;

/**
 * Encodes a stored record in a form. A record that was received in the observed form is returned unchanged in that
 * form, with fields that no other form has; in other forms it has only the fields of their schemas. The names of any
 * other record are in the order of the description.
 */
export function encodeScores(record: ScoresRecord, form: Form): Record<string, unknown> {
  const sport = sportOfRecord(record);
  const codec = codecOf(sport);
  if (form === 'observed')
    return isDocumented(sport, record) ? (codec.encode(record, form) as Record<string, unknown>) : { ...record };
  return codec.encode(describedScores(record, sport), form) as Record<string, unknown>;
}

/** Whether a stored record has names that only the documented form has. */
function isDocumented(sport: Sport, record: ScoresRecord): boolean {
  const { marks, headMarks } = OBSERVED[sport];
  if (headMarks(record).first !== undefined) return true;
  const { first, second } = marks(record);
  // Inside unused fields, a live feed may have any name.
  return first !== undefined && second === undefined && matcherOf(scoresSchema(sport, 'snapshot'))(record);
}

/** The part of a stored record that the snapshot form describes. */
function describedScores(record: ScoresRecord, sport: Sport, onUnfit?: OnUnfit): ScoresRecord {
  const schema = scoresSchema(sport, 'snapshot');
  if (matcherOf(schema)(record)) return record;
  const renamed = codecOf(sport).renamed(record, 'observed');
  return (fitted(schema, renamed, onUnfit) ?? renamed) as ScoresRecord;
}

/**
 * The known fields of an accepted score record that the described wire leaves out, because they do not fit their
 * schema. Each is given by its path in the documented form, such as `Data.Conditions`, with `*` for the keys of maps.
 */
export function unfitFields(fields: Fields): readonly string[] {
  const places: string[] = [];
  describedScores(fields as unknown as ScoresRecord, sportIn(fields, 'SportId'), (place) => places.push(place));
  return places;
}

/**
 * Reads a value as a score record of a sport and puts its names into the order of the description. Errors:
 * UNKNOWN_FIELD; INVALID_RECORD.
 */
export function scoresOfSport<S extends Sport>(sport: S, value: object): ScoresOfSport[S] {
  const codec: ObjectCodec<ScoresOfSport[S]> = CODECS[sport];
  checkRecord(codec.schema('snapshot'), value);
  return codec.encode(value as ScoresOfSport[S], 'snapshot') as ScoresOfSport[S];
}

/** The known numbers, as errors list them: `1, 2 or 6`. */
const SPORT_IDS = SPORTS.map(layoutByteOf)
  .join(', ')
  .replace(/, (\d+)$/, ' or $1');

/** The sport of a `SportId`. Errors: INVALID_RECORD for an unknown number. */
export function sportOfRecord(record: { readonly SportId: number }): Sport {
  const { SportId } = record;
  return (
    sportOfLayout(SportId) ??
    fail(INVALID_RECORD, { problem: 'wrong value', path: '$.SportId', value: SportId, expected: SPORT_IDS })
  );
}

/**
 * The form of an incoming score record, by its names. A record without any name that only the documented or only the
 * observed form has is observed if only that form allows it, and so is one that has documented names only inside unused
 * fields. Errors: MIXED_FORMS when it has names of both.
 */
export function formOfScores(fields: Fields): RecordForm {
  if (Object.hasOwn(fields, 'seq') && !Object.hasOwn(fields, 'Seq')) return 'historical';
  const sport = sportIn(fields, 'SportId');
  const { schema, marks, headMarks } = OBSERVED[sport];
  const { first: documented, second: observed } = marks(fields);
  if (headMarks(fields).first !== undefined && documented !== undefined) {
    if (observed !== undefined) return fail(MIXED_FORMS, { path: observed, observed, documented });
    return 'documented';
  }
  if (observed !== undefined) return 'observed';
  const ofNames = documented === undefined ? 'either' : 'documented';
  if (matcherOf(bounded(scoresSchema(sport, 'snapshot')))(fields)) return ofNames;
  return matcherOf(schema)(fields) ? 'observed' : ofNames;
}

const FORM_OF: Readonly<Record<RecordForm, Form>> = {
  documented: 'snapshot',
  historical: 'historical',
  observed: 'observed',
  either: 'snapshot',
};

/** Records that do not name a known sport are read as soccer, so that all their faults are found. */
function sportIn(fields: Fields, name: string): Sport {
  const { [name]: id } = fields;
  return (typeof id === 'number' ? sportOfLayout(id) : undefined) ?? 'soccer';
}

/**
 * Checks an incoming score record in a form. Errors name the place: UNKNOWN_FIELD when the sport lacks a field, except
 * in the observed form; INVALID_RECORD for an invalid value, a status that the sport lacks, a stat that the sport
 * lacks, or a participant that plays itself.
 */
export function checkScores(value: unknown, form: RecordForm): void {
  const named = FORM_OF[form];
  const fields = typeof value === 'object' && value !== null ? (value as Fields) : {};
  const sportId = named === 'historical' ? 'sportId' : 'SportId';
  const given = fields[sportId];
  if (typeof given === 'number' && sportOfLayout(given) === undefined)
    fail(INVALID_RECORD, { problem: 'wrong value', path: `$.${sportId}`, value: given, expected: SPORT_IDS });
  const sport = sportIn(fields, sportId);
  const schema = named === 'observed' ? OBSERVED[sport].schema : bounded(scoresSchema(sport, named));
  checkRecord(schema, value, rulesOf(sport, named));
}

/** The rules of score records that a schema cannot express. */
const rulesOf =
  (sport: Sport, form: Form): Rules =>
  (fields) => {
    const nameOf = (key: string): string => CODECS[sport].nameOf(key, form);
    const at = (key: string): string => `$.${nameOf(key)}`;
    const [status, stats, one, two] = ['StatusId', 'Stats', 'Participant1Id', 'Participant2Id'].map(
      (key) => fields[nameOf(key)],
    );
    const faults: LinesmanError[] = [];
    if (typeof status === 'number' && (status === 0 || periodName(sport, status) === undefined))
      faults.push(
        errorOf(INVALID_RECORD, {
          problem: 'wrong value',
          path: at('StatusId'),
          value: status,
          expected: `a status of ${sport}`,
        }),
      );
    const unknown = typeof stats === 'object' && stats !== null ? unknownKey(sport, Object.keys(stats)) : undefined;
    if (unknown !== undefined)
      faults.push(errorOf(INVALID_RECORD, { problem: 'unknown stat', path: `${at('Stats')}.${unknown}`, sport }));
    if (typeof two === 'number' && one === two)
      faults.push(errorOf(INVALID_RECORD, { problem: 'participant twice', path: at('Participant2Id'), id: two }));
    return faults;
  };

/** Reads an incoming score record in the documented form. Errors: those of `checkScores`. */
export function readScores(value: unknown): ScoresRecord {
  checkScores(value, 'documented');
  return value as ScoresRecord;
}

/**
 * An incoming score record with the names of the snapshot form, in the order of the description if it was historical.
 */
export function namedScores(fields: Fields, form: RecordForm): Fields {
  if (FORM_OF[form] === 'snapshot') return fields;
  const codec = codecOf(sportIn(fields, form === 'historical' ? 'sportId' : 'SportId'));
  const renamed = codec.renamed(fields, FORM_OF[form]);
  return (form === 'historical' ? codec.encode(renamed as ScoresRecord, 'snapshot') : renamed) as Fields;
}
