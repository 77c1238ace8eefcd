import { ACCOUNT_NOT_FOUND, isError } from '@linesman/sdk/error';
import type { Proof } from '@linesman/sdk/proof';
import { useEffect, useRef } from 'preact/hooks';
import type { Settings } from '../../frame/settings.js';
import type { Roots } from '../../shared/roots.js';
import { usePolled } from '../../shared/usePolled.js';
import type { Subject } from './subject.js';

/** ms between reads of the chain while the day has no roots there. */
const AGAIN = 10_000;

/**
 * Reads the roots of a proof's day from the chain, for a proof that came without any. The page shows its verdict before
 * that, because the verdict does not need the network. Returns why the chain could not be read.
 */
export function useChainRoots(
  subject: Subject | null,
  proof: Proof | null,
  settings: Settings,
  take: (subject: Subject, roots: Roots) => void,
): unknown {
  const asked = useRef(proof);
  asked.current = proof;
  const isAsked = subject !== null && proof !== null && settings.rpc !== null;
  const { value: roots, error } = usePolled(
    async () => {
      if (!isAsked || !asked.current) return null;
      // The code that reads accounts is loaded only when a node is set.
      const { chainRoots } = await import('../../shared/chainRoots.js');
      return chainRoots(asked.current, settings);
    },
    AGAIN,
    [subject, isAsked, settings],
    ({ value, error }) => !isAsked || value !== null || (error !== null && !isError(error, ACCOUNT_NOT_FOUND)),
  );
  useEffect(() => {
    if (subject && roots) take(subject, roots);
  }, [subject, roots, take]);
  return error;
}
