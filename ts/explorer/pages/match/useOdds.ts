import type { Client, OddsRecord, StreamOptions } from '@linesman/sdk/client';
import { MS_PER_SLOT } from '@linesman/sdk/format';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { pause } from '../../shared/pause.js';
import { isWinner } from '../../shared/sports.js';
import { slotOf } from '../../shared/time.js';
import { useRecordStream } from '../../shared/useRecordStream.js';

export interface MatchOdds {
  /** Odds on the winner, in order of time. */
  readonly records: readonly OddsRecord[];
  readonly isLoaded: boolean;
  /** Slots that could not be read. */
  readonly missing: number;
  /** Why reading ended early, such as a subscription without odds. */
  readonly error: unknown;
  /** Start (ms) of the earliest slot that was read; null if none was. */
  readonly readFrom: number | null;
}

/** How long before the start odds are shown. */
const AHEAD = 6 * MS_PER_SLOT;
/** The most slots to request. */
const MOST = 60;
/** ms between two slots. Each counts as three requests, in addition to those of the rest of the page. */
const APART = 150;
/** Reading ends after this many failed slots in a row, because the next ones would fail as well. */
const MAX_FAILURES = 2;

const NOTHING = { isLoaded: false, missing: 0, error: null, readFrom: null } as const;
type Reading = Omit<MatchOdds, 'records'>;

/**
 * Odds on the winner from shortly before the start: stored ones, the newest slot first, and new ones from the stream.
 */
export function useOdds(client: Client, fixtureId: number, startTime: number, latestTs: number): MatchOdds {
  const [records, setRecords] = useState<readonly OddsRecord[]>([]);
  const [reading, setReading] = useState<Reading>(NOTHING);
  const known = useRef(new Set<string>());
  const loading = useRef(new AbortController());
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
    known.current = new Set();
    setRecords([]);
    setReading(NOTHING);
    return () => loading.current.abort();
  }, [client, fixtureId, startTime]);
  const load = useCallback(() => {
    loading.current.abort();
    loading.current = new AbortController();
    const { signal } = loading.current;
    const change = (more: (before: Reading) => Partial<Reading>): void => {
      if (!signal.aborted) setReading((before) => ({ ...before, ...more(before) }));
    };
    const read = async (): Promise<void> => {
      take(await client.odds.updates(fixtureId, { signal }));
      const last = slotOf(Math.max(until.current, startTime));
      const first = Math.max(slotOf(startTime - AHEAD), last - (MOST - 1) * MS_PER_SLOT);
      let failures = 0;
      for (let slot = last; slot >= first && !signal.aborted; slot -= MS_PER_SLOT) {
        try {
          take(await client.odds.ofSlot(slot, { fixtureId, signal }));
          failures = 0;
          change(() => ({ readFrom: slot }));
        } catch (error) {
          if (++failures === MAX_FAILURES) throw error;
          change(({ missing }) => ({ missing: missing + 1 }));
        }
        await pause(APART, signal);
      }
    };
    setReading(NOTHING);
    read().then(
      () => change(() => ({ isLoaded: true })),
      (error: unknown) => change(() => ({ error })),
    );
  }, [client, fixtureId, startTime, take]);
  const open = useMemo(
    () => (options: StreamOptions) => client.odds.stream({ ...options, fixtureId }),
    [client, fixtureId],
  );
  useRecordStream(open, take, load);
  return { records, ...reading };
}
