import {
  argument,
  choice,
  command,
  type FlagsOf,
  flag,
  integer,
  option,
  type Parser,
  parsePort,
  text,
} from '@linesman/cli';
import { fail, NUMBER_OUT_OF_RANGE } from '@linesman/sdk/error';

const HELP = `
Serves what \`linesman record --stream\` has recorded through the real service, with its own database and chain, which
it removes at the end. It streams records in the recorded order and at the recorded times, seals slots, and publishes
their roots, so that proofs verify again. It needs @linesman/service.

The simulated time is that of the recording; --speed makes it run faster, and max does not wait at all. It first stores
records from before the recording, which the recording took from lists. The chain's clock cannot go backwards: for a
recording of the past it shows the present, while roots are published for the days of the records.

You can also replay records as feeds and other recorders write them, in any files that \`linesman ingest\` reads
(.ndjson, .jsonl, .json, .txt, .log, also with .gz), if the folder includes the fixture records. Each record is then
replayed at its own Ts. Missing numbers count as gaps; their records cannot be proven.

At the end, it compares the roots of scores and odds with the recorded ones (\`record --rpc\`), for slots that were
recorded in full. With --keep, the service then continues until you stop it.

Examples:
  $ linesman replay recordings/final
  $ linesman replay recordings/final --speed max --json
  $ linesman replay recordings/final --speed 60 --keep --port 8080 --wire observed

Exit code: 0 replayed as recorded, or stopped before its end; 1 a record was refused or came at another place, or a root
differs; 2 anything else.`;

/** Errors: NUMBER_OUT_OF_RANGE. */
const parseSpeed: Parser<number | 'max'> = (value, name) => {
  if (value === 'max') return value;
  const speed = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN;
  if (speed >= 0.1 && speed <= 100_000) return speed;
  return fail(NUMBER_OUT_OF_RANGE, { option: name, value, kind: 'max, or a number', minimum: 0.1, maximum: 100_000 });
};

const ROWS = {
  folder: argument('<folder>', 'folder that record --stream has written, or of other files with records'),
  speed: option('<factor>', 'recorded seconds for each second, or max', parseSpeed, '1'),
  host: option('<address>', 'address to listen on', text, '127.0.0.1'),
  port: option('<port>', 'port of the service; 0: a free one', parsePort, '8080'),
  // The websocket gets the port after it.
  rpcPort: option('<port>', 'port of the chain; 0: free ones', integer(0, 65_534), '8899'),
  wire: option('<wire>', 'described or observed', choice('described', 'observed'), 'described'),
  keep: flag('continue serving after the end'),
  json: flag('print JSON, one object per line'),
};
export type ReplayFlags = FlagsOf<typeof ROWS>;

export const replayCommand = command({
  about: 'Serves a recording of streams through the real service, as it was recorded.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runReplay.js')).runReplay(flags, terminal),
});
