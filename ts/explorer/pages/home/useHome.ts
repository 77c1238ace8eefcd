import type { Client, PublicMatch } from 'linesman/client';
import { loadErrorTexts } from 'linesman/error';
import { SHOWN_SPORTS } from 'linesman/format';
import { useEffect, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { useSettings } from '../../frame/settings.js';
import { repeatWhileSeen } from '../../shared/repeatWhileSeen.js';

/** ms between two looks at what is played. */
const LOOK = 30_000;
/** Results among which the best one is. */
const LATEST = 10;
const HOUR = 3_600_000;

export interface HomeFacts {
  /** Null: there is none yet, or none that everybody may see. */
  readonly best: PublicMatch | null;
  readonly running: readonly PublicMatch[];
  readonly coming: readonly PublicMatch[];
}

const NOTHING: Omit<HomeFacts, 'best'> = { running: [], coming: [] };

/**
 * What the first page shows of the world; null until the service has answered, `NOTHING` without one. The result comes
 * first: on a slow line everything else would stand in its way, so it waits until the result `isReady`.
 */
export function useHome(isReady: boolean): HomeFacts | null {
  const settings = useSettings();
  const [best, setBest] = useState<PublicMatch | null | undefined>();
  const [others, setOthers] = useState<Omit<HomeFacts, 'best'>>(NOTHING);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    bestResult(serviceClient(), signal).then(
      (found) => signal.aborted || setBest(found),
      () => signal.aborted || setBest(null),
    );
    return () => stop.abort();
  }, [settings]);
  useEffect(() => {
    const client = serviceClient();
    if (!isReady || client === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const look = async (): Promise<void> => {
      const found = await otherMatches(client, signal).catch(() => null);
      if (found && !signal.aborted) setOthers(found);
      await loadErrorTexts();
    };
    void repeatWhileSeen(LOOK, look, signal);
    return () => stop.abort();
  }, [settings, isReady]);
  return best === undefined ? null : { best, ...others };
}

async function bestResult(client: Client | null, signal: AbortSignal): Promise<PublicMatch | null> {
  if (client === null) return null;
  const { matches, now } = await client.results.matches({ stage: 'over', order: 'latest', limit: LATEST, signal });
  return bestOf(matches, now);
}

async function otherMatches(client: Client, signal: AbortSignal): Promise<Omit<HomeFacts, 'best'>> {
  const ask = client.results.matches.bind(client.results);
  const [running, coming] = await Promise.all([
    ask({ stage: 'running', order: 'latest', limit: 5, signal }),
    ask({ stage: 'coming', limit: 4, signal }),
  ]);
  return { running: running.matches, coming: coming.matches };
}

/** Of the last hour, the one in which most has happened for its sport; else the latest one that is proven. */
export function bestOf(matches: readonly PublicMatch[], now: number): PublicMatch | null {
  const proven = matches.filter(({ proof, score }) => proof !== null && score !== null);
  const fresh = proven.filter(({ proof }) => (proof?.publishedAt ?? 0) > now - HOUR);
  // Where goals are counted, one more or less says most.
  const ofGoals = fresh.filter(({ sport }) => SHOWN_SPORTS[sport].counted === 'goals');
  const total = ({ score }: PublicMatch): number => (score ? score.participant1 + score.participant2 : 0);
  const among = ofGoals.length > 0 ? ofGoals : fresh;
  if (among.length > 0) return among.reduce((best, one) => (total(one) > total(best) ? one : best));
  const provenAt = ({ proof }: PublicMatch): number => proof?.publishedAt ?? 0;
  return proven.toSorted((a, b) => provenAt(b) - provenAt(a))[0] ?? null;
}
