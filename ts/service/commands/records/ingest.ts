import {
  argument,
  CONFIG_ROW,
  choice,
  command,
  DEFAULT_DATA_FOLDER,
  type FlagsOf,
  flag,
  integer,
  option,
  type Parser,
  parseListenAddress,
  parseSport,
} from '@linesman/cli';
import { fail, NUMBER_OUT_OF_RANGE } from '@linesman/sdk/error';
import { I32_MAX } from '@linesman/sdk/format';

const HELP = `
The input is lines of JSON (NDJSON), one score, odds or fixture record per line. An accepted record is stored. If you
send a record again, it counts as repeated and changes nothing, so after a failure you can send everything again. A
refused line does not stop the rest: the command reports its number, every missing or wrong field, and what to do; it
reports equal refusals once, with their count.

Each record may have either of two formats, recognised by its field names; --json counts them. The documented format is
that of the interface description: snapshots and streams, and the lower-case names of slots. It refuses unknown fields,
because they may be misspelt. The observed format is what live feeds send, with Clock {Running, Seconds} and names
without the sport. Its required fields are checked in the same way, the others for their type only; unknown fields are
kept, and the observed format of answers returns the record unchanged. Odds are the same in both, and refuse unknown
fields. --schema prints the JSON Schema of all formats, of one kind, or of one --form. --example prints the records of a
simulated match that has already ended, for trials: fixture 16000001 of league 901.

You can ingest a service's answers unchanged, in both formats: a list on one line, as from /api/fixtures/snapshot, and
the text of a stream or a history, with its lines "data:" and "id:". If a fixture record in a list does not contain the
match's state, the stored state remains, or the match is scheduled if there is none. Use --sport for lists without
SportId.

Records may arrive in any order: a record that needs another one first (its fixture record, or a score record with a
smaller Seq) waits for it until the file ends; in a stream for 2 seconds. At most 10,000 records wait, with NATS half of
the consumer's max_ack_pending; if there are more, the half that has waited longest is decided. Records that are missing
then count as missing. An odds record is identified by its MessageId and its Ts: a line that is priced again may keep
its MessageId.

A match's score records are numbered from 0. If one is refused or missing, the later ones of that match are refused as
well, until you supply it (--on-refusal stop). With skip, refused records are omitted and the rest is stored; with hold,
the service keeps the rest, and stores it once you supply the record. --gaps accepts a match with missing numbers
anywhere, --from-seq one that begins late. Missing records are reported at once, in /readyz and in the metrics; they
cannot be proven. You can supply a missing record until the slot of the records around it is sealed.

All records of a match contain the same stats: those in StatKeys of its fixture record, or those of its first record
with stats (7410). If the source does not know a stat, omit it instead of sending 0; it then cannot be proven, neither
as a value nor as zero. A total that differs from the sum of its parts is refused (7412); with --accept-sums it is
stored, and the match is shown as "sums differ".

Recorder files are read unchanged: pretty-printed, with records in a field of each line ({"ts", "data"}, {"recordedAt",
"event", "data"}, {"ts", "raw": ["data: ..."]}: found automatically, or set with --unwrap), as JSON in a string, gzip, a
byte order mark, any line ends. Their heartbeats are skipped. UTF-16, zip, zstd, xz, bzip2, proofs and HTTP archives
(HAR) are refused with a reason.

Records go to the service that runs in the --data folder. With --store they go directly into a store that no service has
open. If a record comes after its slot was sealed, it gets the earliest time that is still open.

With --nats, records come from a JetStream stream, one per message, until SIGINT. A message is acknowledged once its
record is stored; waiting messages do not delay the others, and wait while another process has messages. A refused
message is not delivered again, or is moved to --refused-subject. Run one process per --durable, to keep the order of
odds.

To hide the PostgreSQL password from other users of the machine, put it in PGPASSWORD or ~/.pgpass; for NATS, use
--nats-creds.

Examples:
  $ linesman ingest records.ndjson
  $ linesman ingest feed.ndjson --sport soccer --json
  $ linesman ingest --schema > record.schema.json
  $ linesman ingest --schema scores --form observed
  $ linesman ingest --example > match.ndjson
  $ feed | linesman ingest --data /var/lib/linesman
  $ linesman ingest records.ndjson --from-line 120001 --json
  $ linesman ingest records.ndjson --store postgres://linesman@db.example/linesman
  $ linesman ingest --nats nats://127.0.0.1:4222 --stream RECORDS --subject 'records.>' --durable linesman

Exit code: 0 everything accepted or repeated, 1 something was refused, 2 anything else.`;

/** Errors: NUMBER_OUT_OF_RANGE. */
const parseLine: Parser<number> = (value, name) => {
  const line = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  return line > 0 ? line : fail(NUMBER_OUT_OF_RANGE, { option: name, value, minimum: 1 });
};

const ROWS = {
  file: argument('[file]', 'file with one record per line; - or nothing for standard input'),
  data: option('<folder>', `folder of the running service (default: ${DEFAULT_DATA_FOLDER})`),
  store: option('<place>', 'URL of a PostgreSQL server, or folder of a store, instead of a running service'),
  fromLine: option('<number>', 'start at this line; skip those before it', parseLine, '1'),
  onRefusal: option(
    '<rule>',
    'stop, skip or hold the later records of the match (default: stop)',
    choice('stop', 'skip', 'hold'),
  ),
  fromSeq: option('<number>', 'a match may begin with any Seq up to this (default: 0)', integer(0, I32_MAX)),
  gaps: flag('numbers of records may be missing'),
  acceptSums: flag('store totals that differ from the sum of their parts, and mark their fixtures'),
  unwrap: option('<field>', 'field of each line that contains the record, such as data (default: found, and reported)'),
  nats: option('<url>', 'read records from this NATS server'),
  stream: option('<name>', 'JetStream stream of the records'),
  subject: option('<subject>', 'subject of the records in the stream; may have wildcards'),
  durable: option('<name>', 'consumer that remembers how far records are stored; created if it is missing'),
  natsCreds: option('<file>', 'credentials file of the NATS user'),
  refusedSubject: option('<subject>', 'move refused records to this subject; a stream must store it'),
  metrics: option(
    '<[address:]port>',
    'with --nats and --store: serve /healthz, /readyz and Prometheus /metrics here; a port alone is on 127.0.0.1',
    parseListenAddress,
  ),
  sport: option('<sport>', 'sport of matches whose fixture record has none', parseSport),
  schema: option(
    '[kind]',
    'print the JSON Schema of scores, odds or fixtures (default: all), and read no record',
    choice('scores', 'odds', 'fixtures'),
  ),
  form: option('<form>', 'with --schema: documented or observed (default: both)', choice('documented', 'observed')),
  example: flag('print the records of a simulated match that is over, and read no record'),
  progress: flag('show progress even if standard error is not a terminal'),
  ...CONFIG_ROW,
  json: flag('print the result as JSON'),
};
export type IngestFlags = FlagsOf<typeof ROWS>;

export const ingestCommand = command({
  about: 'Ingests records from a file, from standard input, or from NATS.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runIngest.js')).runIngest(flags, terminal),
});
