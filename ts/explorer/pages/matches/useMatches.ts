import type { Client, Match, MatchState, OddsRecord, ScoresRecord } from 'linesman/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSeen } from '../../frame/seen.js';
import { isWinner } from '../../shared/sports.js';
import { type StreamState, useRecordStream } from '../../shared/useRecordStream.js';
import { keptOf, withRecord } from './newerRecord.js';

export const GROUPS = {
  running: { states: ['live'], order: 'latest' },
  coming: { states: ['scheduled'], order: 'earliest' },
  finished: { states: ['finished', 'abandoned', 'cancelled', 'postponed', 'uncovered'], order: 'latest' },
} as const satisfies Record<string, { states: readonly MatchState[]; order: 'earliest' | 'latest' }>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[];

/** Matches of a group are asked for in pages of this length. */
const PAGE = 100;
/** ms after which states and slots are asked for again; scores and clocks come through the stream. */
const REFRESH = 30_000;
/** ms between two questions, however much changes. The service keeps a standing for a second. */
const SOONEST = 1_500;

/** Pages of a group in which a search looks. */
const SEARCHED = 5;

export interface Loaded {
  readonly matches: readonly Match[];
  /** Whether there are more than were asked for. */
  readonly hasMore: boolean;
}

export interface Matches {
  readonly groups: Readonly<Record<Group, Loaded>> | null;
  /** The latest odds on the winner, by fixture. */
  readonly odds: ReadonlyMap<number, OddsRecord>;
  readonly error: unknown;
  readonly scores: StreamState;
  readonly prices: StreamState;
  readonly more: (group: Group) => void;
  /** The same, unless a search has looked far enough. */
  readonly search: (group: Group) => void;
}

/** Whether a search looks further than this. */
export const searchesOn = ({ matches, hasMore }: Loaded): boolean => hasMore && matches.length < SEARCHED * PAGE;

/** The matches of the subscription: asked for now and then, and changed by each record of the stream in between. */
export function useMatches(client: Client): Matches {
  const [groups, setGroups] = useState<Matches['groups']>(null);
  const [odds, setOdds] = useState<ReadonlyMap<number, OddsRecord>>(new Map());
  const [error, setError] = useState<unknown>(null);
  const pages = useRef<Record<Group, number>>({ running: 1, coming: 1, finished: 1 });
  /** The latest record of each fixture: an answer that is older does not take it back. */
  const latest = useRef(new Map<number, ScoresRecord>());
  const askSoon = useRef<() => void>(() => {});

  const isSeen = useSeen();
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
        const of = (name: Group): Promise<Loaded> => load(client, name, pages.current[name], signal);
        const [running, coming, finished] = await Promise.all([of('running'), of('coming'), of('finished')]);
        if (signal.aborted) return;
        setGroups(withRecords({ running, coming, finished }, latest.current, latest.current));
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
  }, [client, isSeen]);

  const takeScores = useCallback((records: readonly ScoresRecord[]) => {
    const changed = new Set<number>();
    for (const record of records) {
      const before = latest.current.get(record.FixtureId);
      if (before && before.Seq >= record.Seq) continue;
      latest.current.set(record.FixtureId, keptOf(before, record));
      changed.add(record.FixtureId);
      // What the stream does not say of a match: whether it has begun or ended, and which slot comes next.
      if (!before || before.StatusId !== latest.current.get(record.FixtureId)?.StatusId) askSoon.current();
    }
    setGroups((groups) => groups && withRecords(groups, changed, latest.current));
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
  useLatestOdds(client, groups?.running.matches, takeOdds);
  const openScores = useMemo(() => client.scores.stream.bind(client.scores), [client]);
  const openOdds = useMemo(() => client.odds.stream.bind(client.odds), [client]);
  // The lists are asked for before the stream is open; what came in between is in the next answer.
  const scores = useRecordStream(openScores, takeScores, () => askSoon.current());
  const prices = useRecordStream(openOdds, takeOdds);
  const more = useCallback((group: Group) => {
    pages.current[group]++;
    askSoon.current();
  }, []);
  const search = useCallback(
    (group: Group) => {
      const loaded = groups?.[group];
      // Every page once, however often the same list is drawn.
      if (!loaded || !searchesOn(loaded) || pages.current[group] * PAGE > loaded.matches.length) return;
      more(group);
    },
    [groups, more],
  );
  return { groups, odds, error, scores, prices, more, search };
}

async function load(client: Client, name: Group, pages: number, signal: AbortSignal): Promise<Loaded> {
  const matches: Match[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page++) {
    const answer = await client.fixtures.matches({
      ...GROUPS[name],
      limit: PAGE,
      signal,
      ...(after !== null && { after }),
    });
    matches.push(...answer.matches);
    after = answer.next;
    if (after === null) break;
  }
  return { matches, hasMore: after !== null };
}

/** Rows of matches without a new record stay the same objects, and are not drawn again. */
function withRecords(
  groups: NonNullable<Matches['groups']>,
  changed: { has(fixtureId: number): boolean },
  latest: ReadonlyMap<number, ScoresRecord>,
): NonNullable<Matches['groups']> {
  const of = ({ matches, hasMore }: Loaded): Loaded => ({
    hasMore,
    matches: matches.map((match) =>
      changed.has(match.fixtureId) ? withRecord(match, latest.get(match.fixtureId)) : match,
    ),
  });
  return { running: of(groups.running), coming: of(groups.coming), finished: of(groups.finished) };
}

/** Running matches are shown with odds before the next ones come. A subscription without odds has none. */
function useLatestOdds(
  client: Client,
  running: readonly Match[] | undefined,
  take: (records: readonly OddsRecord[]) => void,
): void {
  const asked = useRef(new Set<number>());
  useEffect(() => {
    const fresh = (running ?? []).slice(0, 20).filter(({ fixtureId }) => !asked.current.has(fixtureId));
    for (const { fixtureId } of fresh) {
      asked.current.add(fixtureId);
      // The stream says why there are none.
      client.odds.snapshot(fixtureId).then(take, () => {});
    }
  }, [client, running, take]);
}
