/**
 * ms from one reading of a clock to another. A clock that was set back says nothing of what has passed: then it counts
 * as long enough for everything, so that nobody waits until the clock is there again.
 */
export const passedSince = (then: number, now: number): number => (now < then ? Number.POSITIVE_INFINITY : now - then);
