/** Where signals come from: the process, or what stands for it in tests. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

export interface StopSignals {
  /** Aborted by the first SIGINT or SIGTERM: stop in order. */
  readonly stop: AbortSignal;
  /** Aborted by the second: stop at once. */
  readonly atOnce: AbortSignal;
  /** Listens no more: a further signal ends the process. */
  end(): void;
}

/** Listens for SIGINT and SIGTERM. After the second one nobody listens, so a third ends the process whatever it does. */
export function stopSignals(source: SignalSource = process): StopSignals {
  const [stop, atOnce] = [new AbortController(), new AbortController()];
  const end = (): void => {
    source.off('SIGINT', onSignal);
    source.off('SIGTERM', onSignal);
  };
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      end();
      atOnce.abort();
    } else stop.abort();
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  return { stop: stop.signal, atOnce: atOnce.signal, end };
}
