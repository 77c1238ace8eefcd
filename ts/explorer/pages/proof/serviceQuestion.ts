import type { Sport } from '@linesman/sdk/format';
import type { Address } from '@linesman/sdk/program';

/** A request to the service, from a link or the form. */
export interface ServiceQuestion {
  readonly fixture: number;
  /** Null: the newest record whose root is published. */
  readonly seq: number | null;
  /** If empty, the keys of the condition are used. */
  readonly keys: readonly number[];
  /** If null, the service decides. */
  readonly sport: Sport | null;
}

/** The target of a link: a record of the service, a public result, a market, or a proof in the link itself. */
export type ProofQuestion =
  | ({ readonly of: 'record' | 'result' } & ServiceQuestion)
  | { readonly of: 'market'; readonly market: Address; readonly sport: Sport | null }
  | { readonly of: 'link'; readonly packed: string; readonly sport: Sport | null };

/** The request cannot be sent: no service is set, or it needs a node. */
export class NoQuestion extends Error {}
