import { useEffect, useState } from 'preact/hooks';
import { repeatWhileSeen } from './repeatWhileSeen.js';

/** The last answer, and the error of the latest request. */
interface Outcome<T> {
  readonly value: T | null;
  readonly error: unknown;
}

export interface Polled<T> extends Outcome<T> {
  /** Sends a request at once. */
  again(): void;
}

/** An answer with its question, so that it is never shown as the answer to another one. */
interface Found<T> extends Outcome<T> {
  readonly of: readonly unknown[];
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, i) => Object.is(part, other[i]));

/**
 * Sends a request now, at intervals after each answer, and when a value in `of` changes, but not while the page is
 * hidden. Only one request is in progress at a time, so answers arrive in order. A change of `of` aborts the previous
 * request.
 *
 * @param of The values that `ask` depends on; always the same number of them.
 * @param isFinal Whether an outcome cannot change any more. If so, no further request is sent.
 */
export function usePolled<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  interval: number,
  of: readonly unknown[],
  isFinal: (outcome: Outcome<T>) => boolean = () => false,
): Polled<T> {
  const [found, setFound] = useState<Found<T>>({ of, value: null, error: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const look = async (): Promise<void> => {
      try {
        const value = await ask(signal);
        if (signal.aborted) return;
        setFound({ of, value, error: null });
        if (isFinal({ value, error: null })) end.abort();
      } catch (error) {
        if (signal.aborted) return;
        setFound((before) => ({ of, value: isSame(before.of, of) ? before.value : null, error }));
        if (isFinal({ value: null, error })) end.abort();
      }
    };
    void repeatWhileSeen(interval, look, signal);
    return () => end.abort();
  }, [...of, interval, turn]);
  const isAnswer = isSame(found.of, of);
  return {
    value: isAnswer ? found.value : null,
    error: isAnswer ? found.error : null,
    again: () => setTurn((before) => before + 1),
  };
}
