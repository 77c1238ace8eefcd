import { clipped } from '../quoted.js';
import type { Told } from './text.js';

/** Why a file or a folder cannot be used, as a part of a sentence, from the code of the system. */
export function reasonOf(errno: string): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is not a folder',
    ENAMETOOLONG: 'its name is too long',
    ELOOP: 'its links go round in circles',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is mounted read-only',
  };
  return reasons[errno] ?? clipped(errno);
}

/** How people call what was given as a file: `-` is standard input. */
export const fileName = (file: string): string => (file === '-' ? 'Standard input' : clipped(file));

/** A file that has to be private and is not, or that the system does not let be read. */
export type UnreadableFile =
  /** `mode`: its permissions. */
  | { readonly problem: 'read by others'; readonly file: string; readonly mode: number }
  /** `errno`: the word of the system, as `ENOENT`. */
  | { readonly problem: 'not readable'; readonly file: string; readonly errno: string };

export function unreadable(context: UnreadableFile): string | Told {
  const file = clipped(context.file);
  return context.problem === 'not readable'
    ? `${file} cannot be read: ${reasonOf(context.errno)}.`
    : {
        sentence: `${file} can be read by others (mode ${context.mode.toString(8)}).`,
        hint: `Run: chmod 600 ${file}`,
      };
}
