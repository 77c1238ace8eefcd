import type { Colours } from './colour.js';

/** The streams that a command reads and writes: those of the process, or of a test. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  out(text: string): void;
  err(text: string): void;
  /** Output is plain if left out. */
  readonly colours?: Colours;
  /** Columns of standard output; none if it is no terminal. */
  readonly columns?: number;
  /** Whether standard error is a terminal, where progress is shown. */
  readonly isWatched?: boolean;
}
