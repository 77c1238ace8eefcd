import { createElement, type ReactElement } from 'react';
import type { ProofState } from './useProof.js';

export interface ProofBadgeProps {
  /** What `useProof` returns. */
  readonly proof: Pick<ProofState, 'state' | 'value' | 'error'>;
  readonly className?: string;
}

/**
 * Says in a `span` whether something is proven, with the reason as its title, and `data-state` for your style. A proof
 * that could not be checked is never shown as false.
 *
 * @example
 * ```ts
 * import { ProofBadge, useProof } from '@linesman/react';
 * import { createElement } from 'react';
 *
 * export const HomeWin = ({ fixture }: { fixture: number }) =>
 *   createElement(ProofBadge, { proof: useProof({ fixture, sport: 'soccer', where: 'k1 - k2 > 0' }) });
 * ```
 */
export function ProofBadge({ proof, className }: ProofBadgeProps): ReactElement {
  const { state, value, error } = proof;
  const isUntrue = state === 'verified' && value?.result.verdict === false;
  const shown = { role: 'status', className, title: error?.message, 'data-state': state };
  return createElement('span', shown, isUntrue ? '✗ Proven not to be so' : WORDS[state]);
}

const WORDS: Readonly<Record<ProofState['state'], string>> = {
  checking: '… Checking the proof',
  verified: '✓ Proven on Solana',
  refused: '✗ The proof is refused',
  unknown: '? Not proven yet',
};
