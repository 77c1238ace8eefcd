import type { Client, Match, MatchPage, MatchState, PublicMatch, PublicStage } from 'linesman/client';
import { dayAround, epochDayOf } from '../../shared/time.js';

export const TABS = ['running', 'today', 'finished', 'coming'] as const;
export type Tab = (typeof TABS)[number];

/** A match on a list; `proof` where everybody may see what proves its result. */
export type Listed = Match & { readonly proof?: PublicMatch['proof'] };

interface Group {
  readonly states: readonly MatchState[];
  readonly stage: PublicStage;
  readonly order: 'earliest' | 'latest';
}

const GROUPS: Readonly<Record<Exclude<Tab, 'today'>, Group>> = {
  running: { states: ['live'], stage: 'running', order: 'latest' },
  finished: {
    states: ['finished', 'abandoned', 'cancelled', 'postponed', 'uncovered'],
    stage: 'over',
    order: 'latest',
  },
  coming: { states: ['scheduled'], stage: 'coming', order: 'earliest' },
};

/** Matches of a group are asked for in pages of this length. */
export const PAGE = 100;

export interface Loaded {
  readonly matches: readonly Listed[];
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
  { tab, pages, isVisitor }: { readonly tab: Tab; readonly pages: number; readonly isVisitor: boolean },
  signal: AbortSignal,
): Promise<Loaded> {
  const ask = async (question: Question): Promise<MatchPage<Listed>> => {
    const group = tab === 'today' ? undefined : GROUPS[tab];
    if (!isVisitor) return client.fixtures.matches({ ...question, ...(group && { states: group.states }) });
    const page = await client.results.matches({ ...question, ...(group && { stage: group.stage }) });
    return { ...page, matches: page.matches.map((match) => ({ ...match, nextSlot: null })) };
  };
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
  ask: (question: Question) => Promise<MatchPage<Listed>>,
  question: Omit<Question, 'limit' | 'after'>,
  pages: number,
): Promise<Loaded> {
  const matches: Listed[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page++) {
    const answer: MatchPage<Listed> = await ask({ ...question, limit: PAGE, ...(after !== null && { after }) });
    matches.push(...answer.matches);
    after = answer.next;
    if (after === null) break;
  }
  return { matches, hasMore: after !== null };
}
