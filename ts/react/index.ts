'use client';

export { useClaim, useSettle, useStake } from './actions.js';
export { LinesmanProvider, type LinesmanProviderProps, useLinesman } from './context.js';
export { useMarket, useMarkets, usePositions } from './markets.js';
export { useLiveScore, useMatches } from './matches.js';
export { ProofBadge, type ProofBadgeProps } from './ProofBadge.js';
export type { Action, ActionState } from './useAction.js';
export { type ProofState, useProof } from './useProof.js';
export type { Reading } from './useReading.js';
