import type { Stats } from '@linesman/records/batch';
import { type ScoreBatch, scoreBatches } from '@linesman/records/batch';
import { keysOfSport, MS_PER_SLOT, type Sport } from '@linesman/sdk/format';
import { Random } from '../../../ts/season/random.js';
import type { ScorelineRecord } from './scoreline.js';

/** Depths of the three trees along a proof. */
export interface Shape {
  /** 0 to 6; the sport's number of keys may limit it further. */
  readonly statDepth: number;
  /** 1 to 13. */
  readonly subDepth: number;
  /** 1 to 9. */
  readonly mainDepth: number;
}

export interface ShapeOptions extends Shape {
  readonly seed: string;
  readonly sport: Sport;
  /** First millisecond of the slot, a multiple of 300,000. */
  readonly slotStart: number;
  /** `StatusId` of the record to prove; left out, the record has none. */
  readonly status?: number;
  /** Required values of stats, where 0 means zero; the others are drawn. */
  readonly values?: Readonly<Record<number, number>>;
}

/** A batch of the requested shape, and the record in it that is meant to be proven. */
export interface ShapedBatch {
  readonly batch: ScoreBatch;
  readonly fixtureId: number;
  readonly seq: number;
  /** The record's non-zero keys, ascending. */
  readonly present: readonly number[];
  /** The record's zero keys, ascending. */
  readonly zero: readonly number[];
}

/** Pads a batch with other stats, records and fixtures until its trees have the requested depths. */
export function shapedBatch(options: ShapeOptions): ShapedBatch {
  const { sport, slotStart, statDepth, subDepth, mainDepth } = options;
  const random = new Random(`shape/${options.seed}/${statDepth}/${subDepth}/${mainDepth}`);
  const keys = keysOfSport(sport);
  const stats = drawStats(random, keys, statDepth, options.values ?? {});
  const fixtureCount = countOfDepth(random, mainDepth) - 1;
  const updateCount = Math.ceil(countOfDepth(random, subDepth) / 2);
  const fixtureIds: number[] = [];
  for (let id = random.between(10_000_000, 19_000_000); fixtureIds.length < fixtureCount; id += random.between(1, 999))
    fixtureIds.push(id);
  const fixtureId = random.pick(fixtureIds);
  const seq = random.below(updateCount);

  // Neighbours' content does not matter; small trees keep large batches quick to build.
  const others: Stats[] = [0, 1, 2].map((value) => Object.fromEntries(keys.slice(0, 4).map((key) => [key, value])));
  const record = (id: number, number: number, of: number, about: Pick<ScorelineRecord, 'Stats' | 'StatusId'>) => ({
    FixtureId: id,
    Seq: number,
    Ts: slotStart + Math.floor((number / of) * (MS_PER_SLOT - 1)),
    Action: 'status',
    Id: number,
    Confirmed: true,
    ...about,
  });
  const records = fixtureIds.flatMap((id) => {
    const count = id === fixtureId ? updateCount : random.between(1, 3);
    return Array.from({ length: count }, (_, number): ScorelineRecord => {
      if (id === fixtureId && number === seq) {
        const status = options.status === undefined ? {} : { StatusId: options.status };
        return record(id, number, count, { Stats: stats, ...status });
      }
      return record(id, number, count, { Stats: random.pick(others), StatusId: random.pick([2, 4]) });
    });
  });
  const [batch] = scoreBatches([{ sport, records }]);
  if (!batch) throw new RangeError('a batch of no records');
  return {
    batch,
    fixtureId,
    seq,
    present: keys.filter((key) => stats[key] !== 0).sort((a, b) => a - b),
    zero: keys.filter((key) => stats[key] === 0).sort((a, b) => a - b),
  };
}

/** A random number of leaves for a tree of this depth. */
function countOfDepth(random: Random, depth: number): number {
  if (depth === 0) return 1;
  return random.between(2 ** (depth - 1) + 1, 2 ** depth);
}

function drawStats(
  random: Random,
  keys: readonly number[],
  depth: number,
  values: Readonly<Record<number, number>>,
): Stats {
  const fixed = Object.entries(values).map(([key, value]) => [Number(key), value] as const);
  const present = fixed.filter(([, value]) => value !== 0).map(([key]) => key);
  const free = keys.filter((key) => values[key] === undefined);
  const fewest = Math.max(present.length, depth === 0 ? 1 : 2 ** (depth - 1) + 1);
  // Leaves a few keys at zero, so that there is something to prove about them.
  const most = Math.min(2 ** depth, present.length + free.length - 4);
  if (fewest > most)
    throw new RangeError(`no stat tree of depth ${depth} holds ${present.length} given stats of these ${keys.length}`);
  const count = random.between(fewest, most);
  const chosen = new Set(present);
  while (chosen.size < count) chosen.add(random.pick(free));
  return Object.fromEntries(
    keys.map((key) => [key, values[key] ?? (chosen.has(key) ? random.between(11, 99) : 0)] as const),
  );
}
