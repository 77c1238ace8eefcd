import { IN_PLAY_OUTCOMES, KICKOFF_OUTCOMES, KICKOFF_PREVIOUS_ACTIONS, type UsFootballScores } from '@linesman/records';
import { type Incident, type Incidents, other } from './incident.js';
import type { Counted, MatchBook, RealEvent } from './matchBook.js';
import type { Side } from './scoreBoard.js';
import type { Due } from './scoring.js';
import type { Phase } from './script.js';
import { type Conversion, type Drive, drivesOf, leadOfDrive } from './usFootballDrives.js';

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
  readonly data: (book: Book, side: Side) => Data;
}

const TOUCHDOWN: Way = {
  action: 'touchdown',
  counter: 'Touchdown',
  points: 6,
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
  data: (book, side) => ({ Safety: true, SackedPlayerId: book.player(other(side)) }),
};

const KICKED_CONVERSION: Way = {
  action: '1pt_conversion',
  counter: '1ptConversion',
  points: 1,
  data: (book, side) => ({ PlayerId: book.player(side), Type: 'Kick' }),
};

const RUN_CONVERSION: Way = {
  action: '2pt_conversion',
  counter: '2ptConversion',
  points: 2,
  data: (book, side) => ({ RusherId: book.player(side), Type: 'Run' }),
};

const ONE_POINT_SAFETY: Way = {
  action: '1pt_safety',
  counter: '1ptSafety',
  points: 1,
  data: () => ({ Safety: true }),
};

const DEFENSIVE_CONVERSION: Way = {
  action: 'defensive_2pt_conversion',
  counter: 'Defensive2ptConversion',
  points: 2,
  data: (book, side) => ({ PlayerId: book.player(side), Turnover: true }),
};

const WAYS: readonly Way[] = [
  TOUCHDOWN,
  FIELD_GOAL,
  SAFETY,
  ONE_POINT_SAFETY,
  KICKED_CONVERSION,
  RUN_CONVERSION,
  DEFENSIVE_CONVERSION,
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

/** The attempt after a touchdown. */
function convert(book: Book, side: Side, conversion: Conversion): void {
  book.now += book.random.between(30_000, 60_000);
  if (conversion === 'kick') score(book, side, KICKED_CONVERSION);
  if (conversion === 'run') score(book, side, RUN_CONVERSION);
  if (conversion === 'onePointSafety') score(book, side, ONE_POINT_SAFETY);
  if (conversion === 'defence') score(book, other(side), DEFENSIVE_CONVERSION);
}

/** The outcome of a drive. */
function endDrive(book: Book, { side, end, conversion }: Drive): void {
  if (end === 'touchdown') {
    score(book, side, TOUCHDOWN);
    convert(book, side, conversion);
  }
  if (end === 'fieldGoal') score(book, side, FIELD_GOAL);
  if (end === 'safety') score(book, other(side), SAFETY);
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
      // Drives produce them.
      perMinute: 0,
      play: (book, side) => {
        score(book, side, way);
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

/** Whether a half or an overtime begins with the phase, and with it a new kickoff. */
function isOpening({ blocks, clock }: Phase): boolean {
  const name = blocks[0]?.[0];
  return clock[0] === (name === 'OT' ? 600 : 900) && ['Q1', 'Q3', 'OT'].includes(name ?? '');
}

export const US_FOOTBALL_INCIDENTS: Incidents<'us-football'> = {
  all: ALL,
  shootOut() {},
  scores(phases, { random, share }) {
    const due = new Map<Phase, Due<'us-football'>[]>();
    let lead = 0;
    const receives: Side = random.onceIn(2) ? 1 : 2;
    let next = receives;
    for (const phase of phases) {
      // The side that kicked off in the first half receives in the second.
      if (isOpening(phase)) next = phase.blocks[0]?.[0] === 'Q3' ? other(receives) : receives;
      const drives = drivesOf(phase, next, share, random);
      for (const drive of drives) lead += drive.side === 1 ? leadOfDrive(drive) : -leadOfDrive(drive);
      next = other(drives.at(-1)?.side ?? next);
      due.set(
        phase,
        drives.map((drive) => ({ at: drive.until, play: (book) => endDrive(book, drive) })),
      );
    }
    return { due, lead };
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
