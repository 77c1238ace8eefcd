import { randomUUID } from 'node:crypto';
import { Sealer } from '../seal/index.js';
import { Store } from '../store/index.js';
import { type BatchLoopOptions, runBatches } from './batchLoop.js';
import { Publisher, type PublisherOptions } from './publisher.js';

/** How a process seals and publishes; times in ms. */
export interface PublisherConfiguration
  extends Pick<PublisherOptions, 'chain' | 'clock' | 'lease' | 'attempts' | 'pause' | 'longestPause'>,
    Pick<BatchLoopOptions, 'onPublished' | 'onAlarm' | 'onFailure' | 'retry'> {
  /** URL of the PostgreSQL server. */
  readonly store: string;
  /** From the end of a slot to its sealing. Default 20,000. */
  readonly grace?: number;
  /** Names this process; no two have the same. Default a random name. */
  readonly holder?: string;
}

export interface RunningPublisher {
  /** Finishes what it is at and gives the lease back, so that another goes on at once. */
  stop(): Promise<void>;
}

/** Starts a process that seals slots and publishes their roots. Any number may run: one at a time publishes, and the others take over from it. */
export async function startPublisher(configuration: PublisherConfiguration): Promise<RunningPublisher> {
  const { clock, grace, holder = randomUUID() } = configuration;
  const store = await Store.open({ url: configuration.store });
  const ending = new AbortController();
  const sealer = new Sealer({ store, clock, ...(grace !== undefined && { grace }) });
  const publisher = new Publisher({ ...configuration, store, holder });
  const running = runBatches({ ...configuration, sealer, publisher }, ending.signal);
  return {
    stop: async () => {
      ending.abort();
      await running;
      await store.close();
    },
  };
}
