import { lstatSync, unlinkSync } from 'node:fs';
import { createConnection } from 'node:net';
import { relative } from 'node:path';
import { fail, INVALID_SOCKET_PATH, SERVICE_RUNNING } from 'linesman/error';

/** File name of the socket in the data folder. */
export const SOCKET_NAME = 'ingest.sock';

/** Maximum bytes of a socket address; longer paths would be truncated. */
const LONGEST = 107;

/** A spelling of the path that fits into a socket address. Errors: INVALID_SOCKET_PATH when none does. */
export function socketPath(path: string): string {
  const fitting = [path, relative(process.cwd(), path)].find((one) => one !== '' && Buffer.byteLength(one) <= LONGEST);
  return (
    fitting ?? fail(INVALID_SOCKET_PATH, { problem: 'too long', path, bytes: Buffer.byteLength(path), limit: LONGEST })
  );
}

/** Whether a process listens on the path. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath(path));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // After any other error there is no service to talk to.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EAGAIN'));
  });
}

/**
 * Removes a stale socket. Errors: SERVICE_RUNNING when a process listens there; INVALID_SOCKET_PATH when the path is
 * not a socket.
 */
export async function clearSocketPath(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket()) fail(INVALID_SOCKET_PATH, { problem: 'no socket', path });
  if (await isListening(path)) fail(SERVICE_RUNNING, { path });
  unlinkSync(path);
}
