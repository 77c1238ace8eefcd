import { FOLDER_NOT_WRITABLE, fail, LinesmanError } from 'linesman/error';

/** Does something in a folder. Errors: FOLDER_NOT_WRITABLE when the system does not let it. */
export function inFolder<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    return folderFailure(path, cause);
  }
}

/**
 * What the system says of a folder or a file, as an error of ours. Errors: FOLDER_NOT_WRITABLE; what is not of the system
 * stays as it is.
 */
export function folderFailure(path: string, cause: unknown): never {
  const { code: errno, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (cause instanceof LinesmanError || errno === undefined || syscall === undefined) throw cause;
  return fail(FOLDER_NOT_WRITABLE, { path, errno }, { cause });
}
