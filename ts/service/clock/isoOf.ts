/** Formats a time (Unix ms) as ISO 8601 in UTC, with milliseconds. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();
