import { fixtureLeaf } from '../scoreline/fixtureLeaf.js';
import { randomOdds } from '../scoreline/randomOdds.js';
import { scorelineOf } from '../scoreline/scoreline.js';
import { fixtureOnWire, oddsOnWire, START } from './feed.js';

const HOUR = 3_600_000;

/** Start of an hour, ms. */
export const hourStart = (hour: number): number => START + hour * HOUR;

export interface HourOfRecords {
  readonly fixture: Record<string, unknown>;
  readonly scores: readonly Record<string, unknown>[];
  readonly odds: readonly Record<string, unknown>[];
}

/** A fixture for each hour, with a few records of every kind in the hour's first slot: one batch per kind. */
export function hourOfRecords(hour: number): HourOfRecords {
  const startTime = hourStart(hour);
  const match = scorelineOf({ seed: 'hours', sport: 'soccer', fixtureId: 12_000_001 + hour, startTime });
  const at = (i: number) => startTime + 1_000 * (i + 1);
  return {
    fixture: fixtureOnWire(fixtureLeaf(match, at(0), 'scheduled'), 'soccer'),
    scores: match.records.slice(0, 2).map((record, i) => ({ ...record, Ts: at(i) })),
    odds: randomOdds(match, at(0), 2, 1_000).map(oddsOnWire),
  };
}
