import type { Milliseconds, Seconds } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { StatProof } from '../../ts/sdk/proof/proof.js';
import type { LocalChain } from './localChain.js';
import type { Stage } from './stage.js';

/** The material of a demo: a match, a way to put its roots on chain, and two proofs of it. */
export interface Scene {
  readonly title: string;
  readonly sport: Sport;
  readonly fixtureId: number;
  /** The question of the market. */
  readonly where: string;
  /** When the market closes for stakes: the start of the match, or a plausible time. */
  readonly start: Milliseconds;
  /** Puts the oracle's roots on chain. */
  publish(chain: LocalChain, stage: Stage): Promise<void>;
  /** A proof that must not settle the market, and its fault. */
  readonly refused: { readonly proof: StatProof; readonly what: string };
  /** The proof that settles the market. */
  readonly proof: StatProof;
}

/** A time in Unix seconds, optionally some seconds later. */
export const secondsOf = (time: Milliseconds, later = 0): Seconds => (Math.floor(time / 1000) + later) as Seconds;
