import type { Claimed, ClaimQuestion, Settled, SettleQuestion, StakeQuestion } from '@linesman/sdk/dapp';
import { type Action, type Asked, type Perform, useAction } from './useAction.js';

const stake: Perform<StakeQuestion, string> = (linesman, question, { onWait: _, ...how }) =>
  linesman.stake({ ...question, ...how });
const claim: Perform<ClaimQuestion, Claimed> = (linesman, question, { onWait: _, ...how }) =>
  linesman.claim({ ...question, ...how });
const settle: Perform<SettleQuestion, Settled> = (linesman, question, how) =>
  linesman.settleWhenReady({ ...question, ...how });

/**
 * Stakes after the guard has passed the terms. `result` is the signature. Errors in its state: those of `stake` of a
 * `Linesman`.
 *
 * @example
 * ```ts
 * import { useStake } from '@linesman/react';
 * import type { Address } from '@linesman/sdk/program';
 *
 * export function useBet(market: Address) {
 *   const { run, state, error } = useStake();
 *   return { bet: () => run({ market, outcome: 0, amount: 60_000_000n }), says: error?.message ?? state };
 * }
 * ```
 */
export const useStake = (): Action<Asked<StakeQuestion>, string> => useAction(stake);

/**
 * Waits until a market can be ended, and ends it. It stops when the component is unmounted. Needs a service. Errors in
 * its state: those of `settleWhenReady` of a `Linesman`.
 *
 * @example
 * ```ts
 * import { useSettle } from '@linesman/react';
 *
 * export const useProgress = (): string => useSettle().wait?.text ?? 'Nothing to wait for.';
 * ```
 */
export const useSettle = (): Action<Asked<SettleQuestion>, Settled> => useAction(settle);

/**
 * Pays every position of an owner in a decided market. Errors in its state: those of `claim` of a `Linesman`.
 *
 * @example
 * ```ts
 * import { useClaim } from '@linesman/react';
 *
 * export const usePaid = (): bigint => useClaim().result?.paid ?? 0n; // base units
 * ```
 */
export const useClaim = (): Action<Asked<ClaimQuestion>, Claimed> => useAction(claim);
