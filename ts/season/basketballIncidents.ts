import type { BasketballScores } from '@linesman/records';
import { type Possession, pointsOf, possessionsOf } from './basketballPossessions.js';
import { type Incident, type Incidents, other } from './incident.js';
import type { Counted, MatchBook, RealEvent } from './matchBook.js';
import type { Side } from './scoreBoard.js';
import type { Due } from './scoring.js';
import type { Phase } from './script.js';

type Book = MatchBook<'basketball'>;
type Data = NonNullable<BasketballScores['Data']>;
type Change = NonNullable<Data['New']>;
type Score = NonNullable<BasketballScores['Score']>;

function amend(book: Book, Id: number, side: Side, data: Data, scored = false): void {
  book.now += book.random.between(2_000, 5_000);
  const score = scored ? { Score: book.currentScore() as Score } : {};
  book.record('action_amend', { Id, Participant: side, Clock: book.clock(), Data: data, ...score });
}

/** Shots, with the name of a possession that ends with each. */
const SHOTS = [
  { counter: '2pts', points: 2, ends: 'two' },
  { counter: '3pts', points: 3, ends: 'three' },
  { counter: 'FreeThrows', points: 1, ends: 'freeThrows' },
] as const;
type Shot = (typeof SHOTS)[number];

/** One in this many shots is reported again with another player. */
const AMENDED = 40;

function made(book: Book, side: Side, shot: Shot, assisted: boolean): RealEvent {
  const counts: Counted[] = [
    { side, counter: 'Score', by: shot.points },
    { side, counter: `${shot.counter}_made` },
    { side, counter: `${shot.counter}_attempts` },
    ...(assisted ? [{ side, counter: 'Assists' }] : []),
  ];
  const data: Data = {
    Action: shot.counter,
    Active: true,
    ...(assisted && { AssistConfirmed: true, AssistId: book.player(side) }),
    Clock: book.clock(),
    Outcome: 'Made',
    Type: book.turn('shot', ['JumpShot', 'Layup', 'Dunk']),
  };
  return book.event('shot', counts, { Participant: side, Data: data });
}

function missed(book: Book, side: Side, shot: Shot): void {
  const isBlocked = shot.counter !== 'FreeThrows' && book.turn('blocked', [true, false, false]);
  const counts: Counted[] = [
    { side, counter: `${shot.counter}_missed` },
    { side, counter: `${shot.counter}_attempts` },
    ...(isBlocked ? [{ side: other(side), counter: 'Blocks' }] : []),
  ];
  const Data: Data = {
    Action: shot.counter,
    Active: true,
    ...(isBlocked && { BlockConfirmed: true, BlockerId: book.player(other(side)) }),
    Clock: book.clock(),
    Outcome: isBlocked ? 'Blocked' : 'Missed',
    Type: 'JumpShot',
  };
  book.event('shot', counts, { Participant: side, Data });
}

function amendedShot(book: Book, side: Side): void {
  const shot = SHOTS[0];
  const { id } = made(book, side, shot, true);
  const Previous: Change = {
    AssistConfirmed: true,
    AssistId: book.player(side),
    BlockConfirmed: false,
    BlockerId: book.player(other(side)),
    Clock: book.clock(),
    IsTeam: false,
    Outcome: 'Made',
    Participant: side,
    PlayerId: book.player(side),
    Type: 'JumpShot',
  };
  const New: Change = { ...Previous, AssistConfirmed: false, PlayerId: book.player(side), Type: 'Layup' };
  amend(book, id, side, { Action: shot.counter, Active: true, Id: id, New, Previous }, true);
}

const FOUL: Incident<'basketball'> = {
  counts: true,
  perMinute: 0.26,
  play(book, side) {
    const fouled = book.player(other(side));
    const counts = [
      { side, counter: 'Fouls' },
      { side, counter: 'PersonalFouls' },
    ];
    const Data: Data = { Action: 'Foul', Active: true, FouledId: fouled, Type: 'Shooting' };
    const { id } = book.event('foul', counts, { Participant: side, Data });
    if (book.turn('foul amended', [true, false, false])) {
      const Previous: Change = { FouledId: fouled, TeamFoul: false, Type: 'Shooting' };
      const New: Change = { FouledId: book.player(other(side)), TeamFoul: true, Type: 'Offensive' };
      amend(book, id, side, { Action: 'Foul', Id: id, New, Previous });
    }
  },
};

const REBOUND: Incident<'basketball'> = {
  counts: true,
  perMinute: 0,
  play(book, side) {
    const Data: Data = { Action: 'Rebound', Active: true, Outcome: 'Defensive' };
    const { id } = book.event('rebound', [{ side, counter: 'Rebounds' }], { Participant: side, Data });
    if (book.turn('rebound amended', [true, false, false])) {
      const New: Change = { IsPlayerRebound: false, IsTeam: true, IsTeamRebound: true };
      const Previous: Change = { IsPlayerRebound: true, IsTeam: false, IsTeamRebound: false };
      amend(book, id, side, { Action: 'Rebound', Id: id, New, Previous });
    }
  },
};

const TURNOVER: Incident<'basketball'> = {
  counts: true,
  perMinute: 0,
  play(book, side) {
    const counts = [
      { side, counter: 'Turnovers' },
      { side: other(side), counter: 'Steals' },
    ];
    const { id } = book.event('turnover', counts, {
      Participant: side,
      Data: { Action: 'Turnover', Type: 'BadPass' },
    });
    if (book.turn('turnover amended', [true, false, false])) {
      const New: Change = { TurnoverId: book.player(side) };
      amend(book, id, side, { Action: 'Turnover', Id: id, New, Previous: { TurnoverId: book.player(side) } });
    }
  },
};

