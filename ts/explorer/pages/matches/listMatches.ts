import type { Client, PublicStage } from 'linesman/client';
import { type ShownMatch, shownMatches } from '../../shared/shownMatches.js';
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

/** Matches of a group are asked for in pages of this length. */
export const PAGE = 100;

export interface Loaded {
  readonly matches: readonly ShownMatch[];
  /** Whether there are more than were asked for. */
  readonly hasMore: boolean;
}

type Question = {
  readonly fixtureId?: number;
  readonly epochDay?: number;
  readonly order?: 'earliest' | 'latest';
  readonly limit: number;
  readonly after?: string;
  readonly signal: AbortSignal;
};

/** The matches of a tab: those of the subscription, or what everybody may see. */
export async function listMatches(
  client: Client,
  { tab, pages }: { readonly tab: Tab; readonly pages: number },
  signal: AbortSignal,
): Promise<Loaded> {
  const stage = tab === 'today' ? undefined : GROUPS[tab].stage;
  const ask = (question: Question): ReturnType<typeof shownMatches> =>
    shownMatches(client, { ...question, ...(stage && { stage }) });
  if (tab !== 'today') return allPages(ask, { order: GROUPS[tab].order, signal }, pages);
  // The day of the world, which need not be the machine's, where the visitor is.
  // No match has the number 0, so the answer has nothing but the time.
  const { now } = await ask({ fixtureId: 0, limit: 1, signal });
  const { from, until } = dayAround(now);
  const days = [...new Set([epochDayOf(from), epochDayOf(until - 1)])];
  const found = await Promise.all(days.map((epochDay) => allPages(ask, { epochDay, signal }, pages)));
  const matches = found
    .flatMap(({ matches }) => matches)
    .filter(({ startTime }) => startTime >= from && startTime < until);
  return { matches, hasMore: found.some(({ hasMore }) => hasMore) };
}

async function allPages(
  ask: (question: Question) => ReturnType<typeof shownMatches>,
  question: Omit<Question, 'limit' | 'after'>,
  pages: number,
): Promise<Loaded> {
  const matches: ShownMatch[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page++) {
    const answer: Awaited<ReturnType<typeof shownMatches>> = await ask({
      ...question,
      limit: PAGE,
      ...(after !== null && { after }),
    });
    matches.push(...answer.matches);
    after = answer.next;
    if (after === null) break;
  }
  return { matches, hasMore: after !== null };
}
