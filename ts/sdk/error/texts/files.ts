import { clipped } from '../quoted.js';

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

/** The rows of a private file that others can read, or that cannot be read. `mode`: the permissions. */
export const UNREADABLE = {
  'not readable': '{file:clipped} cannot be read: {errno:reason}.',
  'read by others': ({ file, mode }: { readonly file: string; readonly mode: number }) => ({
    sentence: `${clipped(file)} can be read by others (mode ${mode.toString(8)}).`,
    hint: `Run: chmod 600 ${clipped(file)}`,
  }),
} as const;
