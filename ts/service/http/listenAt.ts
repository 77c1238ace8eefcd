import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { fail, PORT_TAKEN } from 'linesman/error';
import { addressesOf } from './addressesOf.js';

/**
 * Listens at host and port (0: a free one); gives the address by which this machine reaches it. `localhost` is every address that it has: what
 * comes to any of them comes to the one server of the app, with its limits and its way to close. Errors: PORT_TAKEN it cannot be listened on.
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
  // The server does not count what came through another door: its last answer, too, is waited for.
  app.addHook('onClose', async () => {
    await Promise.all(closed);
  });
  try {
    // Fastify would open a server without any limits for each address but one of `localhost`.
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

/** Hands what connects at another address to the server. An address that this machine does not have is left out. */
async function openDoor(
  to: FastifyInstance['server'],
  address: string,
  port: number,
  doors: NetServer[],
): Promise<void> {
  // As servers of HTTP are made.
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
