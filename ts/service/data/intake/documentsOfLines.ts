import { errorOf, MALFORMED_RECORD } from '@linesman/sdk/error';
import type { Line } from '../ingest/ingestLines.js';

/** Maximum characters of a JSON document over several lines. */
const LONGEST = 2 ** 26;

/** A line that is a whole document, or does not begin one. Most lines match, and need no further check. */
const ON_ONE_LINE = /^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$|^\s*[^[{\s]|^\s*$/;

/**
 * Joins the lines of pretty-printed JSON documents. A document is yielded instead of its first line, and an empty
 * text for each further line, so that line numbers stay right. A line that begins an object at the margin while
 * another object is open shows that the open one was cut off; it is yielded unchanged.
 */
export async function* documentsOfLines(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let open: OpenDocument | undefined;
  for await (const line of lines) {
    if (open && (typeof line !== 'string' || open.isCutOffBy(line))) {
      yield* open.items();
      open = undefined;
    }
    if (typeof line !== 'string' || (!open && ON_ONE_LINE.test(line))) {
      yield line;
      continue;
    }
    open ??= new OpenDocument();
    open.add(line);
    if (open.isOpen && open.length <= LONGEST) continue;
    yield* open.items();
    open = undefined;
  }
  if (open) yield* open.items();
}

/** The lines of a document so far. */
class OpenDocument {
  length = 0;
  private readonly lines: string[] = [];
  private depth = 0;
  private isTorn = false;

  /** Whether brackets are still open. JSON strings cannot span lines. */
  get isOpen(): boolean {
    return this.depth > 0 && !this.isTorn;
  }

  *items(): Generator<Line> {
    const { length } = this;
    yield length > LONGEST
      ? errorOf(MALFORMED_RECORD, { problem: 'too long', path: '$', length, unit: 'characters', limit: LONGEST })
      : this.lines.join('\n');
    for (let i = 1; i < this.lines.length; i++) yield '';
  }

  isCutOffBy(line: string): boolean {
    return line.startsWith('{') && (this.lines[0]?.trimStart().startsWith('{') ?? false);
  }

  add(line: string): void {
    this.lines.push(line);
    this.length += line.length + 1;
    let isText = false;
    // Texts hold brackets, too.
    for (const [token] of line.matchAll(/\\.|["[\]{}]/g)) {
      if (token === '"') isText = !isText;
      else if (isText || token.length > 1) continue;
      else this.depth += token === '[' || token === '{' ? 1 : -1;
    }
    this.isTorn = isText;
  }
}
