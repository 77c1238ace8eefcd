import type { VerifyResult } from '@linesman/sdk/proof';
import type { Roots } from '../../shared/roots.js';
import type { Question } from './subject.js';

/** The answer in a few words, and its style. `open` means that nothing confirms the proof yet. */
interface Headline {
  readonly kind: 'good' | 'untrue' | 'open';
  readonly head: string;
}

/** Whether the root comes from the chain or from an account that the visitor gave, and not from the case itself. */
export const isOnChain = ({ published }: VerifyResult, roots: Pick<Roots, 'from'> | null): boolean =>
  published === true && roots?.from !== 'case';

/**
 * The answer above a proof that is consistent in itself. Anyone can make such a proof. It counts as proven only by a
 * root on chain, or by a signature of the key that the visitor named. A key in a case does not count, since anyone can
 * make one.
 */
export function headlineOf(
  result: VerifyResult,
  roots: Pick<Roots, 'from'> | null,
  { isKeyRecorded }: Pick<Question, 'isKeyRecorded'>,
): Headline {
  const answer = result.kind === 'stat' ? result.verdict : null;
  const isSigned = 'signed' in result && result.signed === true && !isKeyRecorded;
  if (!isOnChain(result, roots) && !isSigned) {
    const head = answer === null ? 'The proof holds' : answer ? 'True' : 'False';
    return { kind: 'open', head: `${head}, if its root is on chain` };
  }
  if (answer === null) return { kind: 'good', head: 'The proof holds' };
  return answer ? { kind: 'good', head: 'True, and proven' } : { kind: 'untrue', head: 'False, and proven so' };
}
