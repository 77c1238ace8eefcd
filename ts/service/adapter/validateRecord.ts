import type { Validate } from '../ingest/index.js';
import { readFixture, readOdds, readScores } from '../record/index.js';

const READ = { scores: readScores, odds: readOdds, fixtures: readFixture } as const;

/** Accepts only records that can be written in every form. Errors: UNKNOWN_FIELD, INVALID_RECORD. */
export const validateRecord: Validate = (kind, record) => {
  READ[kind](record);
};
