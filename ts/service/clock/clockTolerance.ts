/** Tolerated difference between the clocks of two machines, ms. */
export const CLOCK_TOLERANCE = 30_000;
