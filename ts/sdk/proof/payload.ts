import type { OddsValidationInput } from '../format/oddsValidationInput.js';
import type { StatValidationInput, StatValidationInputV4 } from '../format/statValidationInput.js';
import { checkProof } from './checkProof.js';
import type { OddsProof, StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from './proof.js';

/**
 * Returns the payload of `validate_stat_v2`, also for a version 1 proof.
 *
 * @example
 * ```ts
 * import { type StatProofV2, statPayload } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV2;
 * const { stats } = statPayload(proof);
 * ```
 */
export function statPayload(proof: StatProofV1 | StatProofV2): StatValidationInput {
  checkProof('statPayload', proof);
  const { ts, summary, fixtureProof, mainTreeProof, eventStatRoot, leaves } = proof;
  return { ts, fixtureSummary: summary, fixtureProof, mainTreeProof, eventStatRoot, stats: leaves };
}

/**
 * Returns the payload of `validate_stat_v3` and `validate_stat_v4`, which a version 4 signature covers.
 *
 * @example
 * ```ts
 * import { signedDigest } from '@linesman/sdk/format';
 * import { multiproofPayload, type StatProofV4 } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProofV4;
 * const digest = signedDigest(multiproofPayload(proof));
 * ```
 */
export function multiproofPayload(proof: StatProofV3 | StatProofV4): StatValidationInputV4 {
  checkProof('multiproofPayload', proof);
  const { ts, summary: fixtureSummary, fixtureProof, mainTreeProof, eventStatRoot } = proof;
  const { leaves, multiproofHashes, leafIndices } = proof;
  return {
    ts,
    fixtureSummary,
    fixtureProof,
    mainTreeProof,
    eventStatRoot,
    leaves,
    multiproofHashes,
    leafIndices,
  };
}

/**
 * Returns the arguments of `validate_odds`, which are also the payload of `validate_odds_v4`.
 *
 * @example
 * ```ts
 * import { type OddsProof, oddsPayload } from '@linesman/sdk/proof';
 *
 * declare const proof: OddsProof;
 * const { oddsSnapshot } = oddsPayload(proof);
 * ```
 */
export function oddsPayload(proof: OddsProof): OddsValidationInput {
  checkProof('oddsPayload', proof);
  const { ts, odds, summary, subTreeProof, mainTreeProof } = proof;
  return { ts, oddsSnapshot: odds, summary, subTreeProof, mainTreeProof };
}
