import type { StreamItem, StreamOptions } from 'linesman/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { onAnswer } from '../frame/connectionState.js';
import { PerFrame } from './perFrame.js';

/** A stream as people should know of it. */
export interface StreamState {
  readonly phase: 'off' | 'connecting' | 'live' | 'lost' | 'refused';
  /** How often the connection was lost. */
  readonly losses: number;
  /** Gaps in which the service no longer had the updates at hand. */
  readonly gaps: number;
  /** Updates that came later, from history. */
  readonly filled: number;
  /** Why it ended for good. */
  readonly error: unknown;
}

const OFF: StreamState = { phase: 'off', losses: 0, gaps: 0, filled: 0, error: null };

type Open<R> = (options: StreamOptions) => AsyncIterable<StreamItem<R>>;

/**
 * Follows a stream while the component is shown and `open` is the same, and hands its records on once per frame. The
 * client reconnects, resumes after the last record and fills gaps; the state tells of it.
 */
export function useRecordStream<R>(open: Open<R> | null, take: (records: readonly R[]) => void): StreamState {
  const [state, setState] = useState(OFF);
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    if (!open) return setState(OFF);
    const stop = new AbortController();
    const records = new PerFrame<StreamItem<R>>((items) => {
      taking.current(items.map(({ record }) => record));
      const filled = items.filter(({ id }) => id === null).length;
      if (filled > 0) setState((before) => ({ ...before, filled: before.filled + filled }));
    });
    setState({ ...OFF, phase: 'connecting' });
    const onNotice: StreamOptions['onNotice'] = ({ kind }) => {
      if (stop.signal.aborted) return;
      if (kind === 'open') onAnswer('', 200);
      if (kind === 'lost') onAnswer('', 'unreachable');
      setState((before) => {
        if (kind === 'open') return { ...before, phase: 'live' };
        if (kind === 'lost')
          return { ...before, phase: 'lost', losses: before.losses + Number(before.phase === 'live') };
        return kind === 'gap' ? { ...before, gaps: before.gaps + 1 } : before;
      });
    };
    (async () => {
      try {
        for await (const item of open({ signal: stop.signal, onNotice })) records.push(item);
      } catch (error) {
        if (!stop.signal.aborted) setState((before) => ({ ...before, phase: 'refused', error }));
      }
    })();
    return () => {
      stop.abort();
      records.stop();
    };
  }, [open]);
  return state;
}
