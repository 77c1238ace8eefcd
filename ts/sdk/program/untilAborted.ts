import { REQUEST_ABORTED } from '../error/codes/api.js';
import { errorOf, fail } from '../error/linesmanError.js';

/**
 * Resolves with the result of `work`. Errors: REQUEST_ABORTED as soon as the signal is aborted: `work` is not started,
 * or its result is dropped.
 */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work();
  if (signal.aborted) return fail(REQUEST_ABORTED);
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(errorOf(REQUEST_ABORTED));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
