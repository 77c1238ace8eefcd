import type { SoccerScores } from '@linesman/records';
import { flagged } from './dangerFlags.js';
import { other } from './incident.js';
import type { MatchBook, RealEvent } from './matchBook.js';
import type { Side } from './scoreBoard.js';
import { amend, type Data } from './soccerAmend.js';

type Book = MatchBook<'soccer'>;
type GoalType = NonNullable<Data['GoalType']>;

/** By weight. */
const GOAL_TYPES: readonly (readonly [GoalType, number])[] = [
  ['Shot', 71],
  ['Head', 21],
  ['Own', 3],
  ['Other', 5],
];
const YES_NO = (share: number): readonly (readonly [boolean, number])[] => [
  [true, share],
  [false, 100 - share],
];
/** Per hundred goals: penalties, goals reported again with other details, and goals under review. */
const PENALTIES = YES_NO(8);
const AMENDED = YES_NO(12);
const REVIEWED = YES_NO(10);

type Scored = Required<Pick<Data, 'GoalType' | 'Outcome' | 'Participant' | 'PlayerId'>>;

/** A goal, without the records before and after it. `id`: of the penalty. */
function scored(book: Book, side: Side, GoalType: GoalType, id?: number): RealEvent & { readonly data: Scored } {
  const isOwn = GoalType === 'Own';
  // An own goal is by a player of the other side, and does not count for that player.
  const player = book.player(isOwn ? other(side) : side);
  const data: Scored = { GoalType, Outcome: 'Scored', Participant: side, PlayerId: player };
  const counts = [{ side, counter: 'Goals', ...(!isOwn && { player }) }];
  return { ...book.event('goal', counts, { Participant: side, Data: data }, id), data };
}

/** A goal that stands, or that a reversal or a correction takes back. */
export const goal = (book: Book, side: Side): RealEvent =>
  flagged(book, side, 'Goal', () => scored(book, side, book.drawn('goal', GOAL_TYPES)));

/** A goal from open play or a scored penalty, and the records after it. */
export function goalOfMatch(book: Book, side: Side): void {
  if (book.drawn('penalty scored', PENALTIES)) {
    penalty(book, side, true);
    return;
  }
  const type = book.drawn('goal', GOAL_TYPES);
  const { id, data, takeBack } = flagged(book, side, 'Goal', () => scored(book, side, type));
  if (type !== 'Own' && book.drawn('goal amended', AMENDED)) {
    const { Participant, PlayerId, GoalType, Outcome } = data;
    const Previous = { Clock: book.clock(), GoalType, Outcome, Participant, PlayerId, Type: 'Direct' } as const;
    const player = book.player(side);
    const New = {
      ...Previous,
      GoalType: type === 'Head' ? 'Shot' : 'Head',
      PlayerId: player,
      Type: 'Rebound',
    } as const;
    takeBack();
    book.count({ side, counter: 'Goals', player });
    amend(book, id, side, { Action: 'goal', New, Previous }, true);
  }
  if (book.drawn('goal reviewed', REVIEWED)) {
    book.now += book.random.between(5_000, 15_000);
    review(book, side, 'Goal');
  }
}

/** A penalty and its outcome, under one id. A goal follows under the same. */
export function penalty(book: Book, side: Side, isScored: boolean): void {
  flagged(book, side, 'Penalty', () => {
    const { id } = book.event('penalty', [], { Participant: side, Data: { Participant: side } });
    book.now += book.random.between(25_000, 70_000);
    const Outcome = isScored ? 'Scored' : 'Missed';
    const PlayerId = book.player(side);
    const Data: Data = { Outcome, Participant: side, PlayerId };
    book.record('penalty_outcome', { Id: id, Participant: side, Clock: book.clock(), Data });
    if (!isScored) return;
    book.now += book.random.between(500, 1_500);
    const about: Data = { GoalType: 'Shot', Outcome, Participant: side, PlayerId, Type: 'Penalty' };
    book.event('goal', [{ side, counter: 'Goals', player: PlayerId }], { Participant: side, Data: about }, id);
  });
}

/** A review that changes nothing. */
export function review(book: Book, side: Side, Type: 'Goal' | 'Penalty' | 'RedCard'): void {
  flagged(book, side, 'VAR', () => {
    const Id = book.newId();
    book.record('var', { Id, Clock: book.clock(), Data: { Type } });
    book.now += book.random.between(40_000, 110_000);
    book.record('var_end', { Id, Confirmed: true, Clock: book.clock(), Data: { Type, Outcome: 'Stands' } });
  });
}

/** A goal that a review takes back. */
export function reversal(book: Book, side: Side): void {
  const event = goal(book, side);
  book.now += 30_000;
  flagged(book, side, 'VAR', () => {
    const review = book.newId();
    book.record('var', { Id: review, Clock: book.clock(), Data: { Type: 'Goal' } });
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
  });
}
