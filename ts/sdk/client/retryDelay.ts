/** ms before the second attempt. */
export const FIRST_DELAY = 250;
const LONGEST_DELAY = 30_000;

/** How many times a request is sent before it counts as failed, unless the caller says otherwise. */
export const ATTEMPTS = 4;

/**
 * ms to wait after this many failed attempts: longer each time, with jitter, and as long as the other side requests,
 * but at most 30 s.
 *
 * @param retryAfter ms that the other side requested; `null` if it did not.
 * @param random A number from 0 to 1.
 */
export function retryDelay(attempt: number, retryAfter: number | null, random: number): number {
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempt - 1)) * (0.5 + random / 2);
  return Math.max(delay, Math.min(LONGEST_DELAY, retryAfter ?? 0));
}

/** Converts `Retry-After`, in seconds or as a date, to ms; `null` without it. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>, now: number): number | null {
  const header = headers.get('retry-after');
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
