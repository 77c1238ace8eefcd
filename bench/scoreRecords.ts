import { encodeFixture } from '../ts/records/record/fixture.js';
import { encodeScores, type ScoresRecord } from '../ts/records/record/scores/scoresRecord.js';
import { MS_PER_SLOT } from '../ts/sdk/format/slotTime.js';
import type { Sport } from '../ts/sdk/format/sports/sports.js';
import { matchRecords } from '../ts/season/matchRecords.js';

/** The start of an hour and of a slot, in ms. */
export const START = 1_800_000_000_000;
const FIRST_ID = 14_000_001;

export const fixtureIds = (count: number): number[] => Array.from({ length: count }, (_, i) => FIRST_ID + i);

/** Records with stats of one simulated match, in order, to copy for as many fixtures and updates as needed. */
function patterns(sport: Sport): readonly ScoresRecord[] {
  const { scores } = matchRecords({ seed: 'bench', sport, fixtureId: FIRST_ID, startTime: START });
  return (scores as readonly ScoresRecord[]).filter(({ Stats }) => Object.keys(Stats).length > 0);
}

export interface SlotRecords {
  /** One announcement for each fixture. */
  readonly fixtures: readonly object[];
  /** Updates in time order, generated lazily. */
  scores(): Iterable<object>;
}

/**
 * Score records of one 5-minute slot from `slotStart` (ms): this many updates of each fixture, numbered from
 * `firstSeq`.
 */
export function slotRecords(options: {
  readonly sport: Sport;
  readonly fixtures: number;
  readonly updates: number;
  readonly slotStart?: number;
  readonly firstSeq?: number;
}): SlotRecords {
  const { sport, fixtures: count, updates, slotStart = START, firstSeq = 0 } = options;
  const { fixtures } = matchRecords({ seed: 'bench', sport, fixtureId: FIRST_ID, startTime: START });
  const [announced] = fixtures;
  if (!announced) throw new Error('a match without announcement');
  const ids = fixtureIds(count);
  const wire = patterns(sport).map((record) => encodeScores(record, 'snapshot') as Record<string, unknown>);
  return {
    fixtures: ids.map((FixtureId) => ({
      ...encodeFixture(announced),
      FixtureId,
      Sport: sport,
      GameState: announced.gameState,
    })),
    *scores() {
      for (let i = 0; i < updates; i++) {
        const Ts = slotStart + Math.floor((i * (MS_PER_SLOT - 1)) / updates);
        for (const FixtureId of ids) yield { ...wire[(firstSeq + i) % wire.length], FixtureId, Seq: firstSeq + i, Ts };
      }
    },
  };
}
