/** The first SIGINT or SIGTERM asks to stop; a second one ends the process as if nobody listened. `given` stands in for them in tests. */
export function stopOnSignals(
  given: AbortSignal | undefined,
  onStop: () => void,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const end = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    given?.removeEventListener('abort', stop);
  };
  const stop = (): void => {
    end();
    onStop();
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  given?.addEventListener('abort', stop);
  if (given?.aborted) stop();
  return { signal: controller.signal, end };
}
