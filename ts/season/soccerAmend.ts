import type { SoccerScores } from '@linesman/records';
import type { MatchBook } from './matchBook.js';
import type { Side } from './scoreBoard.js';

export type Data = NonNullable<SoccerScores['Data']>;

/** `action_amend`: reports the same event again with other details. */
export function amend(book: MatchBook<'soccer'>, Id: number, side: Side, data: Data, scored: boolean): void {
  book.now += book.random.between(3_000, 8_000);
  const score = scored ? { Score: book.currentScore() as NonNullable<SoccerScores['Score']> } : {};
  book.record('action_amend', { Id, Participant: side, Clock: book.clock(), Data: data, ...score });
}
