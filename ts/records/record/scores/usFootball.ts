import type { SPORT_COUNTERS } from '@linesman/sdk/format';
import {
  bool,
  count,
  int32,
  list,
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
  PARTI,
  PARTICIPANT,
  SCORES_OPTIONS,
  SNAPSHOT_ONLY,
} from './common.js';

/** In the order of writing. */
export const US_FOOTBALL_COUNTERS = [
  'Score',
  'Touchdown',
  'Safety',
  '1ptSafety',
  '1ptConversion',
  '2ptConversion',
  'FieldGoal',
  'Defensive2ptConversion',
] as const satisfies readonly (typeof SPORT_COUNTERS)['us-football'][number][0][];

export const KICKOFF_OUTCOMES = ['FairCatch', 'Fumble', 'OutOfBounds', 'Recovered', 'Return', 'Touchback'] as const;
export const IN_PLAY_OUTCOMES = [
  'Blocked',
  'Downed',
  'FieldGoalMissed',
  'FieldGoalSuccessful',
  'PassComplete',
  'PassIncomplete',
  'PassIntercepted',
  'PassSack',
  'RushComplete',
  ...KICKOFF_OUTCOMES,
] as const;
export const KICKOFF_PREVIOUS_ACTIONS = ['ConversionSafety', 'DefensiveConversion', 'Safety1Pt', 'Safety2Pt'] as const;

const COUNTERS = counters(US_FOOTBALL_COUNTERS);

const DOWN = object({
  number: required(count),
  yardsToGo: required(count),
  scrimmageLine: required(count),
  possession: required(PARTI),
  side: required(oneOf('Offensive', 'Defensive')),
});

const IN_PLAY_INFO = object({
  BallSnapped: optional(bool),
  PlayersLiningUp: optional(bool),
  TimeoutParti1: optional(bool),
  TimeoutParti2: optional(bool),
  TVTimeout: optional(bool),
  NewSetOfDowns: optional(bool),
  PenaltyIncreasedDown: optional(bool),
  Outcome: optional(oneOf(...IN_PLAY_OUTCOMES)),
  PreviousDown: optional(DOWN),
});

const KICKOFF_INFO = object({
  Team: optional(PARTI),
  Type: optional(oneOf('Regular', 'Onside')),
  Outcome: optional(oneOf(...KICKOFF_OUTCOMES)),
  KickoffPreviousAction: optional(oneOf(...KICKOFF_PREVIOUS_ACTIONS)),
  PenaltyYards: optional(int32),
});

const CHANGE = object({
  Clock: optional(CLOCK),
  IsTeam: optional(bool),
  Outcome: optional(text),
  PlayerId: optional(positiveInt32),
  ReceiverId: optional(positiveInt32),
  RusherId: optional(positiveInt32),
  SackedPlayerId: optional(positiveInt32),
  Yards: optional(int32),
  YardsToGo: optional(int32),
});

const DATA = object({
  Action: optional(text),
  Down: optional(text),
  Origin: optional(text),
  Outcome: optional(text),
  Side: optional(text),
  ReviewType: optional(text),
  Type: optional(text),
  Active: optional(bool),
  BigPlay: optional(bool),
  Challenge: optional(bool),
  FieldGoal: optional(bool),
  IsTeam: optional(bool),
  NewSetOfDowns: optional(bool),
  Penalty: optional(bool),
  Safety: optional(bool),
  Touchdown: optional(bool),
  Turnover: optional(bool),
  Id: optional(int32),
  Participant: optional(PARTICIPANT),
  PasserId: optional(positiveInt32),
  PlayerId: optional(positiveInt32),
  /** The description's spelling. */
  Posession: optional(PARTICIPANT),
  ReceiverId: optional(positiveInt32),
  ReplaceId: optional(int32),
  RusherId: optional(positiveInt32),
  SackedPlayerId: optional(positiveInt32),
  Yards: optional(int32),
  YardsToGo: optional(int32),
  YardsToEndzone: optional(int32),
  ScrimmageLine: optional(int32),
  Participants: optional(list(PARTICIPANT)),
  Clock: optional(CLOCK),
  New: optional(CHANGE),
  Previous: optional(CHANGE),
});

/** `OT` is the current overtime, `OTTotal` the sum of all. */
const SCORE = byParticipant(
  object({
    Q1: optional(COUNTERS),
    Q2: optional(COUNTERS),
    HT: optional(COUNTERS),
    Q3: optional(COUNTERS),
    Q4: optional(COUNTERS),
    OT: optional(COUNTERS),
    OTTotal: optional(COUNTERS),
    Total: optional(COUNTERS),
  }),
);

const TEAM_STATE = object({
  Timeouts: required(count),
  Challenges: required(count),
  PossibleEvent: required(
    object({
      touchdown: required(bool),
      fieldGoal: required(bool),
      safety: required(bool),
      '4thDownConversion': required(bool),
      '2ptConversionAttempt': required(bool),
      '1stDown': required(bool),
      bigPlay: required(bool),
      punt: required(bool),
    }),
  ),
});

const POSSIBLE_EVENT = object({ penalty: required(bool), turnover: required(bool), challenge: required(bool) });

/** A US football score record: its fields in the order of writing, with their names in each form. */
export const US_FOOTBALL_SCORES = object(
  {
    ...commonHead('us-football'),
    /** 1 NS to 18 TXCS; 1000*n* + 11 is overtime *n*, 1000*n* + 12 the break after it; 100 is finalised. */
    StatusId: optional(count),
    Type: optional(oneOf('UsFootball')),
    ...COMMON_STATE,
    Down: optional(DOWN),
    InPlayInfo: optional(IN_PLAY_INFO),
    KickoffInfo: optional(KICKOFF_INFO),
    Kickoff: optional(object({ Team: required(PARTI) })),
    ...COMMON_PLAY,
    ...COMMON_STATS,
    Score: optional(SCORE),
    Data: optional(DATA),
    ...COMMON_LINEUPS,
    Parti1StateUsFootball: optional(TEAM_STATE, { ...SNAPSHOT_ONLY, observed: 'Parti1State' }),
    Parti2StateUsFootball: optional(TEAM_STATE, { ...SNAPSHOT_ONLY, observed: 'Parti2State' }),
    PossibleEventUsFootball: optional(POSSIBLE_EVENT, { ...SNAPSHOT_ONLY, observed: 'PossibleEvent' }),
    PlayerStatsUsFootball: optional(byParticipant(mapOf('^[1-9]\\d*$', COUNTERS)), {
      ...SNAPSHOT_ONLY,
      observed: 'PlayerStats',
    }),
  },
  { title: 'UsFootballScores', ...SCORES_OPTIONS },
);
export type UsFootballScores = TypeOf<typeof US_FOOTBALL_SCORES>;
