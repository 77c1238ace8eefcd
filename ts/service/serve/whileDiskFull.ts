import { FOLDER_NOT_WRITABLE, fail, INVALID_SOCKET_PATH, isError } from '@linesman/sdk/error';
import { wait } from '../clock/wait.js';
import { sqlStateOf } from '../data/store/sqlState.js';

/** ms (machine time) between attempts. */
const RETRY = 1_000;
const DISK_FULL = '53100';

export interface DiskFullOptions {
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Ends the waiting; the promise then rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Does work that writes to disk, and repeats it while the disk is full. Rejects with any other error. */
export async function whileDiskFull<T>(
  { onFailure, signal }: DiskFullOptions,
  work: () => T | Promise<T>,
): Promise<Awaited<T>> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      onFailure?.(error);
      await wait(RETRY, signal);
      signal?.throwIfAborted();
    }
  }
}

/** Converts the database's error for a full disk. Errors: FOLDER_NOT_WRITABLE; other errors stay unchanged. */
export async function namingDiskFull<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (sqlStateOf(cause) !== DISK_FULL) throw cause;
    return fail(FOLDER_NOT_WRITABLE, { path: folder, errno: 'ENOSPC' }, { cause });
  }
}

function isDiskFull(error: unknown): boolean {
  if (isError(error, FOLDER_NOT_WRITABLE)) return error.context.errno === 'ENOSPC';
  if (isError(error, INVALID_SOCKET_PATH)) return 'errno' in error.context && error.context.errno === 'ENOSPC';
  return sqlStateOf(error) === DISK_FULL;
}
