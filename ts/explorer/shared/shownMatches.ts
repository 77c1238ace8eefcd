import {
  type Client,
  type MatchPage,
  shownMatches as matchesFor,
  type PublicQuestion,
  type ShownMatch,
} from '@linesman/sdk/client';
import { settings } from '../frame/settings.js';

export { type ShownMatch, stageOf } from '@linesman/sdk/client';

/** Whether this visitor only sees the public view. */
export const isVisitor = (): boolean => settings.value.apiToken === null;

/** The matches of the subscription, or the public ones. Errors: those of the service. */
export const shownMatches = (client: Client, question: PublicQuestion): Promise<MatchPage<ShownMatch>> =>
  matchesFor(client, question, { isVisitor: isVisitor() });

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
