import { errorOf, MALFORMED_RECORD } from '@linesman/sdk/error';
import { LONGEST_RECORD } from '../ingest/incoming.js';
import type { Line } from '../ingest/ingestLines.js';

/** Maximum UTF-8 bytes of a record's characters. */
const LONGEST = 3 * LONGEST_RECORD;
/** Maximum number of separate pieces of one line, because a sender may send single bytes. */
const MAX_PIECES = 1_000;
const LINE_FEED = 10;

/**
 * Splits UTF-8 text into lines ending in LF or CR LF; the last one may lack its end. Buffers at most one line of
 * maximum length and drops the rest of a longer one. Yields an error (MALFORMED_RECORD) for a line that is too long or
 * not UTF-8.
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

/** The line being read. */
class OpenLine {
  /** Bytes of the line, dropped ones included. */
  length = 0;
  private pieces: Uint8Array[] = [];

  constructor(private readonly longest: number) {}

  add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.length > this.longest) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
    if (this.pieces.length > MAX_PIECES) this.pieces = [Buffer.concat(this.pieces)];
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

/** The text of a line or message, without a trailing CR; MALFORMED_RECORD if it is not UTF-8. */
export function textOf(bytes: Uint8Array): Line {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  } catch {
    return errorOf(MALFORMED_RECORD, { problem: 'not UTF-8', path: '$' });
  }
}
