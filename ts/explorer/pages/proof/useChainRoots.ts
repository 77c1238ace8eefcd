import { ACCOUNT_NOT_FOUND, isError } from 'linesman/error';
import type { Proof } from 'linesman/proof';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Settings } from '../../frame/settings.js';
import { repeatWhileSeen } from '../../shared/repeatWhileSeen.js';
import type { Roots } from '../../shared/roots.js';
import type { Subject } from './subject.js';

/** ms after which the chain is read again while nothing of the day is there. */
const AGAIN = 10_000;

/**
 * Reads the roots of a proof's day from the chain, for a proof that came without any. The page has shown its verdict
 * before: that needs no network. Returns why the chain could not be read.
 */
export function useChainRoots(
  subject: Subject | null,
  proof: Proof | null,
  settings: Settings,
  take: (subject: Subject, roots: Roots) => void,
): unknown {
  const [problem, setProblem] = useState<{ readonly of: Subject; readonly error: unknown } | null>(null);
  const asked = useRef(proof);
  asked.current = proof;
  const isAsked = subject !== null && proof !== null && settings.rpc !== null;
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    const { signal } = stop;
    const read = async (): Promise<void> => {
      if (!asked.current) return;
      try {
        // Whoever has no node does not load what reads accounts.
        const { chainRoots } = await import('../../shared/chainRoots.js');
        const roots = await chainRoots(asked.current, settings);
        if (!signal.aborted && roots) take(subject, roots);
      } catch (error) {
        if (signal.aborted) return;
        setProblem({ of: subject, error });
        if (!isError(error, ACCOUNT_NOT_FOUND)) stop.abort();
      }
    };
    void repeatWhileSeen(AGAIN, read, signal);
    return () => stop.abort();
  }, [subject, isAsked, settings, take]);
  return problem && problem.of === subject ? problem.error : null;
}
