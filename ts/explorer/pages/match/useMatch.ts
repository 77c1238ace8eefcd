import type { Client, FixtureRecord, ScoresRecord } from 'linesman/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type StreamState, useRecordStream } from '../../shared/useRecordStream.js';

interface MatchRecords {
  /** Null until the service has answered, and if it lists no such fixture. */
  readonly fixture: FixtureRecord | null;
  /** All score records, by `Seq`. */
  readonly records: readonly ScoresRecord[];
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly stream: StreamState;
}

/** Every score record of a match: those of history, and those that come. */
export function useMatch(client: Client, fixtureId: number): MatchRecords {
  const [fixture, setFixture] = useState<FixtureRecord | null>(null);
  const [records, setRecords] = useState<readonly ScoresRecord[]>([]);
  const [isLoaded, setLoaded] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const known = useRef(new Set<number>());
  const take = useCallback((more: readonly ScoresRecord[]) => {
    const fresh = more.filter(({ Seq }) => !known.current.has(Seq) && known.current.add(Seq));
    if (fresh.length === 0) return;
    setRecords((before) => inOrder(before, fresh));
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    known.current = new Set();
    setFixture(null);
    setRecords([]);
    setLoaded(false);
    setError(null);
    (async () => {
      try {
        const [fixtures, history] = await Promise.all([
          client.fixtures.snapshot({ signal }),
          client.scores.history(fixtureId, { signal }),
        ]);
        if (signal.aborted) return;
        setFixture(fixtures.find(({ FixtureId }) => FixtureId === fixtureId) ?? null);
        take(history);
        setLoaded(true);
      } catch (problem) {
        if (!signal.aborted) setError(problem);
      }
    })();
    return () => stop.abort();
  }, [client, fixtureId, take]);
  const open = useMemo(
    () => (options: Parameters<typeof client.scores.stream>[0]) => client.scores.stream({ ...options, fixtureId }),
    [client, fixtureId],
  );
  const stream = useRecordStream(open, take);
  return { fixture, records, isLoaded, error, stream };
}

/** Records nearly always come in order; those from history may not. */
function inOrder(before: readonly ScoresRecord[], more: readonly ScoresRecord[]): readonly ScoresRecord[] {
  const all = [...before, ...more];
  for (let i = Math.max(1, before.length); i < all.length; i++)
    if ((all[i - 1]?.Seq ?? 0) > (all[i]?.Seq ?? 0)) return all.sort((a, b) => a.Seq - b.Seq);
  return all;
}
