import type { Terminal } from './terminal.js';

/** ms before the first report and between reports. */
const PAUSE = 2_000;

export interface ProgressOptions {
  /** Even if standard error is not a terminal. */
  readonly isAsked?: boolean | undefined;
  readonly now?: () => number;
}

/**
 * Shows progress on standard error after two seconds: at a terminal, or if requested. If requested, also shows the
 * final state.
 */
export function progressTo(
  terminal: Terminal,
  { isAsked = false, now = Date.now }: ProgressOptions = {},
): (text: () => string, isLast?: boolean) => void {
  if (!isAsked && !terminal.isWatched) return () => {};
  let last = now();
  return (text, isLast = false) => {
    const time = now();
    if (time - last < PAUSE && !(isAsked && isLast)) return;
    last = time;
    terminal.err(`${text()}\n`);
  };
}

/** The same for work without a count: reports only the elapsed time. */
export async function whileWaiting<T>(terminal: Terminal, what: string, work: () => Promise<T>): Promise<T> {
  if (!terminal.isWatched) return work();
  const begin = Date.now();
  const timer = setInterval(
    () => terminal.err(`waiting for ${what}: ${Math.round((Date.now() - begin) / 1_000)} s\n`),
    PAUSE,
  );
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
