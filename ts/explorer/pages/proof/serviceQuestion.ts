import type { Sport } from 'linesman/format';

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

/** There is nothing to ask: no service is set, or what is asked needs a node. */
export class NotAsked extends Error {}
