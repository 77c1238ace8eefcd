import type { Linesman, SettleQuestion, SettleWait } from '@linesman/sdk/dapp';
import { isError, type LinesmanError, TRANSACTION_NOT_KNOWN, TRANSACTION_NOT_LANDED } from '@linesman/sdk/error';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { asError } from './asError.js';
import { useProvided } from './context.js';
import { type Live, live } from './live.js';

const RUNNING = ['checking', 'waiting', 'signing', 'sent'] as const;

export interface ActionState<T> {
  /**
   * `checking`: the guard and a simulation run. `waiting`: see `wait`. `signing`: the signer is asked. `sent`: it may
   * land. `landed`: done, see `result`. `refused`: it did not land, see `error`. `expired`: it did not land in time.
   * `unknown`: it may have landed; run it again, and it waits for the same transaction.
   */
  readonly state: 'idle' | (typeof RUNNING)[number] | 'landed' | 'refused' | 'expired' | 'unknown';
  /** Of the last transaction that was signed, Base58. */
  readonly signature: string | null;
  readonly result: T | null;
  /** What `useSettle` waits for. */
  readonly wait: SettleWait | null;
  readonly error: LinesmanError | null;
}

/** A hook that signs. `run` starts it, and does nothing while it runs or once the component is unmounted. */
export interface Action<Q, T> extends ActionState<T> {
  readonly run: (question: Q) => void;
}

/** What a hook leaves to its caller. */
export type Asked<Q> = Omit<Q, 'onState' | 'onWait' | 'signal'>;

type How = Required<Pick<SettleQuestion, 'onState' | 'onWait'>> & { readonly signal: AbortSignal };
export type Perform<Q, T> = (linesman: Linesman, question: Asked<Q>, how: How) => Promise<T>;

const IDLE: ActionState<never> = { state: 'idle', signature: null, result: null, wait: null, error: null };

/** @param perform The action; the same function each time. */
export function useAction<Q, T>(perform: Perform<Q, T>): Action<Asked<Q>, T> {
  const { linesman, changes } = useProvided();
  const [shown] = useState(() => live<ActionState<T>>(IDLE));
  const state = useSyncExternalStore(shown.subscribe, shown.read, shown.first);
  const run = useCallback(
    (question: Asked<Q>) =>
      void start(shown, async (how) => {
        const result = await perform(linesman, question, how);
        // A node may not tell.
        changes.set(null);
        return result;
      }),
    [linesman, changes, shown, perform],
  );
  return useMemo(() => ({ ...state, run }), [state, run]);
}

async function start<T>(shown: Live<ActionState<T>>, work: (how: How) => Promise<T>): Promise<void> {
  const signal = shown.signal();
  const { state: before } = shown.read();
  if (signal === null || RUNNING.some((state) => state === before)) return;
  const show = (change: Partial<ActionState<T>>): void => shown.set({ ...shown.read(), ...change });
  shown.set({ ...IDLE, state: 'checking' });
  try {
    const onState: How['onState'] = (sending) => show({ wait: null, ...sending });
    const result = await work({ signal, onState, onWait: (wait) => show({ state: 'waiting', wait }) });
    show({ state: 'landed', wait: null, result });
  } catch (error) {
    show({ state: endBy(error), wait: null, error: asError(error) });
  }
}

function endBy(error: unknown): 'refused' | 'expired' | 'unknown' {
  if (isError(error, TRANSACTION_NOT_KNOWN)) return 'unknown';
  return isError(error, TRANSACTION_NOT_LANDED) ? 'expired' : 'refused';
}
