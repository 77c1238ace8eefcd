/** Where signals come from: the process, or what stands for it in tests. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

export interface StopOptions {
  /** Stands in for the first signal in tests. */
  readonly given?: AbortSignal | undefined;
  /** Told of the first signal, before `signal` is aborted. */
  readonly onStop?: () => void;
  /** How many are listened for; the one after them ends the process, whatever it does. Default 1. */
  readonly times?: 1 | 2;
  readonly source?: SignalSource;
}

export interface StopSignals {
  /** Aborted by the first SIGINT or SIGTERM: stop in order. */
  readonly signal: AbortSignal;
  /** Aborted by the second, when two are listened for: stop at once. */
  readonly atOnce: AbortSignal;
  /** Listens no more: a further signal ends the process. */
  end(): void;
}

/** Listens for SIGINT and SIGTERM. */
export function stopSignals({ given, onStop, times = 1, source = process }: StopOptions = {}): StopSignals {
  const [stop, atOnce] = [new AbortController(), new AbortController()];
  let left: number = times;
  const end = (): void => {
    source.off('SIGINT', onSignal);
    source.off('SIGTERM', onSignal);
    given?.removeEventListener('abort', onSignal);
  };
  const onSignal = (): void => {
    if (--left === 0) end();
    if (stop.signal.aborted) atOnce.abort();
    else {
      onStop?.();
      stop.abort();
    }
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  given?.addEventListener('abort', onSignal);
  if (given?.aborted) onSignal();
  return { signal: stop.signal, atOnce: atOnce.signal, end };
}
