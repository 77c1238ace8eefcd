import { fail } from '../../error/index.js';
import { MS_PER_SLOT, type Sport } from '../../format/index.js';
import { buildScoresBatch, type ScoresBatch } from '../../merkle/index.js';
import { grouped } from './grouped.js';
import type { ScoreRecord } from './record.js';

/** Score records of one sport; only the sport says which stat has which bit. A fixture is in one source only. */
export interface ScoreSource {
  readonly sport: Sport;
  readonly records: readonly ScoreRecord[];
}

/** One sealed slot: its trees, and the records that they are made of. */
export interface ScoreBatch {
  readonly trees: ScoresBatch;
  /** By fixture id, in `Seq` order. */
  readonly sources: ReadonlyMap<number, ScoreSource>;
}

/** The batches that the records fall into, one a slot, by ascending time. */
export function scoreBatches(sources: readonly ScoreSource[]): ScoreBatch[] {
  const rows = sources.flatMap(({ sport, records }) => records.map((record) => ({ sport, record })));
  return grouped(rows, ({ record }) => Math.floor(record.Ts / MS_PER_SLOT)).map(([, ofSlot]) => {
    const byFixture = grouped(ofSlot, ({ record }) => record.FixtureId).map(([fixtureId, of]) => {
      const sport = of[0]?.sport ?? 'soccer';
      const records = of.map(({ record }) => record).sort((a, b) => a.Seq - b.Seq);
      return [fixtureId, { sport, records }] as const;
    });
    const trees = buildScoresBatch(
      byFixture.map(([fixtureId, { sport, records }]) => ({
        fixtureId,
        sport,
        updates: records.map(({ Ts, StatusId, Stats }) => ({
          ts: Ts,
          statusId: StatusId ?? null,
          stats: Object.entries(Stats).map(([key, value]) => [Number(key), value] as const),
        })),
      })),
    );
    return { trees, sources: new Map(byFixture) };
  });
}

/** One record of a batch, as the builders of proofs want it. */
export interface FoundRecord {
  readonly record: ScoreRecord;
  readonly sport: Sport;
  /** Place among the fixture's records of the slot, from 0. */
  readonly update: number;
}

/** Record `seq` of a fixture; 7015 when the batch does not hold it. */
export function findRecord(batch: ScoreBatch, fixtureId: number, seq: number): FoundRecord {
  const source = batch.sources.get(fixtureId);
  const update = source?.records.findIndex(({ Seq }) => Seq === seq) ?? -1;
  const record = source?.records[update];
  if (!source || !record)
    return fail(7015, { message: `Fixture ${fixtureId} has no record ${seq} in this slot.`, fixtureId, seq });
  return { record, sport: source.sport, update };
}
