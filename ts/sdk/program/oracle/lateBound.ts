import type { OracleConfig } from '../account/oracleConfig.js';

/** The bound for late roots and its memory: seconds after the end of a slot, 0 = none; `changed` in Unix seconds. */
export type LateBound = Pick<OracleConfig, 'lateAfter' | 'before' | 'changed'>;

/** No bound counts as infinite in every comparison. */
const seconds = (bound: number): number => bound || Number.POSITIVE_INFINITY;
const stricter = (a: number, b: number): number => (seconds(b) < seconds(a) ? b : a);

/** The bound once it has been changed to `next` at a time in Unix seconds. The same value again is no change. */
export function changeLateBound(bound: LateBound, next: number, at: number): LateBound {
  const { lateAfter, before, changed } = bound;
  if (next === lateAfter) return bound;
  // Once it has been in force for longer than itself, the slots for which older bounds count are late by it too.
  const isSpent = at - changed > seconds(lateAfter);
  return { lateAfter: next, before: isSpent ? lateAfter : stricter(before, lateAfter), changed: at };
}

/**
 * Whether at `now` an oracle takes the root of a slot that ended at `end` only with the admin's signature: by the bound
 * of the configuration, or by a stricter one that was in force since the slot ended. Unix seconds.
 *
 * @example
 * ```ts
 * import { type Chain, fetchOracleConfig, isRootLate, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * const config = await fetchOracleConfig(chain, LOCALNET_PROGRAM_IDS.oracle);
 * if (isRootLate(config, 1_800_000_300, 1_800_030_000)) console.log('the admin must sign as well');
 * ```
 */
export function isRootLate({ lateAfter, before, changed }: LateBound, end: number, now: number): boolean {
  return now - end > seconds(end > changed ? lateAfter : stricter(lateAfter, before));
}
