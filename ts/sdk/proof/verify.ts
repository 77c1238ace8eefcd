import { CONDITION_NOT_APPLICABLE, UNKNOWN_RESPONSE } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions } from '../format/checkOptions.js';
import type { Sport } from '../format/sports/sports.js';
import { checkProof } from './checkProof.js';
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
 * Verifies any proof offline. `sport` and `format` apply to stat proofs, `oracleKeys` to signed proofs. Without
 * `rootsAccount`, `published` is null: compare `mainRoot` with the chain yourself. `attesters` asks that keys of an
 * attester set vouch for the root; `rootAttesters` of `@linesman/sdk/prove` reads what it needs from the chain.
 *
 * Errors: SPORT_NOT_TRUSTED, UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION for the options, whatever the proof;
 * CONDITION_NOT_APPLICABLE for a strategy on odds or fixtures, which have no stats; UNKNOWN_RESPONSE for anything but a
 * proof; those of `verifyStat`, `verifyOdds`, `verifyFixture` or `verifyFixtureBatch`.
 *
 * @example
 * ```ts
 * import { parseProof, verify } from '@linesman/sdk/proof';
 *
 * declare const answer: string;
 * declare const rootsAccount: Uint8Array;
 * const result = verify(parseProof(answer), { sport: 'soccer', rootsAccount });
 * if (result.kind === 'stat') console.log(result.facts, result.final);
 * ```
 */
export function verify(proof: Proof, options: VerifyOptions): VerifyResult {
  checkProof('verify', proof);
  checkOptions('verify', options, STAT_OPTIONS);
  const { sport: _, format: _1, strategy, oracleKeys, ...chain } = options;
  if (strategy && proof.kind !== 'stat') fail(CONDITION_NOT_APPLICABLE);
  switch (proof.kind) {
    case 'stat':
      return verifyStat(proof, options);
    case 'odds':
      return verifyOdds(proof, { ...chain, ...(oracleKeys && { oracleKeys }) });
    case 'fixture':
      return verifyFixture(proof, chain);
    case 'fixture-batch':
      return verifyFixtureBatch(proof, chain);
    default:
      return fail(UNKNOWN_RESPONSE, { problem: 'no such proof', value: (proof satisfies never as Proof).kind });
  }
}
