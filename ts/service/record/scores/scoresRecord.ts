import { fail, INVALID_RECORD } from 'linesman/error';
import { layoutByteOf, periodName, type Sport, sportOfLayout } from 'linesman/format';
import { checkRecord } from '../schema/checkRecord.js';
import type { Codec } from '../schema/codec.js';
import type { Form } from '../schema/form.js';
import type { JsonSchema } from '../schema/jsonSchema.js';
import { BASKETBALL_SCORES, type BasketballScores } from './basketball.js';
import { hasWholeStats } from './common.js';
import { SOCCER_SCORES, type SoccerScores } from './soccer.js';
import { US_FOOTBALL_SCORES, type UsFootballScores } from './usFootball.js';

/** A score record as stored, with the names of the snapshot form. `SportId` (1, 2, 6) tells the three types apart. */
export type ScoresRecord = SoccerScores | BasketballScores | UsFootballScores;

export interface ScoresOfSport {
  readonly soccer: SoccerScores;
  readonly basketball: BasketballScores;
  readonly 'us-football': UsFootballScores;
}

const CODECS: { readonly [S in Sport]: Codec<ScoresOfSport[S]> } = {
  soccer: SOCCER_SCORES,
  basketball: BASKETBALL_SCORES,
  'us-football': US_FOOTBALL_SCORES,
};

/** JSON Schema of a sport's score records in a form. */
export function scoresSchema(sport: Sport, form: Form): JsonSchema {
  return CODECS[sport].schema(form);
}

/** Encodes a record in a form: a new JSON value with names in the order of the description. */
export function encodeScores(record: ScoresRecord, form: Form): Record<string, unknown> {
  const codec: Codec<ScoresRecord> = CODECS[sportOfRecord(record)];
  return codec.encode(record, form) as Record<string, unknown>;
}

/**
 * Reads a value as a score record of a sport and puts its names into the order of the description. Errors:
 * UNKNOWN_FIELD; INVALID_RECORD.
 */
export function scoresOfSport<S extends Sport>(sport: S, value: object): ScoresOfSport[S] {
  const codec: Codec<ScoresOfSport[S]> = CODECS[sport];
  checkRecord(codec.schema('snapshot'), value);
  return codec.encode(value as ScoresOfSport[S], 'snapshot') as ScoresOfSport[S];
}

/** The sport of a `SportId`. Errors: INVALID_RECORD for an unknown number. */
export function sportOfRecord(record: { readonly SportId: number }): Sport {
  const { SportId } = record;
  return (
    sportOfLayout(SportId) ??
    fail(INVALID_RECORD, { problem: 'wrong value', path: '$.SportId', value: SportId, expected: '1, 2 or 6' })
  );
}

/**
 * Reads an incoming score record in the snapshot form. Errors name the place: UNKNOWN_FIELD when the sport lacks a
 * field; INVALID_RECORD for an invalid value, a status that the sport lacks, incomplete `Stats`, or a participant
 * that plays itself.
 */
export function readScores(value: unknown): ScoresRecord {
  const sportId = typeof value === 'object' && value !== null ? (value as { SportId?: unknown }).SportId : undefined;
  const sport = typeof sportId === 'number' ? sportOfRecord({ SportId: sportId }) : 'soccer';
  checkRecord(CODECS[sport].schema('snapshot'), value);
  const record = value as ScoresRecord;
  const { StatusId, Stats } = record;
  if (StatusId !== undefined && (StatusId === 0 || periodName(sport, StatusId) === undefined))
    fail(INVALID_RECORD, {
      problem: 'wrong value',
      path: '$.StatusId',
      value: StatusId,
      expected: `a status of ${sport}`,
    });
  if (!hasWholeStats(sport, Stats))
    fail(INVALID_RECORD, { problem: 'some stats', path: '$.Stats', keys: Object.keys(Stats).length, sport });
  if (record.Participant1Id === record.Participant2Id)
    fail(INVALID_RECORD, { problem: 'participant twice', path: '$.Participant2Id', id: record.Participant2Id });
  return record;
}

/** The `SportId` of a sport. */
export const sportIdOf = layoutByteOf;
