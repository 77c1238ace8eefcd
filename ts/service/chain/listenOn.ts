import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { fail } from '../../error/index.js';

/** Listens, and gives the port: a free one for port 0. Errors: 7131. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    return fail(7131, {
      message: `${host}:${port} cannot be listened on: ${(cause as NodeJS.ErrnoException).code}.`,
      cause,
    });
  }
  return (server.address() as AddressInfo).port;
}
