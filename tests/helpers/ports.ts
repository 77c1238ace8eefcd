import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports below those that kernels hand out themselves, for a server on port 0 or for one end of a connection. */
const [FIRST, END] = [20_000, 32_000];

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A free port of the loopback address. It stays free until a process asks for it by its number. A port that the kernel
 * picked can go to any process as soon as its server is closed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

/** Such a port whose successor is free, too: a chain's WebSocket port is its RPC port plus one. */
export async function freePair(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isFree(port + 1)) return port;
  }
}
