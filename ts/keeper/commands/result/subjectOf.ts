import type { FlagsOf } from '@linesman/cli';
import type { ResultSubject } from '@linesman/sdk/program';
import { attestersOf } from '../market/attestersOf.js';
import type { MarketSession } from '../market/marketSession.js';
import type { SUBJECT_ROWS } from './resultOptions.js';

/** The result that the options choose. Errors: those of `attestersOf`. */
export async function subjectOf(
  { fixture, sport, finality, ...flags }: FlagsOf<typeof SUBJECT_ROWS>,
  { chain, programs: { oracle } }: MarketSession,
): Promise<ResultSubject> {
  const attesters = await attestersOf(flags, chain, oracle);
  return { oracleProgram: oracle, fixtureId: fixture, sport, finality, attesters };
}
