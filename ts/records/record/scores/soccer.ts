import { SPORT_COUNTERS } from '@linesman/sdk/format';
import {
  bool,
  count,
  mapOf,
  object,
  oneOf,
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
  statusOf,
} from './common.js';

const STATUS = statusOf('soccer');
const COUNTERS = counters(SPORT_COUNTERS.soccer.map(([name]) => name));

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
  StatusId: optional(STATUS),
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

/** Zero counters are left out, and so are blocks with only zero counters. */
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

/** A soccer score record: its fields in the order of writing, with their names in each form. */
export const SOCCER_SCORES = object(
  {
    ...commonHead('soccer'),
    StatusId: optional(STATUS, { historical: 'statusSoccerId' }),
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
