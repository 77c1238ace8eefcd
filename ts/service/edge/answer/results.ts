import type { FinalProof, PublicStage } from 'linesman/client';
import type { MatchEntry, MatchQuestion } from './matches.js';

/** A match in the public view. */
export interface PublicEntry extends Omit<MatchEntry, 'final'> {
  /** Null while it is not over, and for a match that ended without a confirmed result. */
  readonly proof: FinalProof | null;
}

export type PublicQuestion = Omit<MatchQuestion, 'states'> & { readonly stage?: PublicStage };

/**
 * Results that need no token: who plays and when, and what has happened once the match is over and the root
 * of its last record is on chain. Until then a match that has begun says nothing, not even whether it is over, so it
 * never shows what a subscription shows earlier.
 */
export interface Results {
  page(question: PublicQuestion, now: number): Promise<readonly PublicEntry[]>;
  /** The match, if its result is public; it may have no proof. */
  of(fixtureId: number, now: number): Promise<PublicEntry | undefined>;
}
