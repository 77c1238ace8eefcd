import { checkObservedFixture, checkScores, readFixture, readOdds } from '@linesman/records';
import type { Validate } from './incoming.js';

/** Accepts only records that can be written in every form. Errors: UNKNOWN_FIELD, INVALID_RECORD. */
export const validateRecord: Validate = (kind, record, form) => {
  if (kind === 'scores') checkScores(record, form);
  else if (kind === 'odds') readOdds(record);
  else if (form === 'observed') checkObservedFixture(record);
  else readFixture(record);
};
