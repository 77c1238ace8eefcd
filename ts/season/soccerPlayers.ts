import { flagged } from './dangerFlags.js';
import type { MatchBook } from './matchBook.js';
import type { Side } from './scoreBoard.js';
import { amend, type Data } from './soccerAmend.js';

type Book = MatchBook<'soccer'>;

/** A match does not continue with fewer players. */
const FEWEST = 7;
const MAX_SUBSTITUTIONS = 5;

/** A yellow card; a player's second is followed by a red one. */
export function yellowCard(book: Book, side: Side): void {
  const lineup = book.lineup(side);
  let player = book.player(side);
  // A player who already has a yellow card is careful.
  if (lineup.booked.has(player)) player = book.player(side);
  const isSecond = lineup.booked.has(player);
  if (isSecond && lineup.playing.length <= FEWEST) return;
  flagged(book, side, 'YellowCard', () => {
    const Data: Data = { Color: 'Yellow', Participant: side, PlayerId: player, Type: 'Foul' };
    book.event('yellow_card', [{ side, counter: 'YellowCards', player }], { Participant: side, Data });
  });
  lineup.booked.add(player);
  if (!isSecond) return;
  book.now += book.random.between(2_000, 6_000);
  dismissal(book, side, player, 'SecondYellow');
}

export function redCard(book: Book, side: Side): void {
  if (book.lineup(side).playing.length > FEWEST) dismissal(book, side, book.player(side), 'Foul');
}

function dismissal(book: Book, side: Side, player: number, Type: string): void {
  flagged(book, side, 'RedCard', () => {
    const Data: Data = { Color: 'Red', Participant: side, PlayerId: player, Type };
    book.event('red_card', [{ side, counter: 'RedCards', player }], { Participant: side, Data });
    // In a thorough match there are cards in every period.
    if (!book.options.thorough) book.lineup(side).leaves(player);
  });
}

/** A substitution, at most five for each side. Substituted players do not return. */
export function substitution(book: Book, side: Side): void {
  const lineup = book.lineup(side);
  if (lineup.substitutions >= MAX_SUBSTITUTIONS || lineup.bench.length === 0) return;
  const PlayerOutId = book.player(side);
  const PlayerInId = book.random.pick(lineup.bench);
  lineup.replaces(PlayerInId, PlayerOutId);
  const Data: Data = { Participant: side, PlayerInId, PlayerOutId };
  const { id } = book.event('substitution', [], { Participant: side, Data });
  if (lineup.bench.length === 0 || !book.turn('substitution amended', [true, false])) return;
  const another = book.random.pick(lineup.bench);
  lineup.wasInstead(another, PlayerInId);
  const New = { PlayerInId: another, PlayerOutId };
  amend(book, id, side, { Action: 'substitution', New, Previous: { PlayerInId, PlayerOutId } }, false);
}
