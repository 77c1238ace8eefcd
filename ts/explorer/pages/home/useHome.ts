import type { Client, PublicMatch } from '@linesman/sdk/client';
import { loadErrorTexts } from '@linesman/sdk/error';
import { useEffect, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { useSettings } from '../../frame/settings.js';
import { repeatWhileSeen } from '../../shared/repeatWhileSeen.js';
import { bestOf, LATEST_RESULTS } from './bestOf.js';

/** ms between two requests for the current matches. */
const LOOK = 30_000;

export interface HomeFacts {
  /** Null if there is none yet, or none that is public. */
  readonly best: PublicMatch | null;
  readonly running: readonly PublicMatch[];
  readonly coming: readonly PublicMatch[];
}

const NOTHING: Omit<HomeFacts, 'best'> = { running: [], coming: [] };

/**
 * The content of the first page; null until the service has answered, `NOTHING` without a service. On a slow line other
 * requests would delay the result, so they wait until the result `isReady`.
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
  const { matches, now } = await client.results.matches({ ...LATEST_RESULTS, signal });
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
