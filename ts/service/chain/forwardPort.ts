import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { fail } from '../../error/index.js';

/** A port that stays the same whatever is behind it. */
export interface ForwardedPort {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Hands every connection to `host:port` on to another port of this machine. `port` 0 takes a free one. Errors: 7131 when it cannot be
 * listened on.
 */
export async function forwardPort(host: string, port: number, to: number): Promise<ForwardedPort> {
  const open = new Set<Socket>();
  const server = createServer((outer) => {
    const inner = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      // Whichever side goes takes the other with it.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    return fail(7131, {
      message: `${host}:${port} cannot be listened on: ${(cause as NodeJS.ErrnoException).code}.`,
      cause,
    });
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
