import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Lines from '../ts/service/data/ingest/ingestLines.js';
import type * as Records from './scoreRecords.js';
import type * as Worlds from './world.js';

/**
 * Runs one version of the service in a separate process: `node bench/versionProcess.ts FOLDER`, with that version's
 * own `bench/world.ts` on its built package. Answers one message at a time.
 */

type SlotOptions = Parameters<typeof Records.slotRecords>[0];

export interface VersionQuestions {
  /** Opens a store there and ingests the fixtures. */
  readonly open: { readonly place: Parameters<typeof Worlds.World.open>[0]; readonly slot: SlotOptions };
  /**
   * Ingests the records of a slot, `size` of them in a transaction. Answers with their number, the ms and the CPU time
   * in ms.
   */
  readonly take: { readonly slot: SlotOptions; readonly size: number };
  /** Sets the clock, seals and publishes. */
  readonly seal: { readonly at: number };
  /** Starts a new API server, with nothing in memory. Answers with the port and the headers. */
  readonly listen: true;
  /** Answers with the CPU time of the process so far, in ms. */
  readonly cpu: true;
}

const imported = <T>(file: string): Promise<T> =>
  import(pathToFileURL(join(process.argv[2] ?? '', 'bench', file)).href);
const { World } = await imported<typeof Worlds>('world.ts');
const { slotRecords } = await imported<typeof Records>('scoreRecords.ts');
// Ingests records as `linesman ingest` and the socket of a service do.
const { ingestLines } = await imported<typeof Lines>(ingestFile());

/** Where it is in this version and in earlier ones. */
function ingestFile(): string {
  const service = '../ts/service';
  const places = ['data/ingest/ingestLines', 'data/ingest/index', 'ingest/index'].map(
    (name) => `${service}/${name}.js`,
  );
  const isThere = (file: string): boolean =>
    existsSync(join(process.argv[2] ?? '', 'bench', file.replace(/\.js$/, '.ts')));
  return places.find(isThere) ?? `${service}/ingest/index.js`;
}

let world: Worlds.World;
let edge: Worlds.Edge | undefined;

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function answer(question: Partial<VersionQuestions>): Promise<object> {
  const { open, take, seal, listen } = question;
  if (open) {
    world = await World.open(open.place);
    await world.takeIn(slotRecords(open.slot).fixtures);
    return {};
  }
  if (take) {
    const lines = Array.from(slotRecords(take.slot).scores(), (record) => JSON.stringify(record));
    const [from, cpuFrom] = [performance.now(), cpu()];
    const { accepted } = await ingestLines(world.ingest, lines, { batch: take.size });
    if (accepted !== lines.length) throw new Error(`${lines.length - accepted} records were not accepted`);
    return { count: accepted, ms: performance.now() - from, cpu: cpu() - cpuFrom };
  }
  if (seal) {
    world.clock.set(seal.at);
    await world.sealAndPublish();
    return {};
  }
  if (listen) {
    await edge?.close();
    edge = await world.edge();
    return { port: edge.port, headers: edge.headers };
  }
  return { cpu: cpu() };
}

process.on('message', (question: Partial<VersionQuestions>) =>
  answer(question).then(
    (said) => process.send?.(said),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  ),
);
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
