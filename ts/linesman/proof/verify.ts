import { CONDITION_NOT_APPLICABLE, fail, UNKNOWN_RESPONSE } from '../error/index.js';
import { checkOptions } from '../format/checkOptions.js';
import type { Sport } from '../format/index.js';
import type { Proof } from './proof.js';
import { type FixtureResult, verifyFixture } from './verifyFixture.js';
import { type FixtureBatchResult, verifyFixtureBatch } from './verifyFixtureBatch.js';
import { type OddsResult, verifyOdds } from './verifyOdds.js';
import { STAT_OPTIONS, type StatResult, type VerifyStatOptions, verifyStat } from './verifyStat.js';

export type VerifyResult = StatResult | OddsResult | FixtureResult | FixtureBatchResult;

export interface VerifyOptions extends VerifyStatOptions {
  readonly sport: Sport;
}

/**
 * Verifies any proof. `sport` and `format` count for stat proofs only, `oracleKeys` for signed ones. Errors:
 * SPORT_NOT_TRUSTED, UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION of the options, whatever the proof is of;
 * CONDITION_NOT_APPLICABLE a strategy for odds or a fixture, which have no stats; UNKNOWN_RESPONSE not a proof; those of the
 * function for its kind.
 */
export function verify(proof: Proof, options: VerifyOptions): VerifyResult {
  checkOptions('verify', options, STAT_OPTIONS);
  const { rootsAccount, oracleKeys, strategy } = options;
  if (strategy && proof.kind !== 'stat') fail(CONDITION_NOT_APPLICABLE);
  const account = rootsAccount && { rootsAccount };
  switch (proof.kind) {
    case 'stat':
      return verifyStat(proof, options);
    case 'odds':
      return verifyOdds(proof, { ...account, ...(oracleKeys && { oracleKeys }) });
    case 'fixture':
      return verifyFixture(proof, { ...account });
    case 'fixture-batch':
      return verifyFixtureBatch(proof, { ...account });
    default:
      return fail(UNKNOWN_RESPONSE, { problem: 'no such proof', value: (proof as Proof).kind });
  }
}
