/**
 * ms from one reading of a clock to another. If the clock was set back, the elapsed time is unknown and counts as
 * infinite, so that nothing waits until the clock has caught up.
 */
export const passedSince = (then: number, now: number): number => (now < then ? Number.POSITIVE_INFINITY : now - then);
