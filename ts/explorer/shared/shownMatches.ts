import type {
  Client,
  Match,
  MatchPage,
  MatchState,
  PublicMatch,
  PublicQuestion,
  PublicStage,
} from '@linesman/sdk/client';
import { settings } from '../frame/settings.js';

/** A match as this visitor may see it; `proof` is set if the proof of its result is public. */
export type ShownMatch = Match & { readonly proof?: PublicMatch['proof'] };

/** The stage that each state belongs to. */
const STAGES: Readonly<Record<MatchState, PublicStage>> = {
  scheduled: 'coming',
  live: 'running',
  finished: 'over',
  abandoned: 'over',
  cancelled: 'over',
  postponed: 'over',
  uncovered: 'over',
};

export const stageOf = (state: MatchState): PublicStage => STAGES[state];

const statesOf = (stage: PublicStage): readonly MatchState[] =>
  (Object.keys(STAGES) as MatchState[]).filter((state) => STAGES[state] === stage);

/** Whether this visitor only sees the public view. */
export const isVisitor = (): boolean => settings.value.apiToken === null;

/** The matches of the subscription, or the public ones. Errors: those of the service. */
export async function shownMatches(
  client: Client,
  { stage, ...question }: PublicQuestion,
): Promise<MatchPage<ShownMatch>> {
  if (!isVisitor()) return client.fixtures.matches({ ...question, ...(stage && { states: statesOf(stage) }) });
  const page = await client.results.matches({ ...question, ...(stage && { stage }) });
  return { ...page, matches: page.matches.map((match) => ({ ...match, nextSlot: null })) };
}

/** The content of several pages of a list. */
export interface ShownPages {
  readonly matches: readonly ShownMatch[];
  /** Whether there are more matches than requested. */
  readonly hasMore: boolean;
}

/** This many pages of a list, each of `limit` matches. Errors: those of the service. */
export async function shownPages(client: Client, question: PublicQuestion, pages: number): Promise<ShownPages> {
  const matches: ShownMatch[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page++) {
    const answer: MatchPage<ShownMatch> = await shownMatches(client, { ...question, ...(after !== null && { after }) });
    matches.push(...answer.matches);
    after = answer.next;
    if (after === null) break;
  }
  return { matches, hasMore: after !== null };
}
