import type { Command } from 'commander';
import { type CommandAdder, choice, type Terminal } from 'linesman/cli';

export interface ReplayFlags {
  readonly speed: string;
  readonly host: string;
  readonly port: string;
  readonly rpcPort: string;
  readonly wire: 'described' | 'observed';
  readonly keep?: true;
  readonly json?: true;
}

const HELP = `
Serves what \`linesman record --stream\` has recorded through the real service, with a database and a chain of its own
that are removed at the end: records are streamed in the recorded order and at the recorded times, slots are sealed, and
their roots are published, so that proofs verify again. Needs linesman-service.

The world's time is that of the recording; --speed makes it run faster, and max does not wait at all. Records of before
the recording, which it took from lists, are stored first. The chain's clock cannot be set back: for a recording of the
past it shows the present, while roots are published for the days of the records.

The folder may also hold records as feeds and other recorders write them, in any files that \`linesman ingest\` reads
(.ndjson, .jsonl, .json, .txt, .log, also with .gz), with the fixture records of their matches. Each is then replayed at
its own Ts. Missing numbers are counted as gaps; their records cannot be proven.

At the end the roots of scores and odds are compared with those that were recorded (\`record --rpc\`), for slots that
were recorded in full. With --keep the service then goes on until it is stopped.

Examples:
  $ linesman replay recordings/final
  $ linesman replay recordings/final --speed max --json
  $ linesman replay recordings/final --speed 60 --keep --port 8080 --wire observed

Exit code: 0 replayed as recorded, or stopped before its end; 1 a record was refused or came at another place, or a root
differs; 2 anything else.`;

export const addReplay: CommandAdder = (parent: Command, terminal: Terminal, finish: (code: number) => void): void => {
  parent
    .command('replay')
    .summary('serve recorded streams through the real service')
    .description('Serves a recording of streams through the real service, as it was recorded.')
    .argument('<folder>', 'folder that record --stream has written, or of other files with records')
    .option('--speed <factor>', 'recorded seconds for each second, or max', '1')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port of the service; 0: a free one', '8080')
    .option('--rpc-port <port>', 'port of the chain; 0: free ones', '8899')
    .option('--wire <wire>', 'described or observed', choice('--wire', ['described', 'observed']), 'described')
    .option('--keep', 'go on serving after the end')
    .option('--json', 'print JSON, one object per line')
    .addHelpText('after', HELP)
    .action(async (folder: string, flags: ReplayFlags) => {
      const { runReplay } = await import('./runReplay.js');
      finish(await runReplay(folder, flags, terminal));
    });
};
