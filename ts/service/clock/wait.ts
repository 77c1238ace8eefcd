/** Maximum delay of one timer; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

/** Waits `ms` of real time, or until the signal aborts. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  for (let left = ms; left > 0 && signal?.aborted !== true; left -= LONGEST) {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(left, LONGEST));
      signal?.addEventListener('abort', done, { once: true });
    });
  }
}
