import {
  IN_PLAY_OUTCOMES,
  KICKOFF_OUTCOMES,
  KICKOFF_PREVIOUS_ACTIONS,
  type UsFootballScores,
} from '../data/record/index.js';
import { type Incident, type Incidents, other } from './incident.js';
import type { Counted, MatchBook, RealEvent } from './matchBook.js';
import type { Side } from './scoreBoard.js';

type Book = MatchBook<'us-football'>;
type Data = NonNullable<UsFootballScores['Data']>;
type Change = NonNullable<Data['New']>;
type Score = NonNullable<UsFootballScores['Score']>;
type Down = NonNullable<UsFootballScores['Down']>;
type TeamState = NonNullable<UsFootballScores['Parti1StateUsFootball']>;

const parti = (side: Side) => (side === 1 ? 'Parti1' : 'Parti2');

function downOf(book: Book, side: Side, what: string): Down {
  return {
    number: book.random.between(1, 4),
    yardsToGo: book.random.between(1, 15),
    scrimmageLine: book.random.between(1, 50),
    possession: parti(side),
    side: book.turn(what, ['Offensive', 'Defensive']),
  };
}

function amend(book: Book, Id: number, side: Side, data: Data, scored = false): void {
  book.now += book.random.between(3_000, 8_000);
  const score = scored ? { Score: book.currentScore() as Score } : {};
  book.record('action_amend', { Id, Participant: side, Clock: book.clock(), Data: data, ...score });
}

/** A way to score: its counter, its points, and the fields of its record. */
interface Way {
  readonly action: string;
  readonly counter: string;
  readonly points: number;
  /** Expected number in a minute of play, of both sides together. */
  readonly perMinute: number;
  readonly data: (book: Book, side: Side) => Data;
}

const TOUCHDOWN: Way = {
  action: 'touchdown',
  counter: 'Touchdown',
  points: 6,
  perMinute: 0.031,
  data: (book, side) => ({
    Touchdown: true,
    BigPlay: book.random.onceIn(2),
    PasserId: book.player(side),
    ReceiverId: book.player(side),
    Yards: book.random.between(1, 80),
  }),
};

const FIELD_GOAL: Way = {
  action: 'field_goal',
  counter: 'FieldGoal',
  points: 3,
  perMinute: 0.021,
  data: (book, side) => ({
    FieldGoal: true,
    PlayerId: book.player(side),
    YardsToEndzone: book.random.between(5, 45),
  }),
};

const SAFETY: Way = {
  action: 'safety',
  counter: 'Safety',
  points: 2,
  perMinute: 0.0006,
  data: (book, side) => ({ Safety: true, SackedPlayerId: book.player(other(side)) }),
};

/** Conversions follow touchdowns. */
const KICKED_CONVERSION: Way = {
  action: '1pt_conversion',
  counter: '1ptConversion',
  points: 1,
  perMinute: 0,
  data: (book, side) => ({ PlayerId: book.player(side), Type: 'Kick' }),
};

const RUN_CONVERSION: Way = {
  action: '2pt_conversion',
  counter: '2ptConversion',
  points: 2,
  perMinute: 0,
  data: (book, side) => ({ RusherId: book.player(side), Type: 'Run' }),
};

const WAYS: readonly Way[] = [
  TOUCHDOWN,
  FIELD_GOAL,
  SAFETY,
  { action: '1pt_safety', counter: '1ptSafety', points: 1, perMinute: 0.0001, data: () => ({ Safety: true }) },
  KICKED_CONVERSION,
  RUN_CONVERSION,
  {
    action: 'defensive_2pt_conversion',
    counter: 'Defensive2ptConversion',
    points: 2,
    perMinute: 0.0002,
    data: (book, side) => ({ PlayerId: book.player(side), Turnover: true }),
  },
];

