import type { Colours } from './colour.js';

/** What a command reads from and writes to: the process's streams, or those of a test. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  out(text: string): void;
  err(text: string): void;
  /** Without them there are none. */
  readonly colours?: Colours;
  /** Somebody sits there and waits: standard error is a terminal. */
  readonly isWatched?: boolean;
}
