import type { Client, OddsRecord, StreamOptions } from 'linesman/client';
import { MS_PER_SLOT } from 'linesman/format';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isWinner } from '../../shared/sports.js';
import { slotOf } from '../../shared/time.js';
import { useRecordStream } from '../../shared/useRecordStream.js';

interface MatchOdds {
  /** Odds on the winner, in order of time. */
  readonly records: readonly OddsRecord[];
  readonly isLoaded: boolean;
  /** Why there are none, such as a subscription without odds. */
  readonly error: unknown;
}

/** Requests at a time. */
const AT_ONCE = 4;
/** Odds before the start that are shown. */
const AHEAD = 6 * MS_PER_SLOT;
/** Slots that are asked for at most. */
const MOST = 60;

/** Odds on the winner from shortly before the start, slot by slot, and those that come. */
export function useOdds(client: Client, fixtureId: number, startTime: number, latestTs: number): MatchOdds {
  const [records, setRecords] = useState<readonly OddsRecord[]>([]);
  const [isLoaded, setLoaded] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const known = useRef(new Set<string>());
  const take = useCallback((more: readonly OddsRecord[]) => {
    const keyOf = ({ MessageId, Ts }: OddsRecord): string => `${MessageId}@${Ts}`;
    const fresh = more.filter(
      (one) => isWinner(one) && !known.current.has(keyOf(one)) && known.current.add(keyOf(one)),
    );
    if (fresh.length > 0) setRecords((before) => [...before, ...fresh].sort((a, b) => a.Ts - b.Ts));
  }, []);
  const until = useRef(latestTs);
  until.current = latestTs;
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    known.current = new Set();
    setRecords([]);
    setError(null);
    setLoaded(false);
    const last = slotOf(Math.max(until.current, startTime));
    const first = Math.max(slotOf(startTime - AHEAD), last - (MOST - 1) * MS_PER_SLOT);
    const slots = Array.from({ length: (last - first) / MS_PER_SLOT + 1 }, (_, i) => first + i * MS_PER_SLOT);
    const fetchSome = async (): Promise<void> => {
      for (let slot = slots.shift(); slot !== undefined && !signal.aborted; slot = slots.shift())
        take(await client.odds.ofSlot(slot, { fixtureId, signal }));
    };
    Promise.all([client.odds.updates(fixtureId, { signal }).then(take), ...Array.from({ length: AT_ONCE }, fetchSome)])
      .then(() => setLoaded(true))
      .catch((problem: unknown) => {
        if (signal.aborted) return;
        stop.abort();
        setError(problem);
      });
    return () => stop.abort();
  }, [client, fixtureId, startTime, take]);
  const open = useMemo(
    () => (options: StreamOptions) => client.odds.stream({ ...options, fixtureId }),
    [client, fixtureId],
  );
  useRecordStream(open, take);
  return { records, isLoaded, error };
}
