/** Where signals come from: the process, or what stands for it in tests. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
}

export interface StopOptions {
  /** Stands in for the first signal in tests. */
  readonly given?: AbortSignal | undefined;
  /** Told of the first signal, before `signal` is aborted. */
  readonly onStop?: () => void;
  /** How many are listened for; the one after them ends the process, whatever it does. Default 1. */
  readonly times?: 1 | 2;
  /** A SIGHUP stops nothing, and this is told of it. When left out it is as good as the first of the others; never as the second. */
  readonly onIgnoredHangUp?: () => void;
  readonly source?: SignalSource;
}

export interface StopSignals {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP: stop in order. */
  readonly signal: AbortSignal;
  /** Aborted by the second, when two are listened for: stop at once. */
  readonly atOnce: AbortSignal;
  /** Listens no more: a further signal ends the process. */
  end(): void;
}

/** Listens for SIGINT and SIGTERM, and for SIGHUP, by which a terminal that is closed says so, often more than once. */
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
