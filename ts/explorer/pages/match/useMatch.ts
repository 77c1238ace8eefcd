import type { Client, ScoresRecord } from '@linesman/sdk/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { retrying } from '../../shared/retrying.js';
import { shownMatches, stageOf } from '../../shared/shownMatches.js';
import { type StreamState, useRecordStream } from '../../shared/useRecordStream.js';
import { type MatchFacts, matchFacts, scoreBeside } from './matchFacts.js';

/** ms after which a service answers with a fresh state of a match, because it caches the state for a second. */
const SOON = 1_500;

interface MatchRecords {
  /** Null until the service has answered, and if it lists no such fixture. */
  readonly facts: MatchFacts | null;
  /** All score records, by `Seq`. */
  readonly records: readonly ScoresRecord[];
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly stream: StreamState;
}

/**
 * Every score record of a match, from history and from the stream. Visitors without a token only see matches that are
 * over.
 */
export function useMatch(client: Client, fixtureId: number, isGuest: boolean): MatchRecords {
  const [facts, setFacts] = useState<MatchFacts | null>(null);
  const [records, setRecords] = useState<readonly ScoresRecord[]>([]);
  const [isLoaded, setLoaded] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const known = useRef(new Set<number>());
  const loading = useRef(new AbortController());
  const take = useCallback((more: readonly ScoresRecord[]) => {
    const fresh = more.filter(({ Seq }) => !known.current.has(Seq) && known.current.add(Seq));
    if (fresh.length === 0) return;
    setRecords((before) => inOrder(before, fresh));
  }, []);
  useEffect(() => {
    known.current = new Set();
    setFacts(null);
    setRecords([]);
    setLoaded(false);
    setError(null);
    return () => loading.current.abort();
  }, [client, fixtureId]);
  const load = useCallback(() => {
    loading.current.abort();
    loading.current = new AbortController();
    const { signal } = loading.current;
    const ask = async (): Promise<void> => {
      const [found, history] = await (isGuest ? publicly(client, fixtureId, signal) : fully(client, fixtureId, signal));
      if (signal.aborted) return;
      setFacts(found);
      take(history);
      setLoaded(true);
      setError(null);
    };
    void retrying(ask, setError, signal);
  }, [client, fixtureId, isGuest, take]);
  useEffect(() => {
    // Visitors have no stream, so no event starts the loading.
    if (isGuest) load();
  }, [isGuest, load]);
  const status = records.findLast(({ StatusId }) => StatusId !== undefined)?.StatusId;
  const score = scoreBeside(null, records);
  useEffect(() => {
    // Records do not say whether a match has begun or is over. The service says so, soon after the next period begins,
    // and with it the score at the end, which may still be corrected.
    if (isGuest || status === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      matchFacts(client, fixtureId, stop.signal).then(
        (found) => stop.signal.aborted || setFacts(found),
        // The known facts stay.
        () => {},
      );
    }, SOON);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, fixtureId, isGuest, status, score?.['1'], score?.['2']]);
  const open = useMemo(
    () =>
      isGuest
        ? null
        : (options: Parameters<typeof client.scores.stream>[0]) => client.scores.stream({ ...options, fixtureId }),
    [client, fixtureId, isGuest],
  );
  const stream = useRecordStream(open, take, load);
  return { facts, records, isLoaded, error, stream };
}

type Found = readonly [facts: MatchFacts | null, records: readonly ScoresRecord[]];

const fully = (client: Client, fixtureId: number, signal: AbortSignal): Promise<Found> =>
  Promise.all([matchFacts(client, fixtureId, signal), client.scores.history(fixtureId, { signal })]);

async function publicly(client: Client, fixtureId: number, signal: AbortSignal): Promise<Found> {
  const { matches } = await shownMatches(client, { fixtureId, signal });
  const [match = null] = matches;
  const isOver = match !== null && stageOf(match.state) === 'over';
  return [match, isOver ? await client.results.history(fixtureId, { signal }) : []];
}

/** Records nearly always come in order; those from history may not. */
function inOrder(before: readonly ScoresRecord[], more: readonly ScoresRecord[]): readonly ScoresRecord[] {
  const all = [...before, ...more];
  for (let i = Math.max(1, before.length); i < all.length; i++)
    if ((all[i - 1]?.Seq ?? 0) > (all[i]?.Seq ?? 0)) return all.sort((a, b) => a.Seq - b.Seq);
  return all;
}
