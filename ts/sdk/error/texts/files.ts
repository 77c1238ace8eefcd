import { clipped } from '../quoted.js';
import type { ErrorText } from './text.js';

/** Explains a system error code in half a sentence. */
export function reasonOf(errno: string): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of its path is not a folder',
    ENAMETOOLONG: 'its name is too long',
    ELOOP: 'its symbolic links form a loop',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
  };
  return reasons[errno] ?? clipped(errno);
}

/** The readable name of a file argument: `-` is standard input. */
export const fileName = (file: string): string => (file === '-' ? 'Standard input' : clipped(file));

/** A private file that others can read, or that cannot be read. */
export type UnreadableFile =
  /** `mode`: the permissions. */
  | { readonly problem: 'read by others'; readonly file: string; readonly mode: number }
  /** `errno`: a system error code such as `ENOENT`. */
  | { readonly problem: 'not readable'; readonly file: string; readonly errno: string };

export function unreadable(context: UnreadableFile): string | ErrorText {
  const file = clipped(context.file);
  return context.problem === 'not readable'
    ? `${file} cannot be read: ${reasonOf(context.errno)}.`
    : {
        sentence: `${file} can be read by others (mode ${context.mode.toString(8)}).`,
        hint: `Run: chmod 600 ${file}`,
      };
}
