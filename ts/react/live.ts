/** The state of one hook, in the form of `useSyncExternalStore`. It works while somebody listens. */
export interface Live<S> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => S;
  /** The state on a server, and of the first rendering in a browser. */
  readonly first: () => S;
  readonly set: (state: S) => void;
  /** Aborted when nobody listens any more; `null` before and after. */
  readonly signal: () => AbortSignal | null;
}

/**
 * @param begin Called when the first listener comes; what it does has to end with the signal.
 */
export function live<S>(first: S, begin?: (signal: AbortSignal) => void): Live<S> {
  const listeners = new Set<() => void>();
  let state = first;
  let work: AbortController | null = null;
  const end = (): void => {
    if (listeners.size > 0) return;
    work?.abort();
    work = null;
  };
  return {
    read: () => state,
    first: () => first,
    set: (next) => {
      state = next;
      for (const listener of [...listeners]) listener();
    },
    signal: () => work?.signal ?? null,
    subscribe: (listener) => {
      listeners.add(listener);
      if (work === null) {
        work = new AbortController();
        begin?.(work.signal);
      }
      return () => {
        listeners.delete(listener);
        // StrictMode listens again at once: nothing is asked twice, and nothing that runs is lost.
        queueMicrotask(end);
      };
    },
  };
}
