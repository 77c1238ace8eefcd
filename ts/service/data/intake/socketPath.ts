import { lstatSync, unlinkSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, relative } from 'node:path';
import {
  FOLDER_IN_USE,
  FOLDER_NOT_WRITABLE,
  fail,
  INVALID_SOCKET_PATH,
  isError,
  SERVICE_RUNNING,
} from '@linesman/sdk/error';
import { lockFolder } from '@linesman/sdk/node';

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
 * Reserves a path for a socket, removes a stale socket, and returns a function that releases the path. Errors:
 * SERVICE_RUNNING when another process has the path; INVALID_SOCKET_PATH when it is not a socket, or cannot be one.
 */
export async function takeSocketPath(path: string): Promise<() => void> {
  const giveBack = lockPath(path);
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return giveBack;
    if (!found.isSocket()) fail(INVALID_SOCKET_PATH, { problem: 'no socket', path });
    // A process of an earlier version holds no lock.
    if (await isListening(path)) fail(SERVICE_RUNNING, { path });
    unlinkSync(path);
    return giveBack;
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** Between the check of a stale socket and its removal, another process could create its own there. */
function lockPath(path: string): () => void {
  try {
    return lockFolder(dirname(path), `${path}.lock`);
  } catch (error) {
    if (isError(error, FOLDER_IN_USE)) return fail(SERVICE_RUNNING, { path });
    if (!isError(error, FOLDER_NOT_WRITABLE)) throw error;
    return fail(INVALID_SOCKET_PATH, { problem: 'refused', path, errno: error.context.errno }, { cause: error });
  }
}
