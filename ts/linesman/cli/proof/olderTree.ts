import { LinesmanError, relayed } from '../../error/index.js';
import { OLDER_TREE } from '../../error/texts/text.js';
import type { Sport } from '../../format/index.js';
import { type Proof, verify } from '../../proof/index.js';

/** Whether a proof that does not verify is a valid proof of the older tree. */
export function isOfOlderTree(proof: Proof, sport: Sport): boolean {
  if (proof.kind !== 'stat') return false;
  try {
    verify(proof, { sport, format: 'all-stats' });
    return true;
  } catch (error) {
    if (error instanceof LinesmanError) return false;
    throw error;
  }
}

/** The same error with the option that reads the older tree as its hint. */
export const hintingAtOlderTree = (error: LinesmanError): LinesmanError =>
  relayed(error.number, { sentence: error.message, hint: OLDER_TREE }, error.context, error);
