/** A time (Unix, ms) as it is written for people, to the millisecond in UTC. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();
