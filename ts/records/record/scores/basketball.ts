import { SPORT_COUNTERS } from '@linesman/sdk/format';
import {
  bool,
  int32,
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

const COUNTERS = counters(SPORT_COUNTERS.basketball.map(([name]) => name));

/** The correctable details of an action. The historical form has fewer. */
const CHANGE = object({
  AssistConfirmed: optional(bool, SNAPSHOT_ONLY),
  AssistId: optional(positiveInt32, SNAPSHOT_ONLY),
  BlockConfirmed: optional(bool, SNAPSHOT_ONLY),
  BlockerId: optional(positiveInt32, SNAPSHOT_ONLY),
  Clock: optional(CLOCK),
  FouledId: optional(positiveInt32, SNAPSHOT_ONLY),
  IsPlayerRebound: optional(bool),
  IsTeam: optional(bool),
  IsTeamRebound: optional(bool),
  Outcome: optional(text),
  Participant: optional(PARTICIPANT, SNAPSHOT_ONLY),
  PlayerId: optional(positiveInt32),
  PlayerInId: optional(positiveInt32, SNAPSHOT_ONLY),
  PlayerOutId: optional(positiveInt32, SNAPSHOT_ONLY),
  TeamFoul: optional(bool, SNAPSHOT_ONLY),
  TurnoverId: optional(positiveInt32, SNAPSHOT_ONLY),
  Type: optional(text),
  UpdatePlayersOnCourt: optional(bool, SNAPSHOT_ONLY),
});

const DATA = object({
  Action: optional(text),
  Active: optional(bool),
  AssistConfirmed: optional(bool),
  AssistId: optional(positiveInt32),
  BlockConfirmed: optional(bool),
  BlockerId: optional(positiveInt32),
  Clock: optional(CLOCK),
  FouledId: optional(positiveInt32),
  Id: optional(int32),
  Outcome: optional(text),
  ReplaceId: optional(int32),
  Type: optional(text),
  New: optional(CHANGE),
  Previous: optional(CHANGE),
});

const SCORE = byParticipant(
  object({
    /** `Q1` to `Q4`, or `H1` and `H2`. */
    Period: optional(mapOf('^(Q[1-4]|H[12])$', COUNTERS)),
    HT: optional(COUNTERS),
    /** By number of the overtime, from 1. */
    OT: optional(mapOf('^[1-9]\\d*$', COUNTERS)),
    OTTotal: optional(COUNTERS),
    Total: optional(COUNTERS),
  }),
);

const TEAM_STATE = object({
  AttackingBasket: required(bool),
  ActiveTimeout: required(bool),
  Challenges: required(int32),
});

/** A basketball score record: its fields in the order of writing, with their names in each form. */
export const BASKETBALL_SCORES = object(
  {
    ...commonHead('basketball'),
    StatusId: optional(statusOf('basketball'), { historical: 'statusBasketballId' }),
    Type: optional(oneOf('Basketball')),
    ...COMMON_STATE,
    ...COMMON_PLAY,
    ...COMMON_STATS,
    Score: optional(SCORE, { historical: 'scoreBasketball' }),
    Data: optional(DATA, { historical: 'dataBasketball' }),
    ...COMMON_LINEUPS,
    Parti1State: optional(TEAM_STATE, SNAPSHOT_ONLY),
    Parti2State: optional(TEAM_STATE, SNAPSHOT_ONLY),
  },
  { title: 'BasketballScores', ...SCORES_OPTIONS },
);
export type BasketballScores = TypeOf<typeof BASKETBALL_SCORES>;
