import { errorOf, MALFORMED_RECORD } from 'linesman/error';
import { type Line, LONGEST_RECORD } from '../ingest/index.js';

/** Bytes that the characters of one record have at most in UTF-8. */
const LONGEST = 3 * LONGEST_RECORD;
/** Pieces of one line; a sender may send every byte on its own. */
const MOST_PIECES = 1_000;
const LINE_FEED = 10;

/**
 * Lines of UTF-8 text that ends in LF or CR LF; the last one may lack it. No more is kept than one line of the longest
 * length: the rest of a longer one is left out. In place of a line that is too long or not UTF-8 stands the error
 * (MALFORMED_RECORD).
 */
export async function* linesOfBytes(chunks: AsyncIterable<Uint8Array>, longest = LONGEST): AsyncGenerator<Line> {
  const line = new OpenLine(longest);
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      line.add(chunk.subarray(from, end));
      yield line.end();
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  if (line.length > 0) yield line.end();
}

/** The line that is being read. */
class OpenLine {
  /** Bytes of the line, also those that were left out. */
  length = 0;
  private pieces: Uint8Array[] = [];

  constructor(private readonly longest: number) {}

  add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.length > this.longest) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
    if (this.pieces.length > MOST_PIECES) this.pieces = [Buffer.concat(this.pieces)];
  }

  end(): Line {
    const { length, pieces } = this;
    this.length = 0;
    this.pieces = [];
    if (length > this.longest)
      return errorOf(MALFORMED_RECORD, { problem: 'too long', path: '$', length, unit: 'bytes', limit: this.longest });
    return textOf(Buffer.concat(pieces));
  }
}

/** The text of a line or of a message: without CR at its end; the error MALFORMED_RECORD when it is not UTF-8. */
export function textOf(bytes: Uint8Array): Line {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  } catch {
    return errorOf(MALFORMED_RECORD, { problem: 'not UTF-8', path: '$' });
  }
}
