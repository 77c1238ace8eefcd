import type { StreamItem, StreamOptions } from '@linesman/sdk/client';
import { isError, STREAM_GAP } from '@linesman/sdk/error';
import { useEffect, useRef, useState } from 'preact/hooks';
import { onAnswer } from '../frame/connectionState.js';
import { useSeen } from '../frame/seen.js';
import { PerFrame } from './perFrame.js';
import { mayPass, pauseAfter } from './retrying.js';

/** The state of a stream, for visitors. */
export interface StreamState {
  readonly phase: 'off' | 'connecting' | 'live' | 'lost' | 'refused';
  /** How many times the connection was lost. */
  readonly losses: number;
  /** Gaps whose updates the service no longer had in memory. */
  readonly gaps: number;
  /** Updates that came later, from history. */
  readonly filled: number;
  /** Why it ended for good. */
  readonly error: unknown;
}

const OFF: StreamState = { phase: 'off', losses: 0, gaps: 0, filled: 0, error: null };

type Open<R> = (options: StreamOptions) => AsyncIterable<StreamItem<R>>;

/** The position in a stream. It is kept while the page is hidden. */
interface Position<R> {
  readonly of: Open<R>;
  /** Id of the last record that was handed on. */
  after: string | null;
}

/**
 * Follows a stream while the component is seen and `open` is the same, and hands its records on once per frame. The
 * client reconnects, resumes after the last record and fills gaps; the state shows it. An unreachable service is
 * retried until it answers.
 *
 * `onStart` is called when the stream is open and has no record to resume after, or is refused. Only then request
 * earlier records: a request sent sooner could miss records that arrive in between.
 */
export function useRecordStream<R>(
  open: Open<R> | null,
  take: (records: readonly R[]) => void,
  onStart?: () => void,
): StreamState {
  const [state, setState] = useState(OFF);
  const isSeen = useSeen();
  const hearing = useRef({ take, onStart });
  hearing.current = { take, onStart };
  const standing = useRef<Position<R> | null>(null);
  useEffect(() => {
    if (!open) {
      standing.current = null;
      return setState(OFF);
    }
    if (standing.current?.of !== open) {
      standing.current = { of: open, after: null };
      setState({ ...OFF, phase: 'connecting' });
    }
    if (!isSeen) return;
    const position = standing.current;
    const stop = new AbortController();
    const { signal } = stop;
    const records = new PerFrame<StreamItem<R>>((items) => {
      hearing.current.take(items.map(({ record }) => record));
      // This must not happen earlier, because records that wait for a frame are dropped when the page is hidden, and
      // must be sent again.
      position.after = items.findLast(({ id }) => id !== null)?.id ?? position.after;
      const filled = items.filter(({ id }) => id === null).length;
      if (filled > 0) setState((before) => ({ ...before, filled: before.filled + filled }));
    });
    const lose = (): void => {
      onAnswer('', 'unreachable');
      setState((before) => ({
        ...before,
        phase: 'lost',
        losses: before.losses + Number(before.phase === 'live'),
      }));
    };
    let failed = 0;
    const onNotice: StreamOptions['onNotice'] = ({ kind }) => {
      if (signal.aborted) return;
      if (kind === 'lost') lose();
      if (kind === 'gap') setState((before) => ({ ...before, gaps: before.gaps + 1 }));
      if (kind !== 'open') return;
      failed = 0;
      onAnswer('', 200);
      setState((before) => ({ ...before, phase: 'live' }));
      if (position.after === null) hearing.current.onStart?.();
    };
    const follow = async (): Promise<void> => {
      const { after } = position;
      const options = { signal, onNotice, ...(after !== null && { lastEventId: after }) };
      for await (const item of open(options)) records.push(item);
    };
    (async () => {
      while (!signal.aborted) {
        try {
          await follow();
        } catch (error) {
          if (signal.aborted) return;
          if (isError(error, STREAM_GAP)) {
            // The gap is too long to be filled record by record, so everything is requested again.
            position.after = null;
            setState((before) => ({ ...before, gaps: before.gaps + 1 }));
          } else if (mayPass(error)) {
            lose();
            await pauseAfter(++failed, signal);
          } else {
            setState((before) => ({ ...before, phase: 'refused', error }));
            return hearing.current.onStart?.();
          }
        }
      }
    })();
    return () => {
      stop.abort();
      records.stop();
    };
  }, [open, isSeen]);
  return state;
}
