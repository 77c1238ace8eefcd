/** Stats of a record as they travel: decimal keys, every key of the sport or none at all. */
export type Stats = Readonly<Record<string, number>>;

/**
 * A score record, as far as score proofs need it (names as on the wire). `Seq` counts from 0 within the fixture, `Ts` is in ms, `StatusId` is
 * absent on some records, `Id` ties the records of one real event. `Stats` is the last confirmed state, `{}` before the first.
 */
export interface ScoreRecord {
  readonly FixtureId: number;
  readonly Seq: number;
  readonly Ts: number;
  readonly Action: string;
  readonly Id: number;
  readonly StatusId?: number;
  readonly Participant?: 1 | 2;
  readonly Confirmed?: boolean;
  readonly Stats: Stats;
}
