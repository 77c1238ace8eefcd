import { I32_MIN } from '../format/integer.js';
import type { NDimensionalStrategy } from '../format/strategy.js';
import { checkProof } from './checkProof.js';
import type { StatProof } from './proof.js';

const ANY = { threshold: I32_MIN, comparison: { greaterThan: {} } } as const;

/**
 * A condition that uses every stat once, for cases without one, because the programs do not accept a proof without a
 * condition. Two stats of version 1 are subtracted, because version 1 makes only one comparison.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS, validateInstructions } from '@linesman/sdk/program';
 * import { conditionOnAll, type StatProof } from '@linesman/sdk/proof';
 *
 * declare const proof: StatProof;
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const instructions = validateInstructions({ oracle, proof, strategy: conditionOnAll(proof) });
 * ```
 */
export function conditionOnAll(proof: StatProof): NDimensionalStrategy {
  checkProof('conditionOnAll', proof);
  const { version, leaves } = proof;
  const isPair = version === 1 && leaves.length === 2;
  return {
    geometricTargets: [],
    distancePredicate: null,
    discretePredicates: isPair
      ? [{ binary: { indexA: 0, indexB: 1, op: { subtract: {} }, predicate: ANY } }]
      : leaves.map((_, index) => ({ single: { index, predicate: ANY } })),
  };
}
