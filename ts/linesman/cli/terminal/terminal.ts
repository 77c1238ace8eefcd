import type { Colours } from './colour.js';

/** What a command reads from and writes to: the process's streams, or those of a test. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  out(text: string): void;
  err(text: string): void;
  /** Without them there are none. */
  readonly colours?: Colours;
  /** Whether standard error is a terminal, where somebody may be waiting. */
  readonly isWatched?: boolean;
}
