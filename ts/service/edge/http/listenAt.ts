import dns from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import { fail, PORT_TAKEN } from '@linesman/sdk/error';
import type { FastifyInstance } from 'fastify';

/**
 * Listens on host and port (0: a free one) and returns the local URL. `localhost` covers all its addresses: connections
 * to any of them go to the app's one server, with its limits and its shutdown. Errors: PORT_TAKEN when it cannot
 * listen.
 */
export async function listenAt(app: FastifyInstance, host: string, port: number): Promise<string> {
  const [first = host, ...others] = await addressesOf(host);
  const doors: NetServer[] = [];
  const closed: Promise<unknown>[] = [];
  app.addHook('preClose', async () => {
    for (const door of doors) {
      closed.push(once(door, 'close'));
      door.close();
    }
  });
  // The server does not track connections from the other listeners; waits for their last answers, too.
  app.addHook('onClose', async () => {
    await Promise.all(closed);
  });
  try {
    // Fastify would create a server without limits for every address of `localhost` but the first.
    const url = await app.listen({ host: first, port });
    const at = app.server.address() as AddressInfo;
    for (const other of others) await openDoor(app.server, other, at.port, doors);
    return url;
  } catch (cause) {
    await app.close();
    const { code, message } = cause as NodeJS.ErrnoException;
    return fail(PORT_TAKEN, { host, port, reason: code ?? message }, { cause });
  }
}

/** Forwards connections to another address to the server. Skips addresses that this machine lacks. */
async function openDoor(
  to: FastifyInstance['server'],
  address: string,
  port: number,
  doors: NetServer[],
): Promise<void> {
  // The options of an HTTP server.
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => to.emit('connection', socket));
  door.maxConnections = to.maxConnections;
  door.listen(port, address);
  try {
    await once(door, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') throw error;
    return;
  }
  doors.push(door);
}

/**
 * The addresses to listen on for a host: all addresses of `localhost`, or any other host itself, which is resolved
 * later.
 */
export async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  return new Promise((resolve) => {
    dns.lookup(host, { all: true }, (error, found) =>
      // If the look-up fails, so will listening, with a better error.
      resolve(error ? [host] : [...new Set(found.map(({ address }) => address))]),
    );
  });
}