function score(book: Book, side: Side, way: Way): RealEvent {
  const player = book.player(side);
  const counts: Counted[] = [
    { side, counter: 'Score', by: way.points, player },
    { side, counter: way.counter, player },
  ];
  const Data: Data = {
    Action: way.action,
    Active: true,
    Outcome: 'Success',
    Participant: side,
    ...way.data(book, side),
  };
  return book.event(way.action, counts, { Participant: side, Data });
}

/** The attempt after a touchdown: a kick, now and then a run; one in twenty fails. */
function convert(book: Book, side: Side): void {
  book.now += book.random.between(30_000, 60_000);
  const attempt = book.random.below(20);
  if (attempt > 0) score(book, side, attempt > 18 ? RUN_CONVERSION : KICKED_CONVERSION);
}

const POSSIBLE = [
  'touchdown',
  'fieldGoal',
  'safety',
  '4thDownConversion',
  '2ptConversionAttempt',
  '1stDown',
  'bigPlay',
  'punt',
] as const;

function stateOf(book: Book, attacking: boolean): TeamState {
  const likely = book.turn('possible', POSSIBLE);
  return {
    Timeouts: book.random.between(0, 3),
    Challenges: book.random.between(0, 2),
    PossibleEvent: Object.fromEntries(
      POSSIBLE.map((name) => [name, attacking && name === likely]),
    ) as TeamState['PossibleEvent'],
  };
}

const ALL: readonly Incident<'us-football'>[] = [
  ...WAYS.map(
    (way): Incident<'us-football'> => ({
      counts: true,
      perMinute: way.perMinute,
      play: (book, side) => {
        score(book, side, way);
        if (way === TOUCHDOWN) convert(book, side);
      },
    }),
  ),
  {
    counts: false,
    perMinute: 0.065,
    play(book, side) {
      book.event('kickoff', [], {
        Participant: side,
        Kickoff: { Team: parti(side) },
        KickoffInfo: {
          Team: parti(side),
          Type: book.turn('kickoff type', ['Regular', 'Onside']),
          Outcome: book.turn('kickoff outcome', KICKOFF_OUTCOMES),
          KickoffPreviousAction: book.turn('previous action', KICKOFF_PREVIOUS_ACTIONS),
          PenaltyYards: 5 * book.random.between(0, 3),
        },
        Data: { Action: 'kickoff', Origin: 'OwnSide', Posession: side, ScrimmageLine: 35 },
      });
    },
  },
  {
    counts: false,
    perMinute: 1,
    play(book, side) {
      const PreviousDown = downOf(book, side, 'previous down');
      const Outcome = book.turn('in play', IN_PLAY_OUTCOMES);
      const about: Data = {
        Action: 'play',
        Down: String(PreviousDown.number),
        Outcome,
        Side: 'Offensive',
        Type: Outcome.startsWith('Rush') ? 'Run' : 'Pass',
        IsTeam: false,
        NewSetOfDowns: book.random.onceIn(3),
        Posession: side,
        RusherId: book.player(side),
        Yards: book.random.between(-5, 20),
        YardsToGo: book.random.between(1, 15),
        ScrimmageLine: PreviousDown.scrimmageLine,
        Clock: book.clock(),
      };
      const { id } = book.event('play', [], {
        Participant: side,
        Possession: side,
        Down: downOf(book, side, 'down'),
        InPlayInfo: {
          BallSnapped: true,
          PlayersLiningUp: false,
          TimeoutParti1: false,
          TimeoutParti2: false,
          TVTimeout: book.random.onceIn(5),
          NewSetOfDowns: about.NewSetOfDowns ?? false,
          PenaltyIncreasedDown: book.random.onceIn(9),
          Outcome,
          PreviousDown,
        },
        Data: about,
      });
      if (book.turn('play amended', [true, false, false])) {
        const Previous: Change = {
          Clock: book.clock(),
          IsTeam: false,
          Outcome,
          PlayerId: book.player(side),
          ReceiverId: book.player(side),
          RusherId: book.player(side),
          SackedPlayerId: book.player(side),
          Yards: 4,
          YardsToGo: 6,
        };
        const New: Change = { ...Previous, RusherId: book.player(side), Yards: 5, YardsToGo: 5 };
        amend(book, id, side, { Action: 'play', Id: id, New, Previous });
      }
    },
  },
  {
    counts: false,
    perMinute: 0.08,
    play(book, side) {
      const flags = { penalty: true, turnover: book.random.onceIn(2), challenge: book.random.onceIn(2) };
      const Data: Data = {
        Action: 'penalty',
        Penalty: true,
        PlayerId: book.player(side),
        Participants: [side, other(side)],
        Yards: -10,
      };
      book.event('penalty', [], { Participant: side, Data, PossibleEventUsFootball: flags });
    },
  },
  {
    counts: false,
    perMinute: 3.6,
    play(book, side) {
      book.record('possible', {
        Participant: side,
        Clock: book.clock(),
        Parti1StateUsFootball: stateOf(book, side === 1),
        Parti2StateUsFootball: stateOf(book, side === 2),
        PossibleEventUsFootball: { penalty: false, turnover: true, challenge: false },
      });
    },
  },
  {
    counts: false,
    perMinute: 0.02,
    play(book, side) {
      const { id: first } = book.event('challenge', [], {
        Participant: side,
        Data: { Action: 'challenge', Challenge: true, Active: false, ReviewType: 'Coach' },
      });
      book.now += 30_000;
      const Id = book.newId();
      const Data: Data = { Action: 'challenge', Challenge: true, Id, ReplaceId: first, Outcome: 'Stands' };
      book.record('challenge', { Id, Participant: side, Confirmed: true, Clock: book.clock(), Data });
    },
  },
  {
    counts: false,
    perMinute: 0.1,
    play(book) {
      book.record('player_stats', {
        PlayerStatsUsFootball: book.playerStats() as NonNullable<UsFootballScores['PlayerStatsUsFootball']>,
      });
    },
  },
];

