import type { Random } from './random.js';
import type { Side } from './scoreBoard.js';
import type { Phase } from './script.js';

/** The outcome of a possession. `made`: of one shot, or of two free throws. */
export interface Possession {
  readonly side: Side;
  readonly ends: 'two' | 'three' | 'freeThrows' | 'turnover';
  readonly made: number;
  /** ms since the phase began. */
  readonly at: number;
}

const MINUTE = 60_000;
/** Possessions of each side in a minute, of real time. */
const EACH_PER_MINUTE = 1.3;
/** The share of possessions, in thousandths; the others are turnovers. */
const TWOS = 521;
const THREES = 257;
const FREE_THROWS = 93;
/** Shots made, in thousandths. */
const MADE = { two: 500, three: 358, freeThrows: 770 } as const;
const POINTS = { two: 2, three: 3, freeThrows: 1, turnover: 0 } as const;
/** Points of an average possession. */
const AVERAGE = 0.94;
/** The last possession begins this long before the phase ends, ms. */
const LAST = 20_000;
/**
 * A side with this many points above the usual number makes no further shots, because real teams vary less than
 * independent coin tosses.
 */
const STEADINESS = 30;

export const pointsOf = ({ ends, made }: Possession): number => POINTS[ends] * made;

interface PossessionOptions {
  readonly random: Random;
  /** The usual share of side 1 in the points, in hundredths. */
  readonly share: number;
  /** Possessions as a share of the usual number. */
  readonly pace: number;
}

/** The possessions of a phase in time order. The sides alternate, so both have as many. */
export function possessionsOf(phase: Phase, { random, share, pace }: PossessionOptions): Possession[] {
  const each = Math.max(2, Math.round(EACH_PER_MINUTE * phase.minutes * pace));
  const step = (phase.minutes * MINUTE - LAST) / (2 * each);
  const first: Side = random.onceIn(2) ? 1 : 2;
  /** Points of each side beyond the usual number, in this phase. */
  const surplus: Record<Side, number> = { 1: 0, 2: 0 };
  return Array.from({ length: 2 * each }, (_, i) => {
    const side: Side = i % 2 === 0 ? first : first === 1 ? 2 : 1;
    const strength = (side === 1 ? share : 100 - share) / 50;
    const luck = strength * Math.min(Math.max(1 - surplus[side] / STEADINESS, 0.2), 1.8);
    const ends = endOf(random);
    const hits = (shots: number, of: number): number =>
      Array.from({ length: shots }, () => random.below(1_000) < of * luck).filter(Boolean).length;
    const made = ends === 'turnover' ? 0 : hits(ends === 'freeThrows' ? 2 : 1, MADE[ends]);
    const at = Math.round(i * step + random.below(1_000) * 0.0005 * step);
    const possession: Possession = { side, ends, made, at };
    surplus[side] += pointsOf(possession) - AVERAGE * strength;
    return possession;
  });
}

function endOf(random: Random): Possession['ends'] {
  const drawn = random.below(1_000);
  if (drawn < TWOS) return 'two';
  if (drawn < TWOS + THREES) return 'three';
  return drawn < TWOS + THREES + FREE_THROWS ? 'freeThrows' : 'turnover';
}
