import { loadErrorTexts } from '../error/describe/describe.js';
import { checkOnPage, type PageAnswer, type PageQuestion } from './checkOnPage.js';

/** The two hooks that it needs, of React or of Preact. */
export interface Hooks {
  useState<T>(first: T): [T, (next: T) => void];
  useEffect(effect: () => undefined | (() => void), of: readonly unknown[]): void;
}

/** State of a proof. `checking`: not known yet. `failed`: it could not be checked at all. */
export type ProofState =
  | { readonly kind: 'checking' }
  | PageAnswer
  | { readonly kind: 'failed'; readonly error: unknown };

const CHECKING: ProofState = { kind: 'checking' };

/**
 * Makes `useProof` out of the hooks of React or Preact, so that this package depends on neither. It verifies a proof as
 * `checkOnPage` does, and again when the question changes.
 *
 * @example
 * ```ts
 * import { type Hooks, type PageQuestion, proofHook } from '@linesman/sdk/page';
 *
 * declare const react: Hooks; // import * as react from 'react'
 * declare const question: PageQuestion;
 * const useProof = proofHook(react);
 * const Badge = () => (useProof(question).kind === 'proven' ? '✓ proven' : '…');
 * ```
 */
export const proofHook =
  ({ useState, useEffect }: Hooks) =>
  (question: PageQuestion): ProofState => {
    const { proof, rpc, oracle, sport, where } = question;
    const [state, setState] = useState<{ readonly of: string; readonly is: ProofState }>({ of: '', is: CHECKING });
    const of = JSON.stringify([proof, rpc, oracle, sport, where]);
    useEffect(() => {
      let isWanted = true;
      const show = (is: ProofState): void => {
        if (isWanted) setState({ of, is });
      };
      loadErrorTexts()
        .then(() => checkOnPage(question))
        .then(show, (error: unknown) => show({ kind: 'failed', error }));
      return () => {
        isWanted = false;
      };
    }, [of]);
    // An answer to another question does not count.
    return state.of === of ? state.is : CHECKING;
  };
