import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { edgeConfiguration, sessionToken, subscribe } from '../tests/helpers/service/edgeConfiguration.js';
import { MemoryChain } from '../tests/helpers/service/memoryChain.js';
import { ManualClock } from '../ts/service/clock/manualClock.js';
import { Ingest } from '../ts/service/data/ingest/ingest.js';
import { ingestLines } from '../ts/service/data/ingest/ingestLines.js';
import { validateRecord } from '../ts/service/data/ingest/validateRecord.js';
import { Store } from '../ts/service/data/store/store.js';
import type { StorePlace } from '../ts/service/data/store/storePlace.js';
import { createEdge } from '../ts/service/edge/edge.js';
import { eventsOf } from '../ts/service/edge/stream/eventsOf.js';
import { MemoryEventWindow } from '../ts/service/edge/stream/eventWindow.js';
import { StreamHub } from '../ts/service/edge/stream/hub.js';
import { Publisher } from '../ts/service/roots/publish/publisher.js';
import { Sealer } from '../ts/service/roots/seal/sealer.js';
import { LocalWake } from '../ts/service/wake/localWake.js';
import { START } from './scoreRecords.js';

/** A listening API server. */
export interface Edge {
  readonly port: number;
  /** The credentials of a caller that may read everything. */
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The service on a store, with an in-memory chain and a clock set by hand. */
export class World {
  readonly clock = new ManualClock(START);
  readonly chain = new MemoryChain();
  readonly hub: StreamHub;
  readonly ingest: Ingest;

  private constructor(readonly store: Store) {
    const { now } = this.clock;
    this.hub = new StreamHub({ clock: { now, at: () => () => {} }, window: new MemoryEventWindow(now) });
    this.ingest = new Ingest({
      store,
      clock: this.clock,
      validate: validateRecord,
      onAccepted: (records) => {
        for (const event of records.flatMap(eventsOf)) this.hub.publish(event);
      },
    });
  }

  static async open(place: StorePlace = 'memory'): Promise<World> {
    return new World(await Store.open(place));
  }

  /**
   * Ingests records as lines of text, as from a pipe, `size` of them in a transaction. Returns their number; throws
   * when one is refused.
   */
  async takeIn(records: Iterable<object>, size = 500): Promise<number> {
    const { lastLine } = await ingestLines(this.ingest, textsOf(records), {
      batch: size,
      onRefused: ({ error }) => {
        throw error;
      },
    });
    return lastLine;
  }

  /** Seals and publishes whatever is due. */
  async sealAndPublish(): Promise<void> {
    const { store, clock, chain } = this;
    await new Sealer({ store, clock }).sealDue();
    const { alarms } = await new Publisher({ store, clock, chain, holder: 'bench', attempts: 1 }).publishBuilt();
    if (alarms.length > 0) throw new Error(`${alarms.length} batches cannot be published`);
  }

  /** An API server that has just started, with nothing in memory. */
  async edge(): Promise<Edge> {
    const { store, clock } = this;
    const { app } = await createEdge(store, new LocalWake(), edgeConfiguration(clock));
    const token = await subscribe(store, clock, randomUUID());
    await app.listen({ port: 0, host: '127.0.0.1' });
    return {
      port: (app.server.address() as AddressInfo).port,
      headers: { authorization: `Bearer ${await sessionToken(clock)}`, 'x-api-token': token },
      close: () => app.close(),
    };
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

function* textsOf(records: Iterable<object>): Generator<string> {
  for (const record of records) yield JSON.stringify(record);
}
