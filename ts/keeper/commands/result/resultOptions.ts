import { type FlagsOf, parseId, parseSport, required, SPORT_WORDS } from '@linesman/cli';
import type { ProgramIds, ResultSubject } from '@linesman/sdk/program';
import { RESULT_POLICY_ROW } from '../market/policyOption.js';

/** Options that choose the result. */
export const SUBJECT_ROWS = {
  fixture: required('<id>', 'the match', parseId),
  sport: required('<sport>', SPORT_WORDS, parseSport),
  ...RESULT_POLICY_ROW,
};

export const subjectOf = (
  { fixture, sport, finality }: FlagsOf<typeof SUBJECT_ROWS>,
  { oracle }: ProgramIds,
): ResultSubject => ({ oracleProgram: oracle, fixtureId: fixture, sport, finality });
