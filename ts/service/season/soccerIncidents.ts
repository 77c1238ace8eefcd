import type { SoccerScores } from '../data/record/index.js';
import { type Incident, type Incidents, other } from './incident.js';
import type { Counted, MatchBook, RealEvent } from './matchBook.js';
import { KICK } from './odds/goalModel.js';
import type { Side } from './scoreBoard.js';

type Book = MatchBook<'soccer'>;
type Data = NonNullable<SoccerScores['Data']>;

const GOAL_TYPES = ['Shot', 'Head', 'Own', 'Other'] as const;
const FREE_KICK_TYPES = ['Safe', 'Attack', 'Danger', 'HighDanger', 'Offside'] as const;
const THROW_IN_TYPES = ['Safe', 'Attack', 'Danger'] as const;
const POSSESSIONS = ['SafePossession', 'AttackPossession', 'DangerPossession', 'HighDangerPossession'] as const;
const POSSIBLE = ['Goal', 'Penalty', 'Corner', 'RedCard', 'YellowCard', 'VAR'] as const;

const counted = (side: Side, counter: string, player?: number): Counted => ({
  side,
  counter,
  ...(player !== undefined && { player }),
});
const playerFields = (book: Book, side: Side) => ({ Participant: side, PlayerId: book.player(side) });

/** `action_amend`: reports the same event again with other details. */
function amend(book: Book, Id: number, side: Side, data: Data, scored: boolean): void {
  book.now += book.random.between(3_000, 8_000);
  const score = scored ? { Score: book.currentScore() as NonNullable<SoccerScores['Score']> } : {};
  book.record('action_amend', { Id, Participant: side, Clock: book.clock(), Data: data, ...score });
}

function goal(book: Book, side: Side): RealEvent {
  const player = book.player(side);
  const GoalType = book.turn('goal', GOAL_TYPES);
  const Data: Data = { GoalType, Outcome: 'Scored', Participant: side, PlayerId: player };
  return book.event('goal', [counted(side, 'Goals', player)], { Participant: side, Data });
}

function card(name: 'yellow_card' | 'red_card', counter: string, Color: string, perMinute: number): Incident<'soccer'> {
  return {
    counts: true,
    perMinute,
    play(book, side) {
      const player = book.player(side);
      const Data: Data = { Color, Participant: side, PlayerId: player, Type: 'Foul' };
      book.event(name, [counted(side, counter, player)], { Participant: side, Data });
    },
  };
}

const ALL: readonly Incident<'soccer'>[] = [
  {
    counts: true,
    perMinute: 'goals',
    play(book, side) {
      const { id } = goal(book, side);
      // Of every third goal, the details are corrected.
      if (!book.turn('goal amended', [false, true, false])) return;
      const Previous = {
        Clock: book.clock(),
        GoalType: 'Shot',
        Outcome: 'Scored',
        ...playerFields(book, side),
      } as const;
      const New = { ...Previous, GoalType: 'Head', PlayerId: book.player(side), Type: 'Rebound' } as const;
      amend(book, id, side, { Action: 'goal', New, Previous: { ...Previous, Type: 'Direct' } }, true);
    },
  },
  card('yellow_card', 'YellowCards', 'Yellow', 0.042),
  card('red_card', 'RedCards', 'Red', 0.0018),
  {
    counts: true,
    perMinute: 0.11,
    play(book, side) {
      const player = book.player(side);
      const Data: Data = { Participant: side, PlayerId: player };
      book.event('corner', [counted(side, 'Corners', player)], { Participant: side, Data });
    },
  },
  {
    counts: false,
    perMinute: 0.28,
    play(book, side) {
      const FreeKickType = book.turn('free kick', FREE_KICK_TYPES);
      const { id } = book.event('free_kick', [], { Participant: side, Data: { FreeKickType, Participant: side } });
      if (book.turn('free kick amended', [true, false, false])) {
        const Data: Data = {
          Action: 'free_kick',
          New: { FreeKickType: 'Danger', Participant: side },
          Previous: { FreeKickType, Participant: other(side) },
        };
        amend(book, id, side, Data, false);
      }
    },
  },
  {
    counts: false,
    perMinute: 0.44,
    play(book, side) {
      const Data: Data = { ThrowInType: book.turn('throw-in', THROW_IN_TYPES), Participant: side };
      book.event('throw_in', [], { Participant: side, Data });
    },
  },
  {
    counts: false,
    perMinute: 7.7,
    play(book, side) {
      book.record('possession', {
        Clock: book.clock(),
        Possession: side,
        PossessionType: book.turn('possession', POSSESSIONS),
      });
    },
  },
  {
    counts: false,
    perMinute: 0.95,
    play(book, side) {
      const flag = book.turn('possible', POSSIBLE);
      const flags = Object.fromEntries(POSSIBLE.map((name) => [name, name === flag])) as Record<
        (typeof POSSIBLE)[number],
        boolean
      >;
      const { Goal, Penalty, Corner, RedCard, YellowCard, VAR } = flags;
      const of = (which: Side) => ({
        PossibleEvent: {
          Goal: which === side && Goal,
          Penalty: which === side && Penalty,
          Corner: which === side && Corner,
        },
      });
      book.record('possible', {
        Participant: side,
        Clock: book.clock(),
        Data: flags,
        Parti1StateSoccer: of(1),
        Parti2StateSoccer: of(2),
        PossibleEventSoccer: { RedCard, YellowCard, VAR },
      });
    },
  },
  {
    counts: false,
    perMinute: 0.075,
    play(book, side) {
      const Data: Data = { Participant: side, PlayerInId: book.player(side), PlayerOutId: book.player(side) };
      const { id } = book.event('substitution', [], { Participant: side, Data });
      if (book.turn('substitution amended', [true, false])) {
        const { PlayerInId, PlayerOutId } = Data as Required<Pick<Data, 'PlayerInId' | 'PlayerOutId'>>;
        const New = { PlayerInId: book.player(side), PlayerOutId };
        amend(book, id, side, { Action: 'substitution', New, Previous: { PlayerInId, PlayerOutId } }, false);
      }
    },
  },
  {
    counts: false,
    perMinute: 0.0025,
    play(book, side) {
      const { id } = book.event('penalty', [], { Participant: side, Data: { Participant: side } });
      book.now += 20_000;
      const Data: Data = { Outcome: 'Missed', ...playerFields(book, side) };
      book.record('penalty_outcome', { Id: id, Participant: side, Clock: book.clock(), Data });
    },
  },
  {
    counts: false,
    perMinute: 0.12,
    play(book) {
      book.record('player_stats', {
        PlayerStatsSoccer: book.playerStats() as NonNullable<SoccerScores['PlayerStatsSoccer']>,
      });
    },
  },
];

