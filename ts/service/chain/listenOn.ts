import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { fail, PORT_TAKEN } from 'linesman/error';

/** Listens, and gives the port: a free one for port 0. Errors: PORT_TAKEN. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    return fail(PORT_TAKEN, { host, port, reason: (cause as NodeJS.ErrnoException).code ?? String(cause) }, { cause });
  }
  return (server.address() as AddressInfo).port;
}
