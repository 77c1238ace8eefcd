import { Readable } from 'node:stream';
import { type Pages, turn } from '../answer/pages.js';

/** A list that is written in pieces, because the caller does not choose its size. */
export interface ListAnswer {
  readonly contentType: string;
  /** The text, in pieces of about `PIECE` characters, with a turn of the event loop between two of them. */
  readonly pieces: AsyncGenerator<string, void>;
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

/** A list of what `textOf` makes of the items. Nothing is read before the first piece is asked for. */
export function listOf<T>(items: Pages<T>, textOf: (item: T) => string, form: ListForm): ListAnswer {
  return { contentType: form.contentType, pieces: piecesOf(items, textOf, form) };
}

async function* piecesOf<T>(
  items: Pages<T>,
  textOf: (item: T) => string,
  { open, between, close }: ListForm,
): AsyncGenerator<string, void> {
  let piece = open;
  let before = '';
  for await (const page of items)
    for (const item of page) {
      if (piece.length >= PIECE) {
        yield piece;
        piece = '';
        await turn();
      }
      piece += before + textOf(item);
      before = between;
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
 * is called with the bytes of each piece.
 */
export function streamOf(
  { pieces }: ListAnswer,
  { first, second = '' }: ListHead,
  onPiece: (bytes: number) => void,
): Readable {
  const bytesOf = (piece: string): Buffer => {
    const bytes = Buffer.from(piece);
    onPiece(bytes.length);
    return bytes;
  };
  async function* all(): AsyncGenerator<Buffer, void> {
    yield bytesOf(first);
    yield bytesOf(second);
    for await (const piece of pieces) yield bytesOf(piece);
  }
  const stream = Readable.from(all(), { objectMode: false, highWaterMark: PIECE });
  // A stream that is destroyed before it was read does not end its source.
  return stream.once('close', () => void pieces.return());
}
