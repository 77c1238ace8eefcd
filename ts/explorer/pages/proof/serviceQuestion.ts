import type { Sport } from 'linesman/format';
import type { Address } from 'linesman/program';

/** What a link or the form asks the service for. */
export interface ServiceQuestion {
  readonly fixture: number;
  /** Null: the newest record whose root is published. */
  readonly seq: number | null;
  /** Empty: those of the condition. */
  readonly keys: readonly number[];
  /** Null: as the service says. */
  readonly sport: Sport | null;
}

/** What a link leads to: a record of the service, a result that everybody may see, a market, or a proof in it. */
export type ProofQuestion =
  | ({ readonly of: 'record' | 'result' } & ServiceQuestion)
  | { readonly of: 'market'; readonly market: Address; readonly sport: Sport | null }
  | { readonly of: 'link'; readonly packed: string; readonly sport: Sport | null };

/** There is nothing to ask: no service is set, or what is asked needs a node. */
export class NoQuestion extends Error {}
