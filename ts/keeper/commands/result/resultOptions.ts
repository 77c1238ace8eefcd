import { type FlagsOf, parseId, parseSport, required, SPORT_WORDS } from '@linesman/cli';
import type { ResultSubject } from '@linesman/sdk/program';
import { attestersOf } from '../market/attestersOf.js';
import { ATTESTER_ROWS } from '../market/marketOptions.js';
import type { MarketSession } from '../market/marketSession.js';
import { RESULT_POLICY_ROW } from '../market/policyOption.js';

/** Options that choose the result. */
export const SUBJECT_ROWS = {
  fixture: required('<id>', 'the match', parseId),
  sport: required('<sport>', SPORT_WORDS, parseSport),
  ...RESULT_POLICY_ROW,
  ...ATTESTER_ROWS,
};

/** Errors: those of `attestersOf`. */
export async function subjectOf(
  { fixture, sport, finality, ...flags }: FlagsOf<typeof SUBJECT_ROWS>,
  { chain, programs: { oracle } }: MarketSession,
): Promise<ResultSubject> {
  const attesters = await attestersOf(flags, chain, oracle);
  return { oracleProgram: oracle, fixtureId: fixture, sport, finality, attesters };
}
