import { writeSync } from 'node:fs';
import { ManualClock } from '../../../ts/service/clock/manualClock.js';
import { Ingest } from '../../../ts/service/data/ingest/ingest.js';
import { pglitePool } from '../../../ts/service/data/store/pglitePool.js';
import { RECORD_KINDS } from '../../../ts/service/data/store/recordKind.js';
import type { SqlPool } from '../../../ts/service/data/store/sqlPool.js';
import { Store } from '../../../ts/service/data/store/store.js';
import { Publisher } from '../../../ts/service/roots/publish/publisher.js';
import { Sealer } from '../../../ts/service/roots/seal/sealer.js';
import { itemsOf } from '../pagesOf.js';
import { hourOfRecords, hourStart } from './hourOfRecords.js';
import { rootsOverRpc } from './oracleSurf.js';

/** A service with its own folder. A process runs several of them, and they die together. */
export interface MortalService {
  readonly folder: string;
  /** The hour that an earlier process left unfinished. It is finished first and reported. */
  readonly finish: number | null;
  /** Then the records of this hour are ingested, sealed and published. */
  readonly begin: number | null;
  /** The last step it reaches in that hour; a step is a statement or an answer of the RPC port. */
  readonly dieAfter: number | null;
}

/** The process kills itself once every service has reached its last step or finished. */
export interface MortalProcess {
  readonly rpc: string;
  readonly services: readonly MortalService[];
}

/** Its output, one JSON document per line, each naming its service. */
export type Said = { readonly service: number } & (
  | { readonly says: 'began' }
  /** These records of the hour are stored. */
  | { readonly says: 'accepted'; readonly part: Part }
  /** The result of the earlier hour. */
  | {
      readonly says: 'finished';
      /** Whether the records, sent again, were already stored. */
      readonly again: Readonly<Record<Part, readonly string[]>>;
      readonly records: Readonly<Record<string, readonly string[]>>;
      readonly states: Readonly<Record<string, string | undefined>>;
      /** Batches that are not published. */
      readonly left: number;
      readonly isPublisher: boolean;
      readonly alarms: readonly string[];
    }
  | { readonly says: 'ended'; readonly steps: number }
);
export type Part = 'fixture' | 'others';

const MINUTE = 60_000;
const { rpc, services } = JSON.parse(process.argv[2] ?? '') as MortalProcess;
let running = services.length;
let isToDie = false;
/** Requests time out. A service that died in a request must stay dead after the timeout. */
const dead = new Set<number>();
const forEver = (): Promise<never> => new Promise(() => {});

/** A service has reached the step where it dies, or has finished. */
function comeToAnEnd(dies: boolean): void {
  isToDie ||= dies;
  if (--running === 0 && isToDie) process.kill(process.pid, 'SIGKILL');
}

async function run({ folder, finish, begin, dieAfter }: MortalService, service: number): Promise<void> {
  /** Written synchronously: it must be out before the process dies. */
  const say = (said: object): void => void writeSync(1, `${JSON.stringify({ service, ...said })}\n`);
  let steps = 0;
  let isMortal = false;
  const dieWhenDue = async (): Promise<void> => {
    if (!isMortal || steps !== dieAfter) return;
    dead.add(service);
    comeToAnEnd(true);
    await forEver();
  };
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead.has(service)) return forEver();
    const result = await work();
    if (isMortal) steps++;
    await dieWhenDue();
    return result;
  };

  const inner = await pglitePool(folder);
  const pool: SqlPool = {
    end: () => inner.end(),
    connect: async () => {
      const client = await inner.connect();
      return { query: (sql, parameters) => step(() => client.query(sql, parameters)), release: () => client.release() };
    },
  };
  const store = await Store.over(pool);
  const clock = new ManualClock(0);
  const ingest = new Ingest({ store, clock });
  const chain = rootsOverRpc({ url: rpc, fetch: (...request) => step(() => fetch(...request)) });
  const sealer = new Sealer({ store, clock });
  const holder = `service ${service} of ${process.pid}`;
  // In a process this busy the other side may have closed a kept-alive connection. Retried without a pause.
  const publisher = new Publisher({ store, clock, chain, holder, pause: 0 });
  const takeIn = async (part: Part, hour: number): Promise<string[]> => {
    const { fixture, scores, odds } = hourOfRecords(hour);
    const results = await ingest.acceptAll(part === 'fixture' ? [fixture] : [...scores, ...odds]);
    return results.map((result) => {
      if (result instanceof Error) throw result;
      return result.status;
    });
  };

  if (finish !== null) {
    clock.set(hourStart(finish) + 3 * MINUTE);
    const again = { fixture: await takeIn('fixture', finish), others: await takeIn('others', finish) };
    // The dead process's lease has expired.
    clock.set(hourStart(finish) + 62 * MINUTE);
    await sealer.sealDue();
    const { isPublisher, alarms } = await publisher.publishBuilt();
    await publisher.stop();
    const range = { from: hourStart(finish), to: hourStart(finish) + 60 * MINUTE };
    const records: Record<string, string[]> = {};
    const states: Record<string, string | undefined> = {};
    for (const kind of RECORD_KINDS) {
      records[kind] = (await itemsOf(store.records.pagesInRange(kind, range))).map(({ json }) => json);
      states[kind] = await store.batches.state({ kind, slotStart: hourStart(finish) });
    }
    const left = (await store.batches.frozen()).length + (await store.batches.unpublished()).length;
    say({ says: 'finished', again, records, states, left, isPublisher, alarms: alarms.map(({ message }) => message) });
  }
  if (begin !== null) {
    clock.set(hourStart(begin) + 3 * MINUTE);
    say({ says: 'began' });
    isMortal = true;
    await dieWhenDue();
    for (const part of ['fixture', 'others'] as const) {
      await takeIn(part, begin);
      say({ says: 'accepted', part });
    }
    clock.set(hourStart(begin) + 61 * MINUTE);
    await sealer.sealDue();
    await publisher.publishBuilt();
    isMortal = false;
  }
  say({ says: 'ended', steps });
  await store.close();
  comeToAnEnd(false);
}

const live = async (it: MortalService, service: number): Promise<void> => {
  try {
    await run(it, service);
  } catch (error) {
    if (!dead.has(service)) throw error;
  }
};
await Promise.all(services.map(live));
