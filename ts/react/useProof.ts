import type { VerifyQuestion } from '@linesman/sdk/dapp';
import type { LinesmanError } from '@linesman/sdk/error';
import type { ProvenRecord } from '@linesman/sdk/prove';
import { useMemo } from 'react';
import { refusesProof } from './refusesProof.js';
import { useReading } from './useReading.js';

/** What is known about a question. */
export interface ProofState {
  /**
   * `verified`: proven with the root on chain; whether the condition is true is `value.result.verdict`. `refused`: what
   * the service answered fails a check, so it proves nothing. `unknown`: it could not be checked, or not yet.
   */
  readonly state: 'checking' | 'verified' | 'refused' | 'unknown';
  readonly value: ProvenRecord | null;
  /** Why it is refused or unknown. */
  readonly error: LinesmanError | null;
  /** Asks again. */
  readonly refresh: () => void;
}

/**
 * Proves a condition with the newest record of a match, and verifies it here against the root on chain. Needs a
 * service, which is not trusted. Errors in its state: those of `verify` of a `Linesman`.
 *
 * @example
 * ```ts
 * import { useProof } from '@linesman/react';
 *
 * export const useHomeWin = (fixture: number): boolean | null =>
 *   useProof({ fixture, sport: 'soccer', where: 'k1 - k2 > 0', final: true }).value?.result.verdict ?? null;
 * ```
 */
export function useProof(question: Omit<VerifyQuestion, 'signal'>): ProofState {
  const { state, value, error, refresh } = useReading(question, {
    read: (linesman, signal) => linesman.verify({ ...question, signal }),
  });
  return useMemo(() => {
    if (state === 'reading') return { state: 'checking', value, error, refresh };
    if (state === 'ready') return { state: 'verified', value, error, refresh };
    return { state: refusesProof(error) ? 'refused' : 'unknown', value: null, error, refresh };
  }, [state, value, error, refresh]);
}