/** An incident that only occurs in possessions, and so does not have its own rate. */
const ofPossessions = (play: Incident<'basketball'>['play']): Incident<'basketball'> => ({
  counts: true,
  perMinute: 0,
  play,
});

const ALL: readonly Incident<'basketball'>[] = [
  ...SHOTS.map((shot) =>
    ofPossessions((book, side) => {
      made(book, side, shot, shot.counter !== 'FreeThrows' && book.random.onceIn(2));
    }),
  ),
  ...SHOTS.map((shot) => ofPossessions((book, side) => missed(book, side, shot))),
  ofPossessions(amendedShot),
  FOUL,
  REBOUND,
  TURNOVER,
  {
    counts: true,
    perMinute: 0.12,
    play(book, side) {
      const state = (which: Side) => ({
        AttackingBasket: which === side,
        ActiveTimeout: which === side,
        Challenges: book.random.between(0, 1),
      });
      const counts = [{ side, counter: 'UsedTimeouts' }];
      book.event('timeout', counts, { Participant: side, Parti1State: state(1), Parti2State: state(2) });
    },
  },
  {
    counts: false,
    perMinute: 0.5,
    play(book, side) {
      const lineup = book.lineup(side);
      const PlayerOutId = book.player(side);
      const PlayerInId = book.random.pick(lineup.bench);
      lineup.replaces(PlayerInId, PlayerOutId, true);
      const { id } = book.event('substitution', [], {
        Participant: side,
        Data: { Action: 'Substitution', Active: true },
      });
      // A player who has just left does not return to the field.
      const another = book.random.pick(lineup.bench.filter((one) => one !== PlayerOutId));
      lineup.wasInstead(another, PlayerInId);
      const Previous: Change = { PlayerInId, PlayerOutId, UpdatePlayersOnCourt: true };
      const New: Change = { ...Previous, PlayerInId: another };
      amend(book, id, side, { Action: 'Substitution', Id: id, New, Previous });
    },
  },
  {
    counts: false,
    perMinute: 0.03,
    play(book, side) {
      const { id: first } = book.event('jump_ball', [], {
        Participant: side,
        Data: { Action: 'JumpBall', Active: false },
      });
      book.now += 2_000;
      // The event is repeated under a new id, which replaces the first.
      const Id = book.newId();
      const Data: Data = { Action: 'JumpBall', Active: true, Id, ReplaceId: first };
      book.record('jump_ball', { Id, Participant: side, Confirmed: true, Clock: book.clock(), Data });
    },
  },
];

/** A possession: the side with the ball, the outcome, and the side that gets the ball when a shot fails. */
function playPossession(book: Book, { side, ends, made: hits }: Possession): void {
  book.record('possession', { Clock: book.clock(), Possession: side });
  book.now += book.random.between(1_000, 7_000);
  if (ends === 'turnover') {
    TURNOVER.play(book, side);
    return;
  }
  const shot = SHOTS.find((one) => one.ends === ends) ?? SHOTS[0];
  const shots = ends === 'freeThrows' ? 2 : 1;
  if (ends === 'freeThrows') {
    FOUL.play(book, other(side));
    book.now += book.random.between(1_000, 3_000);
  }
  for (let i = 0; i < shots; i++) {
    // It does not matter which of the two free throws is made.
    if (i >= hits) missed(book, side, shot);
    else if (ends === 'two' && book.random.onceIn(AMENDED)) amendedShot(book, side);
    else made(book, side, shot, ends !== 'freeThrows' && book.random.onceIn(2));
    book.now += book.random.between(500, 2_000);
  }
  // The defence gets the ball after most missed shots.
  if (hits < shots) REBOUND.play(book, book.random.below(100) < 74 ? other(side) : side);
}

/** The minimum and maximum number of possessions, as a percentage of the usual number. */
const PACE = [92, 108] as const;

export const BASKETBALL_INCIDENTS: Incidents<'basketball'> = {
  all: ALL,
  shootOut() {},
  scores(phases, { random, share, tempo }) {
    const pace = (tempo * random.between(...PACE)) / 100;
    const due = new Map<Phase, Due<'basketball'>[]>();
    let lead = 0;
    for (const phase of phases) {
      const possessions = possessionsOf(phase, { random, share, pace });
      for (const one of possessions) lead += one.side === 1 ? pointsOf(one) : -pointsOf(one);
      due.set(
        phase,
        possessions.map((one) => ({ at: one.at, play: (book) => playPossession(book, one) })),
      );
    }
    return { due, lead };
  },
  before() {},
  status: () => ({}),
  reversal(book, side) {
    const event = made(book, side, SHOTS[1], false);
    book.now += 15_000;
    const review = book.newId();
    book.record('review', { Id: review, Clock: book.clock(false), Data: { Action: 'Review', Type: 'Shot' } });
    book.now += 40_000;
    book.discard(event);
    book.now += 3_000;
    const Data: Data = { Action: 'Review', Outcome: 'Overturned' };
    const Score = book.currentScore() as Score;
    book.record('review_end', { Id: review, Confirmed: true, Clock: book.clock(), Score, Data });
  },
  score: (book, side) => made(book, side, SHOTS[0], true),
  correction(book, side, { id, takeBack }) {
    takeBack();
    const Data: Data = { Action: '2pts', Id: id, New: { Outcome: 'TooLate' }, Previous: { Outcome: 'Made' } };
    amend(book, id, side, Data, true);
  },
};
