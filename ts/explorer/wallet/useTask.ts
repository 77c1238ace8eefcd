import { useRef } from 'preact/hooks';
import { Store, useStore } from '../frame/store.js';
import type { ShownStep } from './Steps.js';

interface State {
  readonly isRunning: boolean;
  /** Why the last work failed; until the next. */
  readonly error: unknown;
  /** The steps of all of its work so far. */
  readonly steps: readonly ShownStep[];
}

const IDLE: State = { isRunning: false, error: null, steps: [] };

/** Work that a button starts. Only one task runs at a time, and its failure stays visible until the next. */
export interface Task extends State {
  run(work: (tell: (step: ShownStep) => void) => Promise<unknown>): void;
}

const named = new Map<string, Store<State>>();

function storeOf(name: string): Store<State> {
  const store = named.get(name) ?? new Store(IDLE);
  named.set(name, store);
  return store;
}

/**
 * A task of this component. With a name it is a task of the tab: a visitor who leaves while something is signed or
 * sent, and returns, finds the task running, with its steps, and cannot start it again.
 */
export function useTask(name?: string): Task {
  const own = useRef<Store<State> | undefined>(undefined);
  if (name === undefined && own.current === undefined) own.current = new Store(IDLE);
  const store = name === undefined ? (own.current ?? new Store(IDLE)) : storeOf(name);
  useStore(store);
  return {
    ...store.value,
    run: (work) => {
      if (store.value.isRunning) return;
      store.set({ ...store.value, isRunning: true, error: null });
      work((step) => store.set({ ...store.value, steps: [...store.value.steps, step] }))
        .catch((error: unknown) => store.set({ ...store.value, error }))
        .finally(() => store.set({ ...store.value, isRunning: false }));
    },
  };
}
