import type { ReaderCost, SeasonDay, SlotCost } from './growth.js';
import { figure, megabytes } from './report.js';

/** The content of docs/scale.md: measurements, and the tables made of them. */
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

/** Two digits: such a limit is not known better. */
const about = (value: number): string => figure(Number(value.toPrecision(2)));

/** Whether ingesting or sealing is the first limit for a slot with very many records. */
function slotLimit(fixtures: Measured<SlotCost>): string {
  const { records, sealMs, ingestPerSecond } = last(fixtures);
  const taken = ingestPerSecond * SLOT;
  const sealed = TO_SEAL / (sealMs / 1000 / records);
  const [what, limit] = taken < sealed ? ['what is taken in', taken] : ['what can be sealed', sealed];
  return `At the rates of the last line, one process takes in ${about(taken)} records in the five minutes of a slot, and seals and publishes ${about(sealed)} in the ${TO_SEAL} seconds between
the sealing of a slot and the moment that its root counts as late: **the limit** is ${what}, ${about(limit / SLOT)} records a second all day long.`;
}

function readerLimit(readers: Measured<ReaderCost>): string {
  const [few, many] = [first(readers), last(readers)];
  const bytes = (many.rss - few.rss) / Math.max(1, many.readers - few.readers);
  return `With so many readers, one process makes ${about(many.perSecond)} deliveries a second: readers times events a second. A reader more takes ${about(bytes / 1024)} KiB of it.`;
}

function diskGrowth(season: Measured<SeasonDay>): string {
  const [begin, end] = [first(season), last(season)];
  const bytes = (end.disk - begin.disk) / Math.max(1, end.records - begin.records);
  return `A thousand records take ${megabytes(bytes * 1000)} of it, with their leaves and batches.`;
}

/** The whole of docs/scale.md. The explanations are part of it, so that a new run changes only figures. */
export const scaleDocument = ({
  machine,
  command,
  fixtures,
  updates,
  stats,
  readers,
  season,
}: ScaleReport): string => `# How cost grows

Written by \`${command}\`; figures of other machines differ, their growth does not. Measured on: ${machine}.
The database is PGlite in the same process unless a line says otherwise. \`npm run bench\` compares single parts with others' work ([benchmarks.md](benchmarks.md)).

## Fixtures in a slot

Four updates of each, 64 stats of each update.

${fixtures.table}

Records are taken in and sealed one after the other: cost is linear in records, and what a slot costs by itself soon does not count. A path through the main tree has one node more
whenever the number of fixtures doubles: a proof of the last line is ${(last(fixtures).mainTreeNodes - first(fixtures).mainTreeNodes) * NODE} bytes larger on chain than one of the first.

${slotLimit(fixtures)} **Then add** a PostgreSQL server (\`--store\` by its URL): the processes that take in, seal, and answer are
different ones then, and several can take in.

## Updates of a fixture

One fixture in the slot.

${updates.table}

A path through the sub-tree has one node more whenever the number of updates doubles. The sub-tree is built again from its stored leaves when the first proof of a
fixture is asked for, which takes some milliseconds longer than the next ones.

**The limit** is the size of a transaction: the deepest proofs do not fit one, and are settled through a buffer account. **Then** nothing has to be added; clients choose the
cheapest form by themselves.

## Stats of an update

Ten fixtures; 64 stats are a soccer record's, 252 a basketball record's.

${stats.table}

Stats cost where records are read and written: their JSON grows with them. Zero stats cost one bit each in the tree, whatever their number.

## Readers

Score records one at a time to readers of one server, over sockets of the same machine; the readers' processes take CPU time from the server.

${readers.table}

An event is encoded once, and written once for each reader: cost is linear in readers, and the last one has an event after all others were written to.

${readerLimit(readers)} **The limit** is one core for each edge process, and open files: one for each reader, so raise \`ulimit -n\` above their
number. **Then add** edges behind a load balancer: they hold no state but the latest two slots, which they refill from the database when they start; NATS carries events to as many as there are.

## Days

A season with its database in a folder, as fast as it goes, sealed and published every hour of it. Heap and buffers are those after a collection; the roots on the chain of this measurement are a part of the heap.

${season.table}

Memory is that of the running and the previous slot, of the caches, which have fixed sizes, and of the database's own buffers: it does not grow with days. The disk does, linearly in records, and nothing is ever deleted.
${diskGrowth(season)} Old records are found by index: a proof of the first day takes as long on the last.

**The limit** is the disk. **Then** archive old days with \`linesman export\`, or give PostgreSQL a larger volume; the roots stay on chain either way.
`;
