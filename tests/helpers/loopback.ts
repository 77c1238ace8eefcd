import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens on a free port of loopback. */
export interface Loopback {
  /** Without a slash at the end. */
  readonly url: string;
  /** Closes the server with all its connections. */
  stop(): Promise<void>;
}

export async function listenOnLoopback(server: Server): Promise<Loopback> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
