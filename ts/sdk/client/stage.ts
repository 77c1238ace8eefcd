import type { Client } from './client.js';
import type { Match, MatchPage, MatchState, PublicMatch } from './match.js';
import type { PublicQuestion, PublicStage } from './results.js';

/** A match as its reader may see it; `proof` is set if the proof of its result is public. */
export type ShownMatch = Match & { readonly proof?: PublicMatch['proof'] };

const STAGES: Readonly<Record<MatchState, PublicStage>> = {
  scheduled: 'coming',
  live: 'running',
  finished: 'over',
  abandoned: 'over',
  cancelled: 'over',
  postponed: 'over',
  uncovered: 'over',
};

/**
 * The stage that a state of a match belongs to.
 *
 * @example
 * ```ts
 * import { stageOf } from '@linesman/sdk/client';
 *
 * stageOf('live'); // 'running'
 * ```
 */
export const stageOf = (state: MatchState): PublicStage => STAGES[state];

const statesOf = (stage: PublicStage): readonly MatchState[] =>
  (Object.keys(STAGES) as MatchState[]).filter((state) => STAGES[state] === stage);

/**
 * A page of the matches that a reader may see: those of the subscription, or for a visitor, who has no API token, the
 * public ones. Errors: those of `fixtures.matches` and `results.matches`.
 *
 * @example
 * ```ts
 * import { createClient, shownMatches } from '@linesman/sdk/client';
 *
 * const client = createClient({ baseUrl: 'https://oracle.example' });
 * const { matches } = await shownMatches(client, { stage: 'coming' }, { isVisitor: true });
 * ```
 */
export async function shownMatches(
  { fixtures, results }: Pick<Client, 'fixtures' | 'results'>,
  question: PublicQuestion,
  { isVisitor }: { readonly isVisitor: boolean },
): Promise<MatchPage<ShownMatch>> {
  if (isVisitor) {
    const page = await results.matches(question);
    return { ...page, matches: page.matches.map((match) => ({ ...match, nextSlot: null })) };
  }
  const { stage, ...rest } = question;
  return await fixtures.matches({ ...rest, ...(stage !== undefined && { states: statesOf(stage) }) });
}
