import type { MatchBook } from './matchBook.js';
import type { Side } from './scoreBoard.js';

type Book = MatchBook<'soccer'>;

const FLAGS = ['Goal', 'Penalty', 'Corner', 'RedCard', 'YellowCard', 'VAR'] as const;
/** Events that may be about to happen. */
export type Danger = (typeof FLAGS)[number];

/** Flags that are not followed by the event, by weight. Most of them are for corners. */
export const FALSE_ALARMS: readonly (readonly [Danger, number])[] = [
  ['Corner', 60],
  ['YellowCard', 22],
  ['Goal', 9],
  ['Penalty', 4],
  ['VAR', 3],
  ['RedCard', 2],
];

/** Writes the danger for a side; without a flag, that the danger is over. */
function possible(book: Book, side: Side, flag?: Danger): void {
  const flags = Object.fromEntries(FLAGS.map((name) => [name, name === flag])) as Record<Danger, boolean>;
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
}

/** Flags a danger, lets the event happen or not, and clears the flag. */
export function flagged<T>(book: Book, side: Side, danger: Danger, then: () => T): T {
  possible(book, side, danger);
  book.now += book.random.between(1_500, 6_000);
  const result = then();
  book.now += book.random.between(500, 2_500);
  possible(book, side);
  return result;
}

/** A flag that is not followed by the event. */
export function falseAlarm(book: Book, side: Side): void {
  flagged(book, side, book.drawn('false alarm', FALSE_ALARMS), () => {
    book.now += book.random.between(2_000, 8_000);
  });
}
