/** The tables of docs/scale.md, and where they come from. */
export interface ScaleTables {
  readonly machine: string;
  readonly command: string;
  readonly fixtures: string;
  readonly updates: string;
  readonly stats: string;
  readonly readers: string;
  readonly season: string;
}

/** docs/scale.md as a whole: what is explained stands here, so that a new run changes nothing but figures. */
export const scaleDocument = ({
  machine,
  command,
  fixtures,
  updates,
  stats,
  readers,
  season,
}: ScaleTables): string => `# How cost grows

Written by \`${command}\`; figures of other machines differ, their growth does not. Measured on: ${machine}.
The database is PGlite in the same process unless a line says otherwise. \`npm run bench\` compares single parts with others' work.

## Fixtures in a slot

Four updates of each, 64 stats of each update.

${fixtures}

Records are taken in and sealed one after the other: cost is linear in records. A path through the main tree has one node more whenever the
number of fixtures doubles, so a proof of a slot with a thousand fixtures is ten nodes, 330 bytes, larger on chain than that of a slot with one.

**The limit** is the time between the end of a slot and the moment its root is due on chain, one minute. **Then add** a PostgreSQL server (\`--store\` by its URL) so that
sealing no longer shares its process with ingest, and edges of their own.

## Updates of a fixture

One fixture in the slot.

${updates}

A path through the sub-tree has one node more whenever the number of updates doubles. The sub-tree is built again from its stored leaves when a proof is asked for
that is not in memory: that is what grows, linearly and slowly.

**The limit** is the size of a transaction: the deepest proofs do not fit one, and are settled through a buffer account. **Then** nothing has to be added; clients choose the
cheapest form by themselves.

## Stats of an update

Ten fixtures; 64 stats are a soccer record's, 252 a basketball record's.

${stats}

Stats cost where records are read and written: their JSON grows with them. Zero stats cost one bit each in the tree, whatever their number.

## Readers

Score records one at a time to readers of one server, over sockets of the same machine; the readers' processes take CPU time from the server.

${readers}

An event is encoded once, and written once for each reader: cost is linear in readers, and the last one has an event after all others were written to. Memory is that of sockets.

**The limit** is one core for each edge process, and open files: one for each reader, so raise \`ulimit -n\` above their number. **Then add** edges behind a load balancer: they hold no state but the latest two slots,
which they refill from the database when they start; NATS carries events to as many as there are.

## Days

A season with its database in a folder, as fast as it goes, sealed and published every hour of it.

${season}

Memory is that of the running and the previous slot, of the caches, which have fixed sizes, and of the database's own buffers: it does not grow with days. The disk does, linearly in records, and nothing is ever deleted. Old records are found by index:
a proof of the first day takes as long on the last.

**The limit** is the disk. **Then** archive old days with \`linesman export\`, or give PostgreSQL a larger volume; the roots stay on chain either way.
`;
