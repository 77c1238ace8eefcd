import type { SoccerScores } from '../data/record/index.js';
import { type Incident, type Incidents, other } from './incident.js';
import type { Counted, MatchBook, RealEvent } from './matchBook.js';
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

function card(name: 'yellow_card' | 'red_card', counter: string, Color: string, weight: number): Incident<'soccer'> {
  return {
    counts: true,
    weight,
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
    weight: 2,
    play: (book, side) => {
      goal(book, side);
    },
  },
  {
    counts: true,
    weight: 1,
    play(book, side) {
      const { id } = goal(book, side);
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
  card('yellow_card', 'YellowCards', 'Yellow', 3),
  card('red_card', 'RedCards', 'Red', 1),
  {
    counts: true,
    weight: 6,
    play(book, side) {
      const player = book.player(side);
      const Data: Data = { Participant: side, PlayerId: player };
      book.event('corner', [counted(side, 'Corners', player)], { Participant: side, Data });
    },
  },
  {
    counts: false,
    weight: 6,
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
    weight: 8,
    play(book, side) {
      const Data: Data = { ThrowInType: book.turn('throw-in', THROW_IN_TYPES), Participant: side };
      book.event('throw_in', [], { Participant: side, Data });
    },
  },
  {
    counts: false,
    weight: 10,
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
    weight: 3,
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
    weight: 2,
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
    weight: 1,
    play(book, side) {
      const { id } = book.event('penalty', [], { Participant: side, Data: { Participant: side } });
      book.now += 20_000;
      const Data: Data = { Outcome: 'Missed', ...playerFields(book, side) };
      book.record('penalty_outcome', { Id: id, Participant: side, Clock: book.clock(), Data });
    },
  },
  {
    counts: false,
    weight: 1,
    play(book) {
      book.record('additional_time', { Clock: book.clock(), Data: { Minutes: book.random.between(1, 6) } });
    },
  },
  {
    counts: false,
    weight: 1,
    play(book) {
      book.record('player_stats', {
        PlayerStatsSoccer: book.playerStats() as NonNullable<SoccerScores['PlayerStatsSoccer']>,
      });
    },
  },
];

export const SOCCER_INCIDENTS: Incidents<'soccer'> = {
  all: ALL,
  shootOut: [
    {
      counts: true,
      weight: 3,
      play(book, side) {
        const player = book.player(side);
        const Data: Data = { Outcome: 'Scored', Participant: side, PlayerId: player };
        // Shoot-out goals do not count for the player.
        book.event('shootout_penalty', [counted(side, 'Goals')], { Participant: side, Data });
      },
    },
    {
      counts: false,
      weight: 1,
      play(book, side) {
        const Data: Data = { Outcome: 'Missed', ...playerFields(book, side) };
        book.event('shootout_penalty', [], { Participant: side, Data });
      },
    },
  ],
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
