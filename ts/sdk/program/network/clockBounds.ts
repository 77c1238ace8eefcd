import { ALPENGLOW } from './changes.js';
import type { KnownFeature } from './featureState.js';
import type { SysvarClock } from './networkClock.js';

/** What the clock of a cluster says, and the first slot of its epoch. */
export interface NetworkClock extends SysvarClock {
  readonly firstSlot: number;
}

/** Milliseconds of a slot before any step of SIMD-0525. */
const FIRST_SLOT_TIME = 400;

/**
 * Agave bounds the clock by the time that the slots of an epoch should have taken: at least 75 % and at most 250 % of
 * it have passed (MAX_ALLOWABLE_DRIFT_PERCENTAGE_FAST and _SLOW_V2 of runtime/src/stake_weighted_timestamp.rs).
 */
const VOTED = { least: 0.75, most: 2.5 } as const;
/** Under Alpenglow, the leader's clock is later than the parent block's, by at most twice the slots (SIMD-0363). */
const LED = { least: 0, most: 2 } as const;

/** The length of a slot that the cluster aims at, ms. */
export const slotAimedAt = (features: readonly KnownFeature[]): number =>
  Math.min(FIRST_SLOT_TIME, ...features.map(({ state, slotTime }) => (state === 'active' && slotTime) || Infinity));

/** The earliest and the latest that a clock may say in its slot, by the rules of the cluster, Unix seconds. */
export function clockBounds(clock: NetworkClock, features: readonly KnownFeature[]): readonly [number, number] {
  const isLed = features.some(({ id, state }) => id === ALPENGLOW.id && state === 'active');
  const { least, most } = isLed ? LED : VOTED;
  const seconds = ((clock.slot - clock.firstSlot) * slotAimedAt(features)) / 1_000;
  return [clock.epochStart + least * seconds, clock.epochStart + most * seconds];
}
