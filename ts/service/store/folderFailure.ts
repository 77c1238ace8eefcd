import { FOLDER_NOT_WRITABLE, fail, LinesmanError } from 'linesman/error';

/** Works in a folder. Errors: FOLDER_NOT_WRITABLE when the operating system refuses. */
export function inFolder<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    return folderFailure(path, cause);
  }
}

/** Turns an operating-system error about a path into FOLDER_NOT_WRITABLE. Rethrows all other errors. */
export function folderFailure(path: string, cause: unknown): never {
  const { code: errno, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (cause instanceof LinesmanError || errno === undefined || syscall === undefined) throw cause;
  return fail(FOLDER_NOT_WRITABLE, { path, errno }, { cause });
}
