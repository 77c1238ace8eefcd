import { Store } from '../../../ts/service/data/store/store.js';
import { createEdge, type EdgeConfiguration, type EdgeStatus } from '../../../ts/service/edge/edge.js';
import { LocalWake } from '../../../ts/service/wake/localWake.js';
import { connectWake } from '../../../ts/service/wake/natsWake.js';

/** The servers that an edge process connects to, and where it listens. */
export interface EdgePlaces {
  /** URL of the PostgreSQL server. */
  readonly store: string;
  /** Address of the NATS server. Without one, the edge polls the database. */
  readonly nats?: string;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
}

export interface RunningEdge {
  /** `http://<host>:<port>`. */
  readonly url: string;
  readonly status: EdgeStatus;
  /** Ends the streams, waits for running requests and releases everything. */
  stop(): Promise<void>;
}

/** A single edge without state: answers requests and serves streams from a database that other processes fill. */
export async function startEdge(places: EdgePlaces, configuration: EdgeConfiguration): Promise<RunningEdge> {
  const { nats, host = '127.0.0.1', port } = places;
  const { onFailure } = configuration;
  const wakeOptions = { ...(onFailure && { onFailure }) };
  const wake = nats === undefined ? new LocalWake() : connectWake(nats, wakeOptions);
  const store = await Store.open({ url: places.store }).catch(async (error: unknown) => {
    await wake.close();
    throw error;
  });
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const letGo = async (): Promise<void> => {
    ending.abort();
    await running;
    await wake.close();
    await store.close();
  };
  try {
    const edge = await createEdge(store, wake, configuration);
    running = edge.run(ending.signal);
    const url = await edge.app.listen({ host, port });
    return {
      url,
      get status(): EdgeStatus {
        // Without NATS, writes of other processes are only seen by polling.
        return nats === undefined ? { ...edge.status, wake: 'polling' } : edge.status;
      },
      stop: async () => {
        await edge.app.close();
        await letGo();
      },
    };
  } catch (error) {
    await letGo();
    throw error;
  }
}
