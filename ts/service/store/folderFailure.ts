import { fail, LinesmanError } from '../../error/index.js';

/** Does something in a folder. Errors: 7231 when the system does not let it. */
export function inFolder<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    return folderFailure(path, cause);
  }
}

/** What the system says of a folder or a file, as an error of ours. Errors: 7231; what is not of the system stays as it is. */
export function folderFailure(path: string, cause: unknown): never {
  const { code, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (cause instanceof LinesmanError || code === undefined || syscall === undefined) throw cause;
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return fail(7231, {
      message: `${path} cannot be written: there is a file where a folder belongs.`,
      hint: 'Name another folder, or move the file away.',
      cause,
    });
  return fail(7231, { message: `${path} cannot be written: ${code}.`, cause });
}
