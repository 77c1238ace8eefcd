/** Unix seconds as a time in UTC: `2026-07-09T18:00:00Z`. `… s` for a time that no calendar has. */
export const isoTime = (seconds: number): string => {
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? `${seconds} s` : date.toISOString().replace('.000Z', 'Z');
};
