const HOUR = 3_600_000;

/** Maximum ms before kick-off at which scores and odds of a match begin. */
export const LEAD = HOUR;
/** Maximum ms after kick-off of any record of a match. */
export const LONGEST_MATCH = 6 * HOUR;