/** Game clock at the end of each half, s. */
const HALF_ENDS: readonly number[] = [2_700, 5_400, 6_300, 7_200];

/** Five kicks each, as long as the side behind can still catch up; then one each until one side is ahead. */
function isShootOutOver(goals: Readonly<Record<Side, number>>, kicks: Readonly<Record<Side, number>>): boolean {
  const left = (side: Side): number => Math.max(0, 5 - kicks[side]);
  if (left(1) + left(2) === 0) return kicks[1] === kicks[2] && goals[1] !== goals[2];
  return goals[1] > goals[2] + left(2) || goals[2] > goals[1] + left(1);
}

export const SOCCER_INCIDENTS: Incidents<'soccer'> = {
  all: ALL,
  shootOut(book, minutes) {
    const kicks: Record<Side, number> = { 1: 0, 2: 0 };
    const goals: Record<Side, number> = { 1: 0, 2: 0 };
    const pause = Math.round((minutes * 60_000) / 12);
    while (!isShootOutOver(goals, kicks)) {
      const side: Side = kicks[1] <= kicks[2] ? 1 : 2;
      const player = book.player(side);
      const isScored = book.random.below(100) < 100 * KICK;
      const Data: Data = { Outcome: isScored ? 'Scored' : 'Missed', Participant: side, PlayerId: player };
      // Goals of a shoot-out do not count for the player.
      book.event('shootout_penalty', isScored ? [counted(side, 'Goals')] : [], { Participant: side, Data });
      kicks[side] += 1;
      if (isScored) goals[side] += 1;
      book.now += pause - book.random.below(10_000);
    }
  },
  ending(book) {
    if (!HALF_ENDS.includes(book.phase?.clock[1] ?? 0)) return;
    book.record('additional_time', { Clock: book.clock(), Data: { Minutes: book.random.between(1, 6) } });
  },
  before(book) {
    book.record('venue', { Data: { VenueType: 'Neutral' } });
    book.record('weather', { Data: { Conditions: 'Dry' } });
  },
  status: (status) => ({ Data: { StatusId: status as Data['StatusId'] & number } }),
  reversal(book, side) {
    const event = goal(book, side);
    book.now += 30_000;
    const review = book.newId();
    book.record('var', { Id: review, Clock: book.clock(false), Data: { Type: 'Goal' } });
    book.now += 90_000;
    book.discard(event);
    book.now += 5_000;
    book.record('var_end', {
      Id: review,
      Confirmed: true,
      Clock: book.clock(),
      Score: book.currentScore() as NonNullable<SoccerScores['Score']>,
      Data: { Type: 'Goal', Outcome: 'Overturned' },
    });
  },
  score: goal,
  correction(book, side, { id, takeBack }) {
    takeBack();
    const who = playerFields(book, side);
    const Data: Data = {
      Action: 'goal',
      New: { ...who, Outcome: 'Cancelled' },
      Previous: { ...who, Outcome: 'Scored' },
    };
    amend(book, id, side, Data, true);
  },
};
