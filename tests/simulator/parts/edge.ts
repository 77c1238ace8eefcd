import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { DatabaseClock } from '../../../ts/service/clock/databaseClock.js';
import type { Store } from '../../../ts/service/data/store/store.js';
import { createEdge } from '../../../ts/service/edge/edge.js';
import type { Wake } from '../../../ts/service/wake/wake.js';
import { edgeConfiguration } from '../../helpers/service/edgeConfiguration.js';
import type { Running } from '../part.js';
import type { VirtualWorld } from '../virtualWorld.js';

export interface RunningEdge extends Running {
  readonly app: FastifyInstance;
  /** Connections that end when the process does. */
  readonly connections: Set<Duplex>;
}

/** A process that answers requests and serves streams. Connections are in memory: nothing listens. */
export async function startEdge(
  store: Store,
  wake: Wake,
  { world, session }: { readonly world: VirtualWorld; readonly session: string },
): Promise<RunningEdge> {
  const stopping = new AbortController();
  const clock = await DatabaseClock.start({ time: () => store.time(), onFailure: () => {} });
  const following = clock.follow(stopping.signal);
  const edge = await createEdge(store, wake, edgeConfiguration(clock, { onFailure: () => {} }));
  // Its signature is checked once, in a thread.
  await world.standStill(async () => {
    await edge.app.ready();
    await edge.auth.session(`Bearer ${session}`);
  });
  const running = edge.run(stopping.signal);
  const connections: RunningEdge['connections'] = new Set();
  return {
    app: edge.app,
    connections,
    hasRequests: true,
    stop: async () => {
      await edge.app.close();
      stopping.abort();
      await Promise.all([running, following]);
    },
    cut: () => {
      for (const connection of connections) connection.destroy();
      edge.hub.close();
    },
  };
}
