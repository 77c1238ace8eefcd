/** By how much the clocks of two machines may differ before something is done about it, ms. */
export const CLOCK_TOLERANCE = 30_000;