const leadOf = (book: Book): number => book.total(1, 'Score') - book.total(2, 'Score');

export const US_FOOTBALL_INCIDENTS: Incidents<'us-football'> = {
  all: ALL,
  shootOut() {},
  ending() {},
  level(book) {
    for (let lead = leadOf(book); lead !== 0; lead = leadOf(book)) {
      const [behind, ahead]: [Side, Side] = lead > 0 ? [2, 1] : [1, 2];
      const gap = Math.abs(lead);
      // One point cannot be made alone: three, and two for the other side.
      if (gap === 1) score(book, ahead, SAFETY);
      else score(book, behind, gap >= 6 ? TOUCHDOWN : gap >= 3 && gap !== 4 ? FIELD_GOAL : SAFETY);
      if (gap >= 7) score(book, behind, KICKED_CONVERSION);
      book.now += book.random.between(20_000, 60_000);
    }
  },
  decide(book, side) {
    score(book, side, FIELD_GOAL);
  },
  before() {},
  status: () => ({}),
  reversal(book, side) {
    const event = score(book, side, TOUCHDOWN);
    book.now += 20_000;
    const review = book.newId();
    const ReviewType = 'Booth';
    book.record('review', { Id: review, Clock: book.clock(false), Data: { Action: 'review', ReviewType } });
    book.now += 60_000;
    book.discard(event);
    book.now += 3_000;
    const Data: Data = { Action: 'review', ReviewType, Outcome: 'Overturned' };
    const Score = book.currentScore() as Score;
    book.record('review_end', { Id: review, Confirmed: true, Clock: book.clock(), Score, Data });
  },
  score: (book, side) => score(book, side, TOUCHDOWN),
  correction(book, side, { id, takeBack }) {
    takeBack();
    const Data: Data = { Action: 'touchdown', Id: id, New: { Outcome: 'NoScore' }, Previous: { Outcome: 'Success' } };
    amend(book, id, side, Data, true);
  },
};
