import { encodeFixture, type FixtureRecord } from '../../../ts/records/record/fixture.js';
import { encodeOdds } from '../../../ts/records/record/odds.js';
import { encodeScores, type ScoresRecord } from '../../../ts/records/record/scores/scoresRecord.js';
import { hexToBytes } from '../../../ts/sdk/format/hex.js';
import type { Odds } from '../../../ts/sdk/format/odds.js';
import { bySport, SPORTS } from '../../../ts/sdk/format/sports/sports.js';
import { firstDayOf } from '../../../ts/sdk/program/address/oracle.js';
import { type MatchRecords, matchRecords } from '../../../ts/season/matchRecords.js';
import type { RecordKind } from '../../../ts/service/data/store/recordKind.js';

/** Of each sport, something is counted in the first slot. */
const SEED = 'edge 63';
/** Kick-off of all three; start of an hour. */
export const START = 1_800_000_000_000;
export const MINUTE = 60_000;
export const SLOT = 5 * MINUTE;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const ID = bySport((sport) => 12_000_001 + SPORTS.indexOf(sport));
/** A match of each sport. */
export const matches = SPORTS.map((sport) =>
  matchRecords({ seed: SEED, sport, fixtureId: ID[sport], startTime: START, tempo: 0.25 }),
);

/** A record that a source feeds to the service. */
export interface Sent {
  readonly kind: RecordKind;
  readonly fixtureId: number;
  readonly ts: number;
  /** On the wire. */
  readonly wire: Record<string, unknown>;
}
export interface SentScores extends Sent {
  readonly record: ScoresRecord;
}
export interface SentOdds extends Sent {
  readonly record: Odds;
}
export interface SentFixture extends Sent {
  readonly record: FixtureRecord;
}

/** What a source sends of a match, in order. */
export const wiresOf = ({ fixtures, scores }: MatchRecords): { readonly ts: number; readonly wire: object }[] =>
  [
    ...fixtures.map((one) => ({
      ts: one.ts,
      wire: { ...encodeFixture(one), Sport: one.sport, GameState: one.gameState },
    })),
    ...(scores as readonly ScoresRecord[]).map((one) => ({ ts: one.Ts, wire: encodeScores(one, 'snapshot') })),
  ].sort((a, b) => a.ts - b.ts);

export const scores = matches.flatMap((match) =>
  (match.scores as readonly ScoresRecord[]).map(
    (record): SentScores => ({
      kind: 'scores',
      fixtureId: record.FixtureId,
      ts: record.Ts,
      wire: encodeScores(record, 'snapshot'),
      record,
    }),
  ),
);
export const odds = matches.flatMap((match) =>
  match.odds.map(
    (record): SentOdds => ({
      kind: 'odds',
      fixtureId: record.fixtureId,
      ts: record.ts,
      wire: encodeOdds(record),
      record,
    }),
  ),
);
export const fixtures = matches.flatMap((match) =>
  match.fixtures.map(
    (record): SentFixture => ({
      kind: 'fixtures',
      fixtureId: record.fixtureId,
      ts: record.ts,
      wire: { ...encodeFixture(record), Sport: record.sport, GameState: record.gameState },
      record,
    }),
  ),
);
const byTime = <T extends Sent>(all: readonly T[]): T[] => [...all].sort((a, b) => a.ts - b.ts);
/** All of them on the wire. */
export const ALL = byTime<Sent>([...fixtures, ...odds, ...scores]);
/** A time well after the last record. */
export const END = (ALL.at(-1)?.ts ?? 0) + 2 * HOUR;

export const slotOf = (ts: number): number => ts - (ts % SLOT);
export const hourOf = (ts: number): string => `${Math.floor(ts / DAY)}/${Math.floor((ts % DAY) / HOUR)}`;

/** The last record of each name. */
export const latestOf = <T extends Sent>(all: readonly T[], name: (one: T) => string): T[] => {
  const latest = new Map(all.map((one) => [name(one), one]));
  return all.filter((one) => latest.get(name(one)) === one);
};
export const actionOf = ({ record }: SentScores): string => record.Action;
export const lineOf = ({ record }: SentOdds): string =>
  JSON.stringify([record.superOddsType, record.marketPeriod, record.marketParameters]);

/** A record with a zero stat and a non-zero one. */
export function provable(of: readonly SentScores[]): {
  readonly sent: SentScores;
  readonly keys: readonly [number, number];
} {
  for (const sent of of) {
    const stats = Object.entries(sent.record.Stats as Record<string, number>);
    const one = stats.find(([, value]) => value !== 0);
    const zero = stats.find(([, value]) => value === 0);
    if (one && zero) return { sent, keys: [Number(one[0]), Number(zero[0])] };
  }
  throw new Error('no record with stats');
}

/** The root of the batch that holds a record of that time, and its place in its roots account. */
export function rootPlaceOf(kind: RecordKind, ts: number) {
  const length = kind === 'fixtures' ? HOUR : SLOT;
  const slotStart = ts - (ts % length);
  const day = Math.floor(ts / DAY);
  const first = firstDayOf(kind, day);
  return {
    day,
    index: (slotStart - first * DAY) / length,
    in: (roots: ReadonlyMap<string, string>): Uint8Array => hexToBytes(roots.get(`${kind}/${slotStart}`) ?? ''),
  };
}
