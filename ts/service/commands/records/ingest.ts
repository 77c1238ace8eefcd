import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_DATA_FOLDER } from 'linesman/cli';
import type { IngestFlags } from './runIngest.js';

const HELP = `
Records are lines of JSON (NDJSON), one record each: of scores, odds or fixtures; the fixture record comes first. What is counted as accepted is
stored. The same record again is counted as repeated and changes nothing, so after a failure everything may be sent again. A refused line
stops nothing: it is named with its number, everything that is missing or wrong in it with its place, and what to do. --schema prints what a
record has to be, as a JSON Schema.

What a service answers in the described wire is taken as it is: a list in one line, such as /api/fixtures/snapshot gives, and the text of a
stream or a history, with its lines "data:" and "id:". A fixture of a list says nothing of the state of the match: it keeps the one that is
stored, and is scheduled where there is none. Another form, such as the observed wire, is refused by its name (7246).

They go to the service that runs in the --data folder. With --store they go straight into a store that no service has open; the time of late
records is then that of this machine.

With --nats they come from a JetStream stream, one a message, until SIGINT. A message is acknowledged once its record is stored. A refused one is not
delivered again, or moved to --refused-subject. One process a --durable keeps the order.

A password of PostgreSQL is also read from PGPASSWORD or ~/.pgpass, which other users of the machine cannot see; use --nats-creds likewise.

Examples:
  $ linesman ingest records.ndjson
  $ linesman ingest --schema > record.schema.json
  $ feed | linesman ingest --data /var/lib/linesman
  $ linesman ingest records.ndjson --from-line 120001 --json
  $ linesman ingest records.ndjson --store postgres://linesman@db.example/linesman
  $ linesman ingest --nats nats://127.0.0.1:4222 --stream RECORDS --subject 'records.>' --durable linesman

Exit code: 0 everything accepted or repeated, 1 something was refused, 2 anything else.`;

export function addIngest(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('ingest')
    .summary('take records in')
    .description('Takes records in: from a file, from standard input, or from NATS.')
    .argument('[file]', 'file with a record a line; - or nothing for standard input')
    .option('--data <folder>', `folder of the running service (default: ${DEFAULT_DATA_FOLDER})`)
    .option('--store <place>', 'URL of a PostgreSQL server, or folder of a store, instead of a running service')
    .option('--from-line <number>', 'start at this line; those before it are not read', '1')
    .option('--nats <url>', 'take records from this NATS server')
    .option('--stream <name>', 'JetStream stream of the records')
    .option('--subject <subject>', 'subject of the records in the stream; may have wildcards')
    .option('--durable <name>', 'consumer that remembers how far they are stored; made when there is none')
    .option('--nats-creds <file>', 'credentials file of the NATS user')
    .option('--refused-subject <subject>', 'move refused records there; a stream has to take it')
    .option(
      '--metrics <[address:]port>',
      'with --nats and --store: serve /healthz, /readyz and Prometheus /metrics here; a port alone is one of 127.0.0.1',
    )
    .option('--schema', 'print the JSON Schema of the records that are taken, and take none')
    .option('--progress', 'say how far it is, also when standard error is no terminal')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: IngestFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runIngest } = await import('./runIngest.js');
      finish(await runIngest(file, flags, terminal));
    });
}
