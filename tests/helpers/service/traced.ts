import { Writable } from 'node:stream';

/** The log of an edge that gives every line to a test. */
export const traced = (take: (line: string) => unknown) => ({
  level: 'trace' as const,
  to: new Writable({
    write: (chunk, _encoding, done) => {
      take(String(chunk));
      done();
    },
  }),
});
