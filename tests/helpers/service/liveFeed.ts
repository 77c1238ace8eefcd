import { encodeFixture, type FixtureRecord, STATE_NUMBER } from '../../../ts/records/record/fixture.js';
import type { ObjectSchema } from '../../../ts/records/record/schema/jsonSchema.js';
import {
  encodeScores,
  type ScoresRecord,
  scoresSchema,
  sportOfRecord,
} from '../../../ts/records/record/scores/scoresRecord.js';
import { layoutByteOf } from '../../../ts/sdk/format/sport.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A score record in the observed form as our own service writes it. */
export const observed = (record: ScoresRecord): Fields => encodeScores(record, 'observed');

/**
 * A score record in the form of live feeds: other order, incomplete blocks, players' counters with lower-case letters,
 * and undocumented fields.
 */
export function asLiveFeed(record: ScoresRecord): Fields {
  const { Seq, Ts, PossibleEvent, PlayerStats, Data, Stats, ...rest } = observed(record);
  return {
    Seq,
    ...rest,
    Data: Data === undefined ? {} : { ...(Data as Fields), Origin2: [1, { deep: null }] },
    Ts,
    FeedVersion: '2.1',
    ...(PossibleEvent !== undefined && { PossibleEvent: { VAR: true } }),
    ...(PlayerStats !== undefined && { PlayerStats: renamed(PlayerStats as Players) }),
    Stats,
  };
}

type Players = Readonly<Record<string, Readonly<Record<string, Fields>>>>;
const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const renamed = (players: Players): Fields =>
  Object.fromEntries(
    Object.entries(players).map(([side, counts]) => [
      side,
      Object.fromEntries(
        Object.entries(counts).map(([id, counters]) => [
          id,
          Object.fromEntries(Object.entries(counters).map(([name, count]) => [lowerFirst(name), count])),
        ]),
      ),
    ]),
  );

/** A fixture as live feeds list it: with the number of its state. */
export const listedByFeed = (fixture: FixtureRecord): Fields => ({
  ...encodeFixture(fixture),
  GameState: STATE_NUMBER[fixture.gameState],
  SportId: layoutByteOf(fixture.sport),
  Venue: { Name: 'Somewhere' },
});

/** Optional fields that something reads. */
const READ = new Set(['StatusId', 'Confirmed', 'Clock']);
/** A value of each JSON type. */
const OTHERS = ['text', '', 7, -1.5, true, null, [], ['Dry', 'Windy'], [[1], {}], {}, { any: [{ thing: null }] }];
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/**
 * A score record in the form of live feeds, with fields of other types. `pick(n)` draws a number below n. Each optional
 * field that the service does not read is changed as a whole, or inside.
 */
export function withOtherTypes(record: ScoresRecord, pick: (below: number) => number): Fields {
  const sport = sportOfRecord(record);
  const { required } = scoresSchema(sport, 'snapshot') as ObjectSchema;
  const other = (value: unknown): unknown => {
    const others = OTHERS.filter((one) => typeOf(one) !== typeOf(value));
    return others[pick(others.length)];
  };
  const changed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || pick(2) === 0) return other(value);
    if (Array.isArray(value)) return value.map(changed);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner)]));
  };
  return Object.fromEntries(
    Object.entries(asLiveFeed(record)).map(([name, value]) => [
      name,
      required.includes(name) || READ.has(name) ? value : changed(value),
    ]),
  );
}
