import { lstatSync, unlinkSync } from 'node:fs';
import { createConnection } from 'node:net';
import { relative } from 'node:path';
import { fail, INVALID_SOCKET_PATH, SERVICE_RUNNING } from 'linesman/error';

/** Name of the socket in the data folder. */
export const SOCKET_NAME = 'ingest.sock';

/** Bytes that the address of a socket has room for; a longer path would be cut off. */
const LONGEST = 107;

/** The spelling of a path that fits into the address of a socket. Errors: INVALID_SOCKET_PATH none does. */
export function socketPath(path: string): string {
  const fitting = [path, relative(process.cwd(), path)].find((one) => one !== '' && Buffer.byteLength(one) <= LONGEST);
  return (
    fitting ?? fail(INVALID_SOCKET_PATH, { problem: 'too long', path, bytes: Buffer.byteLength(path), limit: LONGEST })
  );
}

/** True when somebody listens at the path. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath(path));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Whatever else is wrong there: it is no service that could be asked.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EAGAIN'));
  });
}

/**
 * Makes room for a socket. Errors: SERVICE_RUNNING somebody listens there; INVALID_SOCKET_PATH something else is in its
 * place.
 */
export async function clearSocketPath(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket()) fail(INVALID_SOCKET_PATH, { problem: 'no socket', path });
  if (await isListening(path)) fail(SERVICE_RUNNING, { path });
  unlinkSync(path);
}
