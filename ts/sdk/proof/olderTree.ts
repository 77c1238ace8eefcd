import { LinesmanError } from '../error/linesmanError.js';
import type { Sport } from '../format/sports/sports.js';
import { checkProof } from './checkProof.js';
import type { Proof } from './proof.js';
import { verify } from './verify.js';

/**
 * Whether a proof that does not verify is a valid proof of the older tree, which services built before all events had
 * the same keys. Only the proof shows this; a root alone does not. Errors: MISSING_OPTION and WRONG_OPTION for the
 * sport.
 *
 * @example
 * ```ts
 * import { isOfOlderTree, type Proof } from '@linesman/sdk/proof';
 *
 * declare const proof: Proof;
 * if (isOfOlderTree(proof, 'soccer')) console.log('Verify it with format: "all-stats".');
 * ```
 */
export function isOfOlderTree(proof: Proof, sport: Sport): boolean {
  checkProof('isOfOlderTree', proof);
  if (proof.kind !== 'stat') return false;
  try {
    verify(proof, { sport, format: 'all-stats' });
    return true;
  } catch (error) {
    // Every other error is about the call, such as an unknown sport.
    if (error instanceof LinesmanError && error.isOfProgram) return false;
    throw error;
  }
}
