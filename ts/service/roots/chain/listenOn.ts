import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { fail, PORT_TAKEN } from '@linesman/sdk/error';

/** Starts listening and returns the port; 0 picks a free port. Errors: PORT_TAKEN. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    return fail(PORT_TAKEN, { host, port, reason: (cause as NodeJS.ErrnoException).code ?? String(cause) }, { cause });
  }
  return (server.address() as AddressInfo).port;
}
