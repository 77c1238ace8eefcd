const HOUR = 3_600_000;

/** Scores and odds of a match begin at most so long before its kick-off, ms. */
export const LEAD = HOUR;
/** No match has a record so long after its kick-off, ms. */
export const LONGEST_MATCH = 6 * HOUR;
