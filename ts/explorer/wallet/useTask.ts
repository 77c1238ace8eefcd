import { useState } from 'preact/hooks';

/** Something that a button starts: one at a time, and its failure stays visible until the next. */
export interface Task {
  readonly isRunning: boolean;
  readonly error: unknown;
  run(work: () => Promise<unknown>): void;
}

export function useTask(): Task {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  return {
    isRunning,
    error,
    run: (work) => {
      if (isRunning) return;
      setRunning(true);
      setError(null);
      work()
        .catch((thrown: unknown) => setError(thrown))
        .finally(() => setRunning(false));
    },
  };
}
