import { readFixture, readOdds, readScores } from '../record/index.js';
import type { Validate } from './incoming.js';

const READ = { scores: readScores, odds: readOdds, fixtures: readFixture } as const;

/** Lets in what every form of the answers can be written of. Errors: UNKNOWN_FIELD, INVALID_RECORD. */
export const validateRecord: Validate = (kind, record) => {
  READ[kind](record);
};
