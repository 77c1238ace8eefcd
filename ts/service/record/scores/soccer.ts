import {
  bool,
  count,
  mapOf,
  object,
  oneOf,
  oneOfNumbers,
  optional,
  positiveInt32,
  required,
  type TypeOf,
  text,
} from '../schema/codec.js';
import { CLOCK } from './clock.js';
import {
  byParticipant,
  COMMON_LINEUPS,
  COMMON_PLAY,
  COMMON_STATE,
  COMMON_STATS,
  commonHead,
  counters,
  PARTICIPANT,
  SCORES_OPTIONS,
  SNAPSHOT_ONLY,
} from './common.js';

/** 1 NS to 19 P; 100 is finalised. */
export const SOCCER_STATUS_IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 100] as const;

export const SOCCER_COUNTERS = ['Goals', 'YellowCards', 'RedCards', 'Corners'] as const;
export const SOCCER_BLOCKS = ['H1', 'HT', 'H2', 'ET1', 'ET2', 'PE', 'ETTotal', 'Total'] as const;

const COUNTERS = counters(SOCCER_COUNTERS);

/** The correctable details of an action. */
const CHANGE = object({
  Clock: optional(CLOCK),
  FreeKickType: optional(oneOf('Safe', 'Attack', 'Danger', 'HighDanger', 'Offside')),
  GoalType: optional(oneOf('Shot', 'Head', 'Own', 'Other')),
  Outcome: optional(text),
  Participant: optional(PARTICIPANT),
  PlayerId: optional(positiveInt32),
  PlayerInId: optional(positiveInt32),
  PlayerOutId: optional(positiveInt32),
  Type: optional(text),
});

const DATA = object({
  Action: optional(text),
  Color: optional(text),
  Conditions: optional(text),
  FreeKickType: optional(oneOf('Safe', 'Attack', 'Danger', 'HighDanger', 'Offside')),
  GoalType: optional(oneOf('Shot', 'Head', 'Own', 'Other')),
  Minutes: optional(count),
  Outcome: optional(text),
  Participant: optional(PARTICIPANT),
  PlayerId: optional(positiveInt32),
  PlayerInId: optional(positiveInt32),
  PlayerOutId: optional(positiveInt32),
  StatusId: optional(oneOfNumbers(...SOCCER_STATUS_IDS)),
  ThrowInType: optional(oneOf('Safe', 'Attack', 'Danger')),
  Type: optional(text),
  VenueType: optional(text),
  Goal: optional(bool),
  Penalty: optional(bool),
  Corner: optional(bool),
  RedCard: optional(bool),
  YellowCard: optional(bool),
  VAR: optional(bool),
  New: optional(CHANGE),
  Previous: optional(CHANGE),
});

const TEAM_STATE = object({
  PossibleEvent: required(object({ Goal: required(bool), Penalty: required(bool), Corner: required(bool) })),
});

const POSSIBLE_EVENT = object({ RedCard: required(bool), YellowCard: required(bool), VAR: required(bool) });

const SCORE = byParticipant(
  object({
    H1: optional(COUNTERS),
    HT: optional(COUNTERS),
    H2: optional(COUNTERS),
    ET1: optional(COUNTERS),
    ET2: optional(COUNTERS),
    /** A shoot-out counts goals only. */
    PE: optional(counters(['Goals'])),
    ETTotal: optional(COUNTERS),
    Total: optional(COUNTERS),
  }),
);

/** Zero counters are left out, and so are blocks without any other. */
export type SoccerScore = TypeOf<typeof SCORE>;

/** A soccer score record: its fields in the order of writing, with their names in each form. */
export const SOCCER_SCORES = object(
  {
    ...commonHead('soccer'),
    StatusId: optional(oneOfNumbers(...SOCCER_STATUS_IDS), { historical: 'statusSoccerId' }),
    Type: optional(oneOf('Soccer')),
    ...COMMON_STATE,
    ...COMMON_PLAY,
    PossessionType: optional(oneOf('AttackPossession', 'DangerPossession', 'HighDangerPossession', 'SafePossession')),
    ...COMMON_STATS,
    Score: optional(SCORE, { historical: 'scoreSoccer' }),
    Data: optional(DATA, { historical: 'dataSoccer' }),
    ...COMMON_LINEUPS,
    Parti1StateSoccer: optional(TEAM_STATE, { ...SNAPSHOT_ONLY, observed: 'Parti1State' }),
    Parti2StateSoccer: optional(TEAM_STATE, { ...SNAPSHOT_ONLY, observed: 'Parti2State' }),
    PossibleEventSoccer: optional(POSSIBLE_EVENT, { ...SNAPSHOT_ONLY, observed: 'PossibleEvent' }),
    PlayerStatsSoccer: optional(byParticipant(mapOf('^[1-9]\\d*$', COUNTERS)), {
      ...SNAPSHOT_ONLY,
      observed: 'PlayerStats',
    }),
  },
  { title: 'SoccerScores', ...SCORES_OPTIONS },
);
export type SoccerScores = TypeOf<typeof SOCCER_SCORES>;
