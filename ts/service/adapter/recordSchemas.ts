import { SPORTS } from '../../format/index.js';
import {
  type Form,
  fixtureSchema,
  ODDS_VALIDATION_SCHEMA,
  oddsSchema,
  STAT_VALIDATION_V3_SCHEMA,
  STAT_VALIDATION_V4_SCHEMA,
  scoresSchema,
} from '../record/index.js';

const scores = (title: string, form: Form): object => ({
  title,
  oneOf: SPORTS.map((sport) => scoresSchema(sport, form)),
});

/** Schemas of records and proofs in the described wire, by the names that the endpoints use. */
export const RECORD_SCHEMAS: Readonly<Record<string, object>> = {
  Odds: oddsSchema(),
  Scores: scores('Scores', 'snapshot'),
  HistoricalScores: scores('HistoricalScores', 'historical'),
  Fixture: fixtureSchema(),
  OddsValidation: ODDS_VALIDATION_SCHEMA,
  ScoresStatValidationV3: STAT_VALIDATION_V3_SCHEMA,
  ScoresStatValidationResponseV4: STAT_VALIDATION_V4_SCHEMA,
};
