import type { ReaderCost, SeasonDay, SlotCost } from './growth.js';
import { figure, megabytes } from './report.js';

/** The content of docs/internals/scale.md: measurements, and the tables made of them. */
export interface ScaleReport {
  readonly machine: string;
  readonly command: string;
  readonly fixtures: Measured<SlotCost>;
  readonly updates: Measured<SlotCost>;
  readonly stats: Measured<SlotCost>;
  readonly readers: Measured<ReaderCost>;
  readonly season: Measured<SeasonDay>;
}

export interface Measured<Row> {
  readonly rows: readonly Row[];
  readonly table: string;
}

/** Length of a slot, and the time from its sealing (20 s after its end) until its root counts as late; in seconds. */
const SLOT = 300;
const TO_SEAL = 40;
/** Size of a path node on the wire, in bytes. */
const NODE = 33;

const last = <Row>({ rows }: Measured<Row>): Row => {
  const row = rows.at(-1);
  if (!row) throw new Error('nothing was measured');
  return row;
};
const first = <Row>({ rows }: Measured<Row>): Row => rows[0] ?? last({ rows, table: '' });

/** How many more nodes a path through the main tree has in the last row than in the first. */
const deeper = (fixtures: Measured<SlotCost>): number => last(fixtures).mainTreeNodes - first(fixtures).mainTreeNodes;

/** Two digits, because such a limit is not known more precisely. */
const about = (value: number): string => figure(Number(value.toPrecision(2)));

/** Whether ingesting or sealing is the first limit for a slot with very many records. */
function slotLimit(fixtures: Measured<SlotCost>): string {
  const { records, sealMs, ingestPerSecond } = last(fixtures);
  const taken = ingestPerSecond * SLOT;
  const sealed = TO_SEAL / (sealMs / 1000 / records);
  const [what, limit] = taken < sealed ? ['ingestion', taken] : ['sealing', sealed];
  const [ingests, seals] = [
    `ingests ${about(taken)} records`,
    `seals and publishes ${about(sealed)} in the ${TO_SEAL} seconds`,
  ];
  return `At the rates of the last row, one process ${ingests} in the five minutes of a batch, and ${seals}
between its sealing and the moment when its root counts as late. **The limit**
is ${what}, ${about(limit / SLOT)} records a second all day long.`;
}

function readerLimit(readers: Measured<ReaderCost>): string {
  const [few, many] = [first(readers), last(readers)];
  const bytes = (many.rss - few.rss) / Math.max(1, many.readers - few.readers);
  return `With that many readers, one process makes ${about(many.perSecond)} deliveries a second (readers times events).
Each further reader takes ${about(bytes / 1024)} KiB of its memory.`;
}

function diskGrowth(season: Measured<SeasonDay>): string {
  const [begin, end] = [first(season), last(season)];
  const bytes = (end.disk - begin.disk) / Math.max(1, end.records - begin.records);
  return `A thousand records take ${megabytes(bytes * 1000)} of it, with their leaves and batches.`;
}

/** The whole of docs/internals/scale.md. The explanations are part of it, so that a new run changes only figures. */
export const scaleDocument = ({
  machine,
  command,
  fixtures,
  updates,
  stats,
  readers,
  season,
}: ScaleReport): string => `# How cost grows

Plan your deployment: the limit of each [role of a service](../operation.md#roles), and what to add when you reach it.

\`${command}\` writes this page. Absolute figures depend on the machine; the growth does not. Measured on: ${machine}.
The database is PGlite in the same process. \`npm run bench\` compares single parts with other implementations
([benchmarks.md](benchmarks.md)).

## Fixtures in a batch

Four updates of each fixture, 64 stats in each update.

${fixtures.table}

Records are ingested and sealed one by one, so the cost is linear in records, and the fixed cost of a batch soon becomes
negligible. A path through the main tree has one more node whenever the number of fixtures doubles. A proof of the last
row is ${deeper(fixtures) * NODE} bytes larger on chain than one of the first.

${slotLimit(fixtures)} **Then add** a PostgreSQL server (\`--store\` with its URL):
ingesting, sealing and answering can then run in separate processes, and several can ingest.

## Updates of a fixture

One fixture in the batch.

${updates.table}

A path through the sub-tree has one more node whenever the number of updates doubles. The first proof of a fixture
rebuilds the sub-tree from its stored leaves, which takes some milliseconds longer than the next ones.

**The limit** is the size of a transaction, because the deepest proofs do not fit and are settled through a buffer
account. **Then** you need not add anything: clients choose the cheapest form by themselves.

## Stats of an update

Ten fixtures; 64 stats are a soccer record's, 252 a basketball record's.

${stats.table}

Stats cost time where records are read and written, because they make the JSON larger. In the tree a zero stat costs a
single bit.

## Readers

One score record at a time, sent to the readers of one server over local sockets. The readers' processes take CPU time
from the server.

${readers.table}

An event is encoded once and written once for each reader, so the cost is linear in readers, and the last reader waits
for all the others.

${readerLimit(readers)} **The limit** is one core for each API server, and one open file for
each reader, so raise \`ulimit -n\` above their number. **Then add** API servers behind a load balancer. Their only
state is the latest two batches, which they load from the database when they start. NATS carries the events to all.

## Days

A season at full speed, with its database in a folder, sealed and published for every hour. Heap and buffers are
measured after garbage collection; the heap includes the roots on the in-memory chain.

${season.table}

Memory holds the running and the previous batch, caches of fixed size and the database's own buffers, so it does not
grow with days. The disk grows linearly in records, because nothing is ever deleted.
${diskGrowth(season)} Old records are found by an index,
so on the last day a proof of the first day takes no longer than before.

**The limit** is the disk. **Then** archive old days with \`linesman export\`, or give PostgreSQL a larger volume. The
roots stay on chain either way.

Next: [operation.md](../operation.md#day-0) starts the processes.
`;
