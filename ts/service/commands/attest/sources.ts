import { readApiToken, shownAddress } from '@linesman/cli';
import { createClient } from '@linesman/sdk/client';
import { fail, OPTION_NEEDED, SOURCE_TWICE } from '@linesman/sdk/error';
import { placeOf } from '../../data/store/storePlace.js';
import type { AttestMetrics } from '../../metrics/attestMetrics.js';
import { serviceSource } from '../../roots/attest/serviceSource.js';
import type { RecordSource } from '../../roots/attest/slotRecords.js';
import { storeSource } from '../../roots/attest/storeSource.js';
import { openStore } from '../archive/openStore.js';
import type { AttestFlags } from './attest.js';

type SourceFlags = Pick<AttestFlags, 'service' | 'apiTokenFile' | 'store'>;

/** The sources of records, and the secrets that must not be printed. */
export interface OpenSources {
  readonly sources: readonly [RecordSource, ...RecordSource[]];
  readonly tokens: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the sources, services first. Errors: OPTION_NEEDED without any; SOURCE_TWICE;
 * those of `readApiToken` and `openStore`.
 */
export async function openSources(
  flags: SourceFlags,
  metrics: AttestMetrics,
  signal: AbortSignal,
): Promise<OpenSources> {
  const { service = [], store = [], apiTokenFile = [] } = flags;
  const tokens: string[] = [];
  const sources: RecordSource[] = [];
  const close = async (): Promise<void> => {
    for (const source of sources) await source.close();
  };
  try {
    for (const [i, baseUrl] of service.entries()) {
      const file = apiTokenFile[i];
      // A token in the environment belongs to one service.
      const isOnly = service.length === 1;
      const apiToken =
        file !== undefined || isOnly ? readApiToken({ ...(file !== undefined && { apiTokenFile: file }) }) : undefined;
      if (apiToken === undefined) return fail(OPTION_NEEDED, { problem: 'no API token' });
      tokens.push(apiToken);
      const client = createClient({
        baseUrl,
        apiToken,
        wire: 'observed',
        signal,
        onAnswer: (endpoint, status) => metrics.serviceAnswers.inc({ endpoint, status }),
      });
      sources.push(serviceSource(shownAddress(baseUrl), client));
    }
    for (const place of store) sources.push(storeSource(storeName(place), await openStore(place, 'reading')));
    // One feed given twice would look like two feeds that agree.
    const names = sources.map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined) fail(SOURCE_TWICE, { source: twice });
    const [first, ...others] = sources;
    if (first === undefined) return fail(OPTION_NEEDED, { problem: 'no source' });
    return { sources: [first, ...others], tokens, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address without user and password. */
function storeName(place: string): string {
  if (!('url' in placeOf(place)) || !URL.canParse(place)) return place;
  const { protocol, host, pathname } = new URL(place);
  return `${protocol}//${host}${pathname}`;
}
