import type { Client, PublicStage } from '@linesman/sdk/client';
import { type ShownPages, shownMatches, shownPages } from '../../shared/shownMatches.js';
import { dayAround, epochDayOf } from '../../shared/time.js';

export const TABS = ['running', 'today', 'finished', 'coming'] as const;
export type Tab = (typeof TABS)[number];

interface Group {
  readonly stage: PublicStage;
  readonly order: 'earliest' | 'latest';
}

const GROUPS: Readonly<Record<Exclude<Tab, 'today'>, Group>> = {
  running: { stage: 'running', order: 'latest' },
  finished: { stage: 'over', order: 'latest' },
  coming: { stage: 'coming', order: 'earliest' },
};

/** Page length of the requests for matches of a group. */
export const PAGE = 100;

/** The matches of a tab: those of the subscription, or the public ones. */
export async function listMatches(
  client: Client,
  { tab, pages }: { readonly tab: Tab; readonly pages: number },
  signal: AbortSignal,
): Promise<ShownPages> {
  const limit = PAGE;
  if (tab !== 'today') return shownPages(client, { ...GROUPS[tab], limit, signal }, pages);
  // Today by the world's clock, which may differ from the machine's, in the visitor's time zone. No match has the
  // number 0, so the answer contains only the time.
  const { now } = await shownMatches(client, { fixtureId: 0, limit: 1, signal });
  const { from, until } = dayAround(now);
  const days = [...new Set([epochDayOf(from), epochDayOf(until - 1)])];
  const found = await Promise.all(days.map((epochDay) => shownPages(client, { epochDay, limit, signal }, pages)));
  const matches = found
    .flatMap(({ matches }) => matches)
    .filter(({ startTime }) => startTime >= from && startTime < until);
  return { matches, hasMore: found.some(({ hasMore }) => hasMore) };
}
