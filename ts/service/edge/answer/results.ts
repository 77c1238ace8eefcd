import type { FinalProof, PublicStage } from '@linesman/sdk/client';
import type { MatchEntry, MatchQuestion } from './matches.js';

/** A match in the public view. */
export interface PublicEntry extends Omit<MatchEntry, 'final' | 'declared'> {
  /** Null while it is not over, and for a match that ended without a confirmed result. */
  readonly proof: FinalProof | null;
}

export type PublicQuestion = Omit<MatchQuestion, 'states'> & { readonly stage?: PublicStage };

/**
 * Results that need no token: the teams and the start, and the events once the match is over and the root of its last
 * record is on chain. Until then, a match that has begun does not show anything else, not even whether it is over. So
 * the public view is never ahead of a subscription.
 */
export interface Results {
  page(question: PublicQuestion, now: number): Promise<readonly PublicEntry[]>;
  /** The match, if its result is public; it may have no proof. */
  of(fixtureId: number, now: number): Promise<PublicEntry | undefined>;
}
