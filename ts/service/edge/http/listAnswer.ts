import { Readable } from 'node:stream';
import { type Pages, turn } from '../answer/pages.js';

/** A list that is written in pieces, because the caller does not choose its size. */
export interface ListAnswer {
  readonly contentType: string;
  /** The text, in pieces of about `PIECE` characters, with a turn of the event loop between two of them. */
  readonly pieces: AsyncGenerator<string, void>;
  /** Reads no further. */
  end(): void;
}

/** How a list is written. */
interface ListForm {
  readonly contentType: string;
  readonly open: string;
  readonly between: string;
  readonly close: string;
}

export const JSON_LIST: ListForm = {
  ...{ contentType: 'application/json; charset=utf-8', open: '[', between: ',', close: ']' },
};
export const EVENT_LIST: ListForm = { contentType: 'text/event-stream', open: '', between: '', close: '' };

/**
 * Characters of a piece. As many as are decoded in one turn; and an answer that is no longer is sent at once, with its
 * length.
 */
export const PIECE = 1 << 16;

/**
 * Pages that are read for a piece at most. A caller who may see little of a list reads all of it nevertheless, and so
 * counts as one who gets it.
 */
export const PAGES = 4;

/** A list of what `textOf` makes of the items. Nothing is read before the first piece is asked for. */
export function listOf<T>(items: Pages<T>, textOf: (item: T) => string, form: ListForm): ListAnswer {
  const state = { isOver: false };
  const pieces = piecesOf(items, textOf, form, state);
  const end = (): void => {
    state.isOver = true;
    void pieces.return();
  };
  return { contentType: form.contentType, pieces, end };
}

async function* piecesOf<T>(
  items: Pages<T>,
  textOf: (item: T) => string,
  { open, between, close }: ListForm,
  state: { readonly isOver: boolean },
): AsyncGenerator<string, void> {
  let piece = open;
  let before = '';
  let pages = 0;
  for await (const page of items) {
    if (state.isOver) return;
    for (const item of page) {
      if (piece.length >= PIECE) {
        yield piece;
        piece = '';
        pages = 0;
        await turn();
      }
      piece += before + textOf(item);
      before = between;
    }
    if (++pages < PAGES) continue;
    yield piece;
    piece = '';
    pages = 0;
  }
  yield piece + close;
}

/** The beginning of a list: all of a short one. Errors: those of the list. */
export interface ListHead {
  readonly first: string;
  /** The second piece; undefined if there is none. */
  readonly second: string | undefined;
}

export async function headOf({ pieces }: ListAnswer): Promise<ListHead> {
  const first = await pieces.next();
  const second = await pieces.next();
  return { first: first.value ?? '', second: second.value ?? undefined };
}

/**
 * The rest of a list as a stream, which reads on when there is room, and ends the list when it is destroyed. `onPiece`
 * is called with the bytes of each piece, at least `PIECE` of them.
 */
export function streamOf(
  { pieces, end }: ListAnswer,
  { first, second = '' }: ListHead,
  onPiece: (bytes: number) => void,
): Readable {
  const bytesOf = (piece: string): Buffer => {
    const bytes = Buffer.from(piece);
    onPiece(Math.max(bytes.length, PIECE));
    return bytes;
  };
  async function* all(): AsyncGenerator<Buffer, void> {
    yield bytesOf(first);
    yield bytesOf(second);
    for await (const piece of pieces) yield bytesOf(piece);
  }
  const stream = Readable.from(all(), { objectMode: false, highWaterMark: PIECE });
  // A stream that is destroyed before it was read does not end its source.
  return stream.once('close', end);
}
