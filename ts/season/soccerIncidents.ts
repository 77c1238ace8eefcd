import type { SoccerScores } from '@linesman/records';
import { falseAlarm, flagged } from './dangerFlags.js';
import type { Incident, Incidents } from './incident.js';
import type { MatchBook } from './matchBook.js';
import { KICK } from './odds/goalModel.js';
import type { Side } from './scoreBoard.js';
import { amend, type Data } from './soccerAmend.js';
import { goal, goalOfMatch, penalty, reversal, review } from './soccerGoals.js';
import { redCard, substitution, yellowCard } from './soccerPlayers.js';

type Book = MatchBook<'soccer'>;
const FREE_KICK_TYPES = ['Safe', 'Attack', 'Danger', 'HighDanger', 'Offside'] as const;
const THROW_IN_TYPES = ['Safe', 'Attack', 'Danger'] as const;
const POSSESSIONS = ['SafePossession', 'AttackPossession', 'DangerPossession', 'HighDangerPossession'] as const;

const ALL: readonly Incident<'soccer'>[] = [
  { counts: true, perMinute: 'goals', play: goalOfMatch },
  { counts: true, perMinute: 0.042, play: yellowCard },
  { counts: true, perMinute: 0.0018, play: redCard },
  {
    counts: true,
    perMinute: 0.11,
    play(book, side) {
      const player = book.player(side);
      const Data: Data = { Participant: side, PlayerId: player };
      const corner = () => book.event('corner', [{ side, counter: 'Corners', player }], { Participant: side, Data });
      if (book.random.onceIn(2)) flagged(book, side, 'Corner', corner);
      else corner();
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
          New: { FreeKickType: FreeKickType === 'Danger' ? 'Attack' : 'Danger', Participant: side },
          Previous: { FreeKickType, Participant: side },
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
  { counts: false, perMinute: 0.2, play: falseAlarm },
  { counts: false, perMinute: 0.075, play: substitution },
  // For every three scored penalties, one is missed.
  { counts: false, perMinute: 0.0008, play: (book, side) => penalty(book, side, false) },
  {
    counts: false,
    perMinute: 0.002,
    play: (book, side) => review(book, side, book.turn('review', ['Penalty', 'RedCard'])),
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

/** The maximum added minutes of each half, by the game clock at its end, s. */
const MAX_ADDED: Readonly<Record<number, number>> = { 2700: 4, 5400: 7, 6300: 2, 7200: 3 };

/** Five kicks for each side, as long as the side behind can still catch up; then one each until one side is ahead. */
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
      book.event('shootout_penalty', isScored ? [{ side, counter: 'Goals' }] : [], { Participant: side, Data });
      kicks[side] += 1;
      if (isScored) goals[side] += 1;
      book.now += pause - book.random.below(10_000);
    }
  },
  lengthened(phase, random) {
    const most = MAX_ADDED[phase.clock[1]];
    if (most === undefined) return phase;
    const added = random.between(1, most);
    const [from, to] = phase.clock;
    return { ...phase, added, minutes: phase.minutes + added, clock: [from, to + 60 * added] };
  },
  fixed({ minutes, added }) {
    if (added === undefined) return [];
    const play = (book: Book): void => {
      book.record('additional_time', { Clock: book.clock(), Data: { Minutes: added } });
    };
    return [{ at: (minutes - added) * 60_000, play }];
  },
  before(book) {
    book.record('venue', { Data: { VenueType: 'Neutral' } });
    book.record('weather', { Data: { Conditions: 'Dry' } });
  },
  status: (status) => ({ Data: { StatusId: status as Data['StatusId'] & number } }),
  reversal,
  score: goal,
  correction(book, side, { id, takeBack, player }) {
    takeBack();
    const who = { Participant: side, PlayerId: player ?? book.player(side) };
    const Data: Data = {
      Action: 'goal',
      New: { ...who, Outcome: 'Cancelled' },
      Previous: { ...who, Outcome: 'Scored' },
    };
    amend(book, id, side, Data, true);
  },
};
