import * as code from '../codes/folders.js';
import { clipped, quoted } from '../quoted.js';
import { reasonOf } from './files.js';
import { problems, text } from './text.js';

/** Texts of ../codes/folders.ts. */
export const FOLDERS_TEXTS = {
  [code.STORE_DAMAGED]: text(
    'The database in a folder cannot be opened.',
    'Restore the folder from a backup, or start with a new one; `linesman import` restores exported days.',
    problems({
      /** `database`: one inside the folder, probably the intended one. */
      incomplete: ({ folder, database }: { readonly folder: string; readonly database?: string | undefined }) => ({
        sentence: `${clipped(folder)} is not empty, but not a complete database: PG_VERSION is missing.`,
        ...(database !== undefined && { hint: `Pass the folder of the database: ${clipped(database)}.` }),
      }),
      'no version': 'The database in {folder:clipped} cannot be opened: its PG_VERSION contains {version:quoted}.',
      'does not open': 'The database in {folder:clipped} cannot be opened: it is damaged.',
    }),
  ),
  [code.FOLDER_NOT_WRITABLE]: text(
    'A folder or a file in it cannot be written.',
    'Check its owner and permissions, and whether the disk is full or read-only; or choose another folder.',
    ({ path, errno }: { readonly path: string; readonly errno: string }) =>
      errno === 'EEXIST' || errno === 'ENOTDIR'
        ? {
            sentence: `${clipped(path)} cannot be written: there is a file where a folder belongs.`,
            hint: 'Choose another folder, or move the file away.',
          }
        : `${clipped(path)} cannot be written: ${reasonOf(errno)}.`,
  ),
  [code.FOREIGN_FOLDER]: text(
    'The data folder contains other files or belongs to another user.',
    'Choose a new or an empty folder with --data.',
    (
      context: { readonly folder: string } & (
        | { readonly uid: number; readonly us: number }
        | { readonly holds: string }
      ),
    ) =>
      'uid' in context
        ? `${clipped(context.folder)} belongs to user ${context.uid}; this process runs as user ${context.us}.`
        : `${clipped(context.folder)} contains ${quoted(context.holds)}, but no data of a service.`,
  ),
  [code.STORE_VERSION_DIFFERS]: text(
    'The database in a folder was created by another version of PostgreSQL.',
    'Open it with the version of linesman that created it, and move its days with `linesman export` and ' +
      '`linesman import`.',
    ({ folder, version, expected }: { readonly folder: string; readonly version: string; readonly expected: string }) =>
      `The database in ${clipped(folder)} was created by PostgreSQL ${clipped(version)}; this version has ` +
      `PostgreSQL ${expected} and cannot read it.`,
  ),
  [code.KEY_MISSING]: text(
    'A key in the configuration of the oracle is missing.',
    'Restore the file: a new key would be refused, or would publish under another identity. To begin a new ' +
      'oracle, use another folder.',
    ({
      missing,
      ...of
    }: { readonly missing: readonly string[] } & (
      | { readonly oracle: string }
      | { readonly folder: string }
      /** The folder of the keys. */
      | { readonly keys: string }
    )) =>
      'keys' in of
        ? {
            sentence: `${missing.join(', ')} is missing from ${clipped(of.keys)}.`,
            hint:
              'Restore the file from a copy, the same one on every API server: answers signed with a new key would ' +
              'be refused. ' +
              'Only for a new oracle, `linesman deploy --make-keys` creates one.',
          }
        : 'oracle' in of
          ? `${missing.join(', ')} is missing, but the oracle ${of.oracle} is already configured.`
          : `${missing.join(', ')} is missing from ${clipped(of.folder)}/keys, but the chain in the folder uses it.`,
  ),
  [code.CHAIN_MISSING]: text(
    'Roots are published, but the chain that holds them is missing.',
    'Restore chain.json to the data folder, or start with another folder: --data.',
    'The store of {folder:clipped} has published roots, but their chain (chain.json) is missing.',
  ),
  [code.FOLDER_NOT_LOCKABLE]: text(
    'A folder cannot be locked against other processes.',
    'Choose a folder on a file system with file locks (flock): without a lock, two processes could damage it.',
    ({ folder, reason }: { readonly folder: string; readonly reason: string | null }) =>
      reason === null
        ? {
            sentence: `${clipped(folder)} cannot be locked: the program flock is missing.`,
            hint: 'Install util-linux or BusyBox, which contain it, and put it on the PATH.',
          }
        : `${clipped(folder)} cannot be locked: ${clipped(reason)}.`,
  ),
} as const;
