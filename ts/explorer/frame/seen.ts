import { Store, useStore } from './store.js';

const isSeen = (): boolean => document.visibilityState !== 'hidden';
const seen = new Store(isSeen());
document.addEventListener('visibilitychange', () => seen.set(isSeen()));

/**
 * Whether the page is visible. A hidden page sends no requests and holds no stream: a browser opens only six
 * connections to a server without HTTP/2, and background tabs would leave none to the visible one.
 */
export const useSeen = (): boolean => useStore(seen);

/** Resolves when the page is visible, or the signal aborts. */
export const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (seen.value || signal.aborted) return resolve();
    const end = (): void => {
      forget();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const forget = seen.listen(end);
    signal.addEventListener('abort', end);
  });
