/** Values by decimal stat key: every key that the source of the fixture states, zeros included, or none. */
export type Stats = Readonly<Record<string, number>>;

/**
 * The fields of a score record that batches read, under their wire names. `Seq` counts from 0 within the fixture; `Ts`
 * is in ms; some records have no `StatusId`. `Stats` is the last confirmed state, `{}` before the first.
 */
export interface ScoreRecord {
  readonly FixtureId: number;
  readonly Seq: number;
  readonly Ts: number;
  readonly StatusId?: number | undefined;
  readonly Stats: Stats;
}
