import { parseId, parseSport, required, SPORT_WORDS } from '@linesman/cli';
import { ATTESTER_ROWS } from '../market/marketOptions.js';
import { RESULT_POLICY_ROW } from '../market/policyOption.js';

/** Options that choose the result. */
export const SUBJECT_ROWS = {
  fixture: required('<id>', 'the match', parseId),
  sport: required('<sport>', SPORT_WORDS, parseSport),
  ...RESULT_POLICY_ROW,
  ...ATTESTER_ROWS,
};
