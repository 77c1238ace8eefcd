import { useEffect, useState } from 'preact/hooks';

/** What was read last, and why the latest reading failed; `again` reads at once. */
export interface Reading<T> {
  readonly value: T | null;
  readonly error: unknown;
  again(): void;
}

/** ms between two readings. */
const LOOK = 3_000;

/** Reads now, at intervals, and when one of `of` changes. */
export function useReading<T>(read: () => Promise<T>, of: readonly unknown[]): Reading<T> {
  const [found, setFound] = useState<{ readonly value: T | null; readonly error: unknown }>({
    value: null,
    error: null,
  });
  const [turn, setTurn] = useState(0);
  // `of` names what `read` goes by.
  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      try {
        const value = await read();
        if (isWanted) setFound({ value, error: null });
      } catch (error) {
        if (isWanted) setFound(({ value }) => ({ value, error }));
      }
      if (isWanted) timer = setTimeout(() => void look(), LOOK);
    };
    void look();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [...of, turn]);
  return { ...found, again: () => setTurn((before) => before + 1) };
}
