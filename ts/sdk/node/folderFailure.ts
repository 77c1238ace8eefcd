import { FOLDER_NOT_WRITABLE } from '../error/codes/folders.js';
import { fail, LinesmanError } from '../error/linesmanError.js';

/**
 * Works in a folder. Errors: FOLDER_NOT_WRITABLE when the operating system refuses.
 *
 * @example
 * ```ts
 * import { mkdirSync } from 'node:fs';
 * import { inFolder } from '@linesman/sdk/node';
 *
 * inFolder('cases', () => mkdirSync('cases', { recursive: true }));
 * ```
 */
export function inFolder<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    return folderFailure(path, cause);
  }
}

/**
 * Turns an operating-system error about a path into FOLDER_NOT_WRITABLE. Rethrows all other errors.
 *
 * @example
 * ```ts
 * import { rm } from 'node:fs/promises';
 * import { folderFailure } from '@linesman/sdk/node';
 *
 * await rm('cases', { recursive: true }).catch((cause) => folderFailure('cases', cause));
 * ```
 */
export function folderFailure(path: string, cause: unknown): never {
  const { code: errno, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (cause instanceof LinesmanError || errno === undefined || syscall === undefined) throw cause;
  return fail(FOLDER_NOT_WRITABLE, { path, errno }, { cause });
}
