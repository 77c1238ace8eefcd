import type { Random } from './random.js';
import type { Side } from './scoreBoard.js';
import type { Phase } from './script.js';

/** The end of a drive. A safety counts for the other side. */
export type DriveEnd = 'touchdown' | 'fieldGoal' | 'safety' | 'missedFieldGoal' | 'turnover' | 'downs' | 'punt';
/** The play after a touchdown. `defence` and `onePointSafety` are rare; the first counts for the other side. */
export type Conversion = 'kick' | 'run' | 'failed' | 'defence' | 'onePointSafety';

/** A side's play with the ball until it scores or loses the ball. */
export interface Drive {
  readonly side: Side;
  readonly end: DriveEnd;
  readonly conversion: Conversion;
  /** ms since the phase began. */
  readonly from: number;
  readonly until: number;
}

const MINUTE = 60_000;
/** Drives of both sides in a minute, of real time. */
const PER_MINUTE = 0.155;
/** The last drive ends this long before the end of the phase, ms, because an attempt follows a touchdown. */
const LAST = 110_000;
/** The first drive begins this long after the start of the phase, ms. */
const FIRST = 20_000;

/** Weights in thousandths. */
const ENDS: readonly (readonly [DriveEnd, number])[] = [
  ['touchdown', 215],
  ['fieldGoal', 145],
  ['safety', 5],
  ['missedFieldGoal', 35],
  ['turnover', 120],
  ['downs', 60],
  ['punt', 420],
];
const CONVERSIONS: readonly (readonly [Conversion, number])[] = [
  ['kick', 900],
  ['run', 40],
  ['failed', 50],
  ['defence', 8],
  ['onePointSafety', 2],
];
const POINTS: Readonly<Partial<Record<DriveEnd, number>>> = { touchdown: 6, fieldGoal: 3, safety: -2 };
const MORE: Readonly<Record<Conversion, number>> = { kick: 1, run: 2, failed: 0, defence: -2, onePointSafety: 1 };

/** How much a drive changes the lead of its side. */
export const leadOfDrive = ({ end, conversion }: Drive): number =>
  (POINTS[end] ?? 0) + (end === 'touchdown' ? MORE[conversion] : 0);

/** The drives of a phase in time order. `first`: who has the ball. `share`: hundredths of scores by side 1. */
export function drivesOf(phase: Phase, first: Side, share: number, random: Random): Drive[] {
  const count = Math.max(2, Math.round(PER_MINUTE * phase.minutes) + random.between(-1, 1));
  const step = (phase.minutes * MINUTE - LAST - FIRST) / count;
  let from = FIRST;
  return Array.from({ length: count }, (_, i) => {
    const side: Side = i % 2 === 0 ? first : first === 1 ? 2 : 1;
    const strength = (side === 1 ? share : 100 - share) / 50;
    // A drive takes a while, so drives are kept apart. Random times would be too close together.
    const until = Math.round(FIRST + step * (i + 0.45 + random.below(600) / 1_000));
    const drive: Drive = {
      side,
      end: random.weighted(ENDS.map(([end, weight]) => [end, (POINTS[end] ?? 0) > 0 ? weight * strength : weight])),
      conversion: random.weighted(CONVERSIONS),
      from,
      until,
    };
    from = until;
    return drive;
  });
}
