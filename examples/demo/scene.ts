import type { Milliseconds, Seconds, Sport } from '../../ts/linesman/format/index.js';
import type { StatProof } from '../../ts/linesman/proof/index.js';
import type { LocalChain } from './localChain.js';
import type { Stage } from './stage.js';

/** What a run of the demo is about: a match, whose roots get on the chain in some way, and two proofs of it. */
export interface Scene {
  readonly title: string;
  readonly sport: Sport;
  readonly fixtureId: number;
  /** The question of the market. */
  readonly where: string;
  /** When the market stops to take stakes: the start of the match, or a time that may have been it. */
  readonly start: Milliseconds;
  /** Puts the roots of the oracle on the chain. */
  publish(chain: LocalChain, stage: Stage): Promise<void>;
  /** A proof that must not settle the market, and why not. */
  readonly refused: { readonly proof: StatProof; readonly what: string };
  /** The proof that settles it. */
  readonly proof: StatProof;
}

/** A time as the chain's clock counts it, and so many seconds later. */
export const secondsOf = (time: Milliseconds, later = 0): Seconds => (Math.floor(time / 1000) + later) as Seconds;
