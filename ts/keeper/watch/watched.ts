import type { Address, MarketTerms, MatchResult } from '@linesman/sdk/program';
import type { FetchNode } from '@linesman/sdk/rpc';

/** The part of a node that is read; `fetchNode` is one. */
export type WatchNode = Pick<FetchNode, 'account' | 'accounts' | 'accountsOf' | 'signaturesOf' | 'transaction'>;

/** What somebody else says about matches. Each answer is `null` while nothing decides. Errors: those of the source. */
export interface Opinion {
  /** Named in findings. */
  readonly of: string;
  /** Whether it knows every match that has a result, so that its silence says something. */
  readonly isComplete: boolean;
  /** Forgets what it heard in the round before. */
  startRound?(): void;
  outcomeOf(terms: MarketTerms): Promise<number | null>;
  /** The values of the stats of a result that it knows, by key. */
  valuesOf(result: MatchResult): Promise<ReadonlyMap<number, number> | null>;
}

/** What is watched, and by whom it is judged. */
export interface Watched {
  readonly node: WatchNode;
  readonly oracle: Address;
  readonly settlement: Address;
  /** What results and proposals are compared with. */
  readonly opinions: readonly Opinion[];
}
