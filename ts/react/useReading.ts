import type { Linesman } from '@linesman/sdk/dapp';
import type { LinesmanError } from '@linesman/sdk/error';
import { useMemo, useSyncExternalStore } from 'react';
import { asError } from './asError.js';
import { type Provided, useProvided } from './context.js';
import { type Live, live } from './live.js';

/** What a hook has read. An answer to an earlier question is never shown for a new one. */
type Read<T> =
  | { readonly state: 'reading'; readonly value: null; readonly error: null }
  | { readonly state: 'ready'; readonly value: T; readonly error: null }
  /** `value`: the last one that was read. */
  | { readonly state: 'failed'; readonly value: T | null; readonly error: LinesmanError };

/**
 * The state of a hook that reads. `reading`: nothing is known yet, also on a server. `failed`: the last request has
 * failed; nothing is asked again before the next change or `refresh`.
 */
export type Reading<T> = Read<T> & {
  /** Asks again. One request runs at a time. */
  readonly refresh: () => void;
};

/** How a hook reads. */
export interface Source<T> {
  readonly read: (linesman: Linesman, signal: AbortSignal) => Promise<T>;
  /** Calls back after every change until the signal aborts. Rejects when it can follow no longer. */
  readonly follow?: (provided: Provided, again: () => void, signal: AbortSignal) => void | Promise<void>;
}

const READING = { state: 'reading', value: null, error: null } as const;

/** @param question Of plain values. An equal one is the same question. */
export function useReading<T>(question: unknown, source: Source<T>): Reading<T> {
  const provided = useProvided();
  const key = JSON.stringify(question, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question decides what the source reads.
  const reader = useMemo(() => readerOf(provided, source), [provided, key]);
  const read = useSyncExternalStore(reader.subscribe, reader.read, reader.first);
  return useMemo(() => ({ ...read, refresh: reader.refresh }), [read, reader]);
}

function readerOf<T>(provided: Provided, { read, follow }: Source<T>): Live<Read<T>> & Pick<Reading<T>, 'refresh'> {
  let again = (): void => {};
  const reader = live<Read<T>>(READING, (signal) => {
    let isReading = false;
    let isOutdated = false;
    /** Why it can no longer be followed; whatever is read from then on may be old. */
    let lost: LinesmanError | null = null;
    const show = (next: Read<T>): void => {
      if (!signal.aborted) reader.set(next);
    };
    const failed = (error: unknown): void =>
      show({ state: 'failed', value: reader.read().value, error: asError(error) });
    const readAll = async (): Promise<void> => {
      isReading = true;
      while (isOutdated && !signal.aborted) {
        isOutdated = false;
        try {
          const value = await read(provided.linesman, signal);
          show(lost ? { state: 'failed', value, error: lost } : { state: 'ready', value, error: null });
        } catch (error) {
          failed(error);
        }
      }
      isReading = false;
    };
    again = () => {
      isOutdated = true;
      if (!isReading) void readAll();
    };
    const following = async (): Promise<void> => await follow?.(provided, again, signal);
    following().catch((error: unknown) => {
      lost = asError(error);
      failed(lost);
    });
    again();
  });
  return { ...reader, refresh: () => again() };
}
