import { isError, SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS } from '@linesman/sdk/error';
import { pause } from './pause.js';

/** ms; doubled with each failure in a row. */
const FIRST = 1_000;
const LONGEST = 30_000;

/** Whether the service is only unreachable or busy, so that it may answer later. */
export const mayPass = (error: unknown): boolean =>
  isError(error, SERVICE_UNAVAILABLE) || isError(error, TOO_MANY_REQUESTS);

/** Waits after `failed` failures in a row, longer each time. */
export const pauseAfter = (failed: number, signal: AbortSignal): Promise<void> =>
  pause(Math.min(LONGEST, FIRST * 2 ** (failed - 1)), signal);

/**
 * Repeats work until it succeeds, fails permanently, or the signal aborts. `onFailure` is called with every failure.
 */
export async function retrying(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failed = 1; !signal.aborted; failed++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return;
      onFailure(error);
      if (!mayPass(error)) return;
      await pauseAfter(failed, signal);
    }
  }
}
