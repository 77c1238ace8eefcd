import { FINALISED, layoutByteOf, SPORT_PERIODS, type Sport } from '@linesman/sdk/format';
import {
  bool,
  type Codec,
  count,
  type Field,
  int32,
  mapOf,
  object,
  oneOf,
  oneOfNumbers,
  optional,
  positiveInt32,
  required,
  text,
  time,
} from '../schema/codec.js';
import { CLOCK } from './clock.js';
import { LINEUPS } from './lineups.js';

/** `scheduled` → `live` → `finished` or `abandoned`; `scheduled` → `cancelled`. Interrupted matches stay live. */
export const GAME_STATES = ['scheduled', 'live', 'finished', 'abandoned', 'cancelled'] as const;
export type GameState = (typeof GAME_STATES)[number];

/** Values by decimal stat key: all keys that the source of the fixture states, or none. */
export const STATS = mapOf('^[1-9]\\d{0,4}$', int32);

/** A status of the sport. */
export const statusOf = (sport: Sport): Codec<number> =>
  oneOfNumbers(...SPORT_PERIODS[sport].map((_, i) => i + 1), FINALISED);

/** 1 or 2. */
export const PARTICIPANT = oneOfNumbers(1, 2);

/** A participant in fields that the description defines as an enumeration. */
export const PARTI = oneOf('Parti1', 'Parti2');

/** An object with one value per participant. */
export const byParticipant = <T>(codec: Codec<T>) =>
  object({ Participant1: required(codec), Participant2: required(codec) });

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Counters of one period; missing counters are 0. In live feeds, players' counters begin with a lower-case letter. */
export const counters = <const N extends string>(names: readonly N[]) =>
  object(Object.fromEntries(names.map((name) => [name, optional(count)])) as Record<N, Field<number, false>>, {
    spellings: { observed: lowerFirst },
  });

/** The leading fields of every score record, and those that every sport may have. The same for all sports. */
export const commonHead = (sport: Sport) => ({
  FixtureId: required(positiveInt32),
  GameState: required(oneOf(...GAME_STATES)),
  StartTime: required(time),
  IsTeam: required(bool),
  FixtureGroupId: required(positiveInt32),
  CompetitionId: required(positiveInt32),
  CountryId: required(positiveInt32),
  SportId: required(oneOfNumbers(layoutByteOf(sport))),
  Participant1IsHome: required(bool),
  Participant1Id: required(positiveInt32),
  Participant2Id: required(positiveInt32),
  Action: required(text),
  Id: required(count),
  Ts: required(time),
  ConnectionId: required(count),
  Seq: required(count),
  CoverageSecondaryData: optional(bool),
  CoverageType: optional(text),
});

/** The fields common to all sports that follow `StatusId` and `Type`. */
export const COMMON_STATE = { Confirmed: optional(bool), Clock: optional(CLOCK) };
export const COMMON_PLAY = { Participant: optional(PARTICIPANT), Possession: optional(PARTICIPANT) };
export const COMMON_STATS = { Stats: required(STATS) };

/** For lineups, participants' states and players' stats, which the historical form lacks. */
export const SNAPSHOT_ONLY = { historical: null } as const;
export const COMMON_LINEUPS = { Lineups: optional(LINEUPS, SNAPSHOT_ONLY) };

/** The historical form begins top-level names with a lower-case letter. */
export const SCORES_OPTIONS = { rename: { historical: lowerFirst } } as const;
