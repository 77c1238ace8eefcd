import type { Sport } from '../format/index.js';
import type { Proof } from './proof.js';
import { type FixtureResult, verifyFixture } from './verifyFixture.js';
import { type FixtureBatchResult, verifyFixtureBatch } from './verifyFixtureBatch.js';
import { type OddsResult, verifyOdds } from './verifyOdds.js';
import { type StatResult, type VerifyStatOptions, verifyStat } from './verifyStat.js';

export type VerifyResult = StatResult | OddsResult | FixtureResult | FixtureBatchResult;

export interface VerifyOptions extends VerifyStatOptions {
  readonly sport: Sport;
}

/** Verifies any proof. `sport`, `format` and `strategy` count for stat proofs only. */
export function verify(proof: Proof, options: VerifyOptions): VerifyResult {
  switch (proof.kind) {
    case 'stat':
      return verifyStat(proof, options);
    case 'odds':
      return verifyOdds(proof, options);
    case 'fixture':
      return verifyFixture(proof, options);
    case 'fixture-batch':
      return verifyFixtureBatch(proof, options.rootsAccount ? { rootsAccount: options.rootsAccount } : {});
  }
}
