/** Source of signals: the process, or its stand-in in tests. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
}

export interface StopOptions {
  /** Acts as the first signal; for tests. */
  readonly given?: AbortSignal | undefined;
  /** Called on the first signal, before `signal` aborts. */
  readonly onStop?: () => void;
  /** How many signals are handled. The next one kills the process. Default 1. */
  readonly times?: 1 | 2;
  /**
   * Called on SIGHUP, which then does not stop the process. By default SIGHUP acts as the first signal, never as the
   * second.
   */
  readonly onIgnoredHangUp?: () => void;
  readonly source?: SignalSource;
}

export interface StopSignals {
  /** Aborts on the first SIGINT, SIGTERM or SIGHUP: stop gracefully. */
  readonly signal: AbortSignal;
  /** Aborts on the second, if `times` is 2: stop now. */
  readonly atOnce: AbortSignal;
  /** Removes the listeners, so that the next signal kills the process. */
  end(): void;
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into abort signals. A terminal sends SIGHUP when it closes, often more than once.
 *
 * @example
 * ```ts
 * import { stopSignals } from '@linesman/sdk/node';
 *
 * const { signal, end } = stopSignals({ onStop: () => console.error('Stopping') });
 * await fetch('https://oracle.example/', { signal });
 * end();
 * ```
 */
export function stopSignals(options: StopOptions = {}): StopSignals {
  const { given, onStop, times = 1, onIgnoredHangUp, source = process } = options;
  const [stop, atOnce] = [new AbortController(), new AbortController()];
  let left: number = times;
  const listenNoMore = (): void => {
    source.off('SIGINT', onSignal);
    source.off('SIGTERM', onSignal);
    given?.removeEventListener('abort', onSignal);
  };
  const onSignal = (): void => {
    if (--left === 0) listenNoMore();
    if (stop.signal.aborted) atOnce.abort();
    else {
      onStop?.();
      stop.abort();
    }
  };
  const onHangUp = (): void => {
    if (onIgnoredHangUp) onIgnoredHangUp();
    else if (!stop.signal.aborted) onSignal();
  };
  source.on('SIGHUP', onHangUp);
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  given?.addEventListener('abort', onSignal);
  if (given?.aborted) onSignal();
  const end = (): void => {
    listenNoMore();
    source.off('SIGHUP', onHangUp);
  };
  return { signal: stop.signal, atOnce: atOnce.signal, end };
}
