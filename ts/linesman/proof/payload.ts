import type { OddsValidationInput, StatValidationInput, StatValidationInputV4 } from '../format/index.js';
import type { OddsProof, StatProof, StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from './proof.js';

/** The payload of validate_stat_v2. A version 1 proof becomes this form off chain. */
export function statPayload(proof: StatProofV1 | StatProofV2): StatValidationInput {
  return { ...head(proof), stats: proof.leaves };
}

/** The payload of validate_stat_v3 and v4; what a version 4 signature covers. */
export function multiproofPayload(proof: StatProofV3 | StatProofV4): StatValidationInputV4 {
  const { leaves, multiproofHashes, leafIndices } = proof;
  return { ...head(proof), leaves, multiproofHashes, leafIndices };
}

/** The arguments of validate_odds and the payload of validate_odds_v4. */
export function oddsPayload({ ts, odds, summary, subTreeProof, mainTreeProof }: OddsProof): OddsValidationInput {
  return { ts, oddsSnapshot: odds, summary, subTreeProof, mainTreeProof };
}

function head({ ts, summary, fixtureProof, mainTreeProof, eventStatRoot }: StatProof) {
  return { ts, fixtureSummary: summary, fixtureProof, mainTreeProof, eventStatRoot };
}
