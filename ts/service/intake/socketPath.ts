import { lstatSync, unlinkSync } from 'node:fs';
import { createConnection } from 'node:net';
import { relative } from 'node:path';
import { fail } from '../../error/index.js';

/** Name of the socket in the data folder. */
export const SOCKET_NAME = 'ingest.sock';

/** Bytes that the address of a socket has room for; a longer path would be cut off. */
const LONGEST = 107;

/** The spelling of a path that fits into the address of a socket; 7112 when none does. */
export function socketPath(path: string): string {
  const fitting = [path, relative(process.cwd(), path)].find((one) => one !== '' && Buffer.byteLength(one) <= LONGEST);
  return (
    fitting ??
    fail(7112, { message: `${path} has ${Buffer.byteLength(path)} bytes, more than a socket may have.`, path })
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

/** Makes room for a socket. Errors: 7105 somebody listens there; 7112 something else is in its place. */
export async function clearSocketPath(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket()) fail(7112, { message: `${path} is there and is no socket.`, path });
  if (await isListening(path)) fail(7105, { message: `Another service takes records at ${path}.`, path });
  unlinkSync(path);
}
