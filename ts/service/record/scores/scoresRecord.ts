import { fail } from '../../../error/index.js';
import { layoutByteOf, periodName, type Sport, sportOfLayout } from '../../../format/index.js';
import { checkRecord } from '../schema/checkRecord.js';
import type { Codec } from '../schema/codec.js';
import type { Form } from '../schema/form.js';
import type { JsonSchema } from '../schema/jsonSchema.js';
import { BASKETBALL_SCORES, type BasketballScores } from './basketball.js';
import { hasWholeStats } from './common.js';
import { SOCCER_SCORES, type SoccerScores } from './soccer.js';
import { US_FOOTBALL_SCORES, type UsFootballScores } from './usFootball.js';

/** A score record as it is held: named as in the snapshot form. `SportId` (1, 2, 6) says which of the three it is. */
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

/** JSON Schema of the score records of a sport in a form. */
export function scoresSchema(sport: Sport, form: Form): JsonSchema {
  return CODECS[sport].schema(form);
}

/** The record in a form: a fresh JSON value, names in the order of the description. */
export function encodeScores(record: ScoresRecord, form: Form): Record<string, unknown> {
  const codec: Codec<ScoresRecord> = CODECS[sportOfRecord(record)];
  return codec.encode(record, form) as Record<string, unknown>;
}

/** The sport that `SportId` says; 7031 for another number. */
export function sportOfRecord(record: { readonly SportId: number }): Sport {
  const { SportId } = record;
  return (
    sportOfLayout(SportId) ?? fail(7031, { message: `$.SportId is ${SportId}, not 1, 2 or 6.`, path: '$.SportId' })
  );
}

/**
 * Reads a score record that comes in, in the snapshot form. Errors name the place: 7004 for a field that the sport does not have, 7031 for a
 * value that does not fit, a status that the sport does not have, `Stats` with some keys only, and a participant that plays itself.
 */
export function readScores(value: unknown): ScoresRecord {
  const sportId = typeof value === 'object' && value !== null ? (value as { SportId?: unknown }).SportId : undefined;
  const sport = typeof sportId === 'number' ? sportOfRecord({ SportId: sportId }) : 'soccer';
  checkRecord(CODECS[sport].schema('snapshot'), value);
  const record = value as ScoresRecord;
  const { StatusId, Stats } = record;
  const wrong = (path: string, message: string): never => fail(7031, { message: `${path} ${message}`, path });
  if (StatusId !== undefined && (StatusId === 0 || periodName(sport, StatusId) === undefined))
    wrong('$.StatusId', `is ${StatusId}, which is no status of ${sport}.`);
  if (!hasWholeStats(sport, Stats))
    wrong('$.Stats', `has ${Object.keys(Stats).length} keys; it has none or all those of ${sport}.`);
  if (record.Participant1Id === record.Participant2Id)
    wrong('$.Participant2Id', `is ${record.Participant2Id}, like Participant1Id.`);
  return record;
}

/** `SportId` of a sport. */
export const sportIdOf = layoutByteOf;
