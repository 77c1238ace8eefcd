import { OTHER_PROOF_VERSION } from '../../error/codes/arguments.js';
import { INVALID_STAT_COMBINATION } from '../../error/codes/oracle.js';
import { fail } from '../../error/linesmanError.js';
import { equalBytes } from '../../format/hash.js';
import { checkProof } from '../../proof/checkProof.js';
import type { StatProof } from '../../proof/proof.js';

type InVersion<V extends StatProof['version']> = Extract<StatProof, { version: V }>;

/**
 * Converts a proof to another version if it has all the parts: v1 and v2 both carry a path for each stat, and v4 is v3
 * with a signature.
 *
 * Errors: OTHER_PROOF_VERSION for any other pair of versions, and for more than two stats in v1;
 * INVALID_STAT_COMBINATION for a v1 proof with stats of two events.
 *
 * @example
 * ```ts
 * import { inVersion } from '@linesman/sdk/program';
 * import type { StatProofV4 } from '@linesman/sdk/proof';
 *
 * declare const signed: StatProofV4;
 * const unsigned = inVersion(signed, 3); // StatProofV3: the same proof without its signature
 * ```
 */
export function inVersion<V extends StatProof['version']>(proof: StatProof, version: V): InVersion<V> {
  checkProof('inVersion', proof);
  return convert(proof, version) as InVersion<V>;
}

function convert(proof: StatProof, version: StatProof['version']): StatProof {
  if (proof.version === version) return proof;
  if (proof.version === 2 && version === 1 && proof.leaves.length <= 2) return { ...proof, version };
  if (proof.version === 1 && version === 2) {
    const { secondEventStatRoot, ...rest } = proof;
    if (secondEventStatRoot && !equalBytes(secondEventStatRoot, proof.eventStatRoot))
      return fail(INVALID_STAT_COMBINATION, {
        problem: 'two events',
        first: proof.eventStatRoot,
        second: secondEventStatRoot,
      });
    return { ...rest, version };
  }
  if (proof.version === 4 && version === 3) {
    const { signature: _, ...rest } = proof;
    return { ...rest, version };
  }
  return fail(OTHER_PROOF_VERSION, { version: proof.version, stats: proof.leaves.length, wanted: version });
}
