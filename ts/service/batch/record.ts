/** Values by decimal stat key: every key of the sport, zeros included, or none at all. */
export type Stats = Readonly<Record<string, number>>;

/**
 * What a batch reads of a record of scores, by its names on the wire. `Seq` counts from 0 within the fixture, `Ts` is in
 * ms, `StatusId` is absent on some records. `Stats` is the last confirmed state, `{}` before the first.
 */
export interface ScoreRecord {
  readonly FixtureId: number;
  readonly Seq: number;
  readonly Ts: number;
  readonly StatusId?: number | undefined;
  readonly Stats: Stats;
}
