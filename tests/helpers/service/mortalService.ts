import { writeSync } from 'node:fs';
import { ManualClock } from '../../../ts/service/clock/index.js';
import { Ingest } from '../../../ts/service/data/ingest/index.js';
import { pglitePool, RECORD_KINDS, type SqlPool, Store } from '../../../ts/service/data/store/index.js';
import { Publisher } from '../../../ts/service/roots/publish/index.js';
import { Sealer } from '../../../ts/service/roots/seal/index.js';
import { hourOfRecords, hourStart } from './hourOfRecords.js';
import { rootsOverRpc } from './oracleSurf.js';

/** A service with a folder of its own; a process has some of them, which die together. */
export interface MortalService {
  readonly folder: string;
  /** What an earlier process has left of this hour is finished at first, and told of. */
  readonly finish: number | null;
  /** Then the records of this hour are taken in, sealed and published. */
  readonly begin: number | null;
  /** It gets no further than this in that hour: a step is a statement, or an answer of the RPC port. */
  readonly dieAfter: number | null;
}

/** The process kills itself once every service has come to its last step, or to its end. */
export interface MortalProcess {
  readonly rpc: string;
  readonly services: readonly MortalService[];
}

/** What it says, one JSON document a line, about which of the services. */
export type Said = { readonly service: number } & (
  | { readonly says: 'began' }
  /** These records of the hour are in. */
  | { readonly says: 'accepted'; readonly part: Part }
  /** What came of the earlier hour. */
  | {
      readonly says: 'finished';
      /** Whether the records, sent again, were there. */
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
/** Requests have time limits. When that of a request in which a service died is up, it must stay dead. */
const dead = new Set<number>();
const forEver = (): Promise<never> => new Promise(() => {});

/** A service has come to where it dies, or to its end. */
function comeToAnEnd(dies: boolean): void {
  isToDie ||= dies;
  if (--running === 0 && isToDie) process.kill(process.pid, 'SIGKILL');
}

async function run({ folder, finish, begin, dieAfter }: MortalService, service: number): Promise<void> {
  /** Written at once: it must be out before the process dies. */
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
  // A process this busy may find a kept-alive connection closed by the other side: tried again, without a pause.
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
    // The lease of the dead one has run out.
    clock.set(hourStart(finish) + 62 * MINUTE);
    await sealer.sealDue();
    const { isPublisher, alarms } = await publisher.publishBuilt();
    await publisher.stop();
    const range = { from: hourStart(finish), to: hourStart(finish) + 60 * MINUTE };
    const records: Record<string, string[]> = {};
    const states: Record<string, string | undefined> = {};
    for (const kind of RECORD_KINDS) {
      records[kind] = (await store.records.inRange(kind, range)).map(({ json }) => json);
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
