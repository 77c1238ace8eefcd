import type { Client, OddsRecord, ScoresRecord } from '@linesman/sdk/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSeen } from '../../frame/seen.js';
import { type ShownMatch, type ShownPages, stageOf } from '../../shared/shownMatches.js';
import { isWinner } from '../../shared/sports.js';
import { type StreamState, useRecordStream } from '../../shared/useRecordStream.js';
import { listMatches, PAGE, type Tab } from './listMatches.js';
import { keptOf, withRecord } from './newerRecord.js';

/** ms between requests for states and slots; scores and clocks come through the stream. */
const REFRESH = 30_000;
/** The minimum ms between two requests, however much changes. The service caches the state of a match for a second. */
const SOONEST = 1_500;

/** The most pages that a search reads. */
const SEARCHED = 5;

export interface Matches {
  /** Null until the service has answered about this tab. */
  readonly loaded: ShownPages | null;
  /** The latest odds on the winner, by fixture. */
  readonly odds: ReadonlyMap<number, OddsRecord>;
  readonly error: unknown;
  readonly scores: StreamState;
  readonly prices: StreamState;
  readonly more: () => void;
  /** Reads a further page, unless the search has read enough of them. */
  readonly search: () => void;
}

/** Whether a search reads further pages. */
export const searchesOn = ({ matches, hasMore }: ShownPages): boolean => hasMore && matches.length < SEARCHED * PAGE;

/** The caller and the filters of a list. */
export interface Wanted {
  readonly tab: Tab;
  /** Whether the caller only sees the public view, which has no stream and no odds. */
  readonly isGuest: boolean;
}

/** The matches of a tab: requested at intervals, and changed by each record of the stream in between. */
export function useMatches(client: Client, { tab, isGuest }: Wanted): Matches {
  const [shown, setShown] = useState<ShownList | null>(null);
  const loaded = shown?.of === tab ? shown.loaded : null;
  const [odds, setOdds] = useState<ReadonlyMap<number, OddsRecord>>(new Map());
  /** The latest record of each fixture. An older answer does not replace it. */
  const latest = useRef(new Map<number, ScoresRecord>());
  const { error, askSoon, more, pages } = useRequestedPages(client, { tab, isGuest }, (found) =>
    setShown({ of: tab, loaded: withRecords(found, latest.current, latest.current) }),
  );
  const takeScores = useCallback((records: readonly ScoresRecord[]) => {
    const changed = new Set<number>();
    for (const record of records) {
      const before = latest.current.get(record.FixtureId);
      if (before && before.Seq >= record.Seq) continue;
      latest.current.set(record.FixtureId, keptOf(before, record));
      changed.add(record.FixtureId);
      // The stream does not say whether a match has begun or ended, nor which slot comes next.
      if (!before || before.StatusId !== latest.current.get(record.FixtureId)?.StatusId) askSoon.current();
    }
    setShown((before) => before && { ...before, loaded: withRecords(before.loaded, changed, latest.current) });
  }, []);
  const takeOdds = useCallback((records: readonly OddsRecord[]) => {
    const winners = records.filter(isWinner);
    if (winners.length === 0) return;
    setOdds((before) => {
      const next = new Map(before);
      for (const record of winners)
        if ((next.get(record.FixtureId)?.Ts ?? 0) <= record.Ts) next.set(record.FixtureId, record);
      return next;
    });
  }, []);
  useLatestOdds(client, isGuest ? undefined : loaded?.matches, takeOdds);
  const openScores = useMemo(() => (isGuest ? null : client.scores.stream.bind(client.scores)), [client, isGuest]);
  const openOdds = useMemo(() => (isGuest ? null : client.odds.stream.bind(client.odds)), [client, isGuest]);
  // The lists are requested before the stream is open. Records in between are in the next answer.
  const scores = useRecordStream(openScores, takeScores, () => askSoon.current());
  const prices = useRecordStream(openOdds, takeOdds);
  const search = useCallback(() => {
    // Each page is requested only once, however often the same list is drawn.
    if (!loaded || !searchesOn(loaded) || pages.current * PAGE > loaded.matches.length) return;
    more();
  }, [loaded, more]);
  return { loaded, odds, error, scores, prices, more, search };
}

interface ShownList {
  readonly of: Tab;
  readonly loaded: ShownPages;
}

interface RequestedPages {
  readonly error: unknown;
  /** How many pages are requested. */
  readonly pages: { readonly current: number };
  /** Requests again before the interval is over. */
  readonly askSoon: { readonly current: () => void };
  /** Requests a further page. */
  readonly more: () => void;
}

/** Requests the pages of a tab at intervals while the page is seen, and sooner when something has changed. */
function useRequestedPages(
  client: Client,
  { tab, isGuest }: Wanted,
  show: (found: ShownPages) => void,
): RequestedPages {
  const [error, setError] = useState<unknown>(null);
  const pages = useRef(1);
  const askSoon = useRef<() => void>(() => {});
  const isSeen = useSeen();
  useEffect(() => {
    pages.current = 1;
    setError(null);
  }, [client, tab]);
  useEffect(() => {
    if (!isSeen) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer = 0;
    let isAsking = false;
    let isWanted = false;
    const ask = async (): Promise<void> => {
      clearTimeout(timer);
      if (isAsking) {
        isWanted = true;
        return;
      }
      isAsking = true;
      isWanted = false;
      try {
        const found = await listMatches(client, { tab, pages: pages.current }, signal);
        if (signal.aborted) return;
        show(found);
        setError(null);
      } catch (problem) {
        if (signal.aborted) return;
        setError(problem);
      }
      isAsking = false;
      timer = window.setTimeout(ask, isWanted ? SOONEST : REFRESH);
    };
    askSoon.current = () => {
      if (isAsking) {
        isWanted = true;
        return;
      }
      clearTimeout(timer);
      timer = window.setTimeout(ask, SOONEST);
    };
    ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, isSeen, tab, isGuest]);
  const more = useCallback(() => {
    pages.current++;
    askSoon.current();
  }, []);
  return { error, pages, askSoon, more };
}

/** Rows of matches without a new record stay the same objects, and are not drawn again. */
const withRecords = (
  { matches, hasMore }: ShownPages,
  changed: { has(fixtureId: number): boolean },
  latest: ReadonlyMap<number, ScoresRecord>,
): ShownPages => ({
  hasMore,
  matches: matches.map((match) =>
    changed.has(match.fixtureId) ? withRecord(match, latest.get(match.fixtureId)) : match,
  ),
});

/** Running matches are shown with odds before the next ones come. A subscription without odds has none. */
function useLatestOdds(
  client: Client,
  matches: readonly ShownMatch[] | undefined,
  take: (records: readonly OddsRecord[]) => void,
): void {
  const asked = useRef(new Set<number>());
  useEffect(() => {
    const running = (matches ?? []).filter(({ state }) => stageOf(state) === 'running').slice(0, 20);
    const fresh = running.filter(({ fixtureId }) => !asked.current.has(fixtureId));
    for (const { fixtureId } of fresh) {
      asked.current.add(fixtureId);
      // The stream says why there are none.
      client.odds.snapshot(fixtureId).then(take, () => {});
    }
  }, [client, matches, take]);
}
