import * as code from '../codes/folders.js';
import { clipped, quoted } from '../quoted.js';
import { type Told, text } from './text.js';

/** Texts of ../codes/folders.ts. */
export const FOLDERS_TEXTS = {
  [code.STORE_DAMAGED]: text(
    'The database in a folder cannot be opened.',
    'Restore the folder from a copy, or start with a new one; `linesman import` brings back the days ' +
      'that were exported.',
    storeDamagedTold,
  ),
  [code.FOLDER_NOT_WRITABLE]: text(
    'A folder or a file in it cannot be written.',
    'Look at who owns it, at its permissions, and whether the disk is full or mounted read-only; or ' +
      'name another folder.',
    ({ path, errno }: { readonly path: string; readonly errno: string }) =>
      errno === 'EEXIST' || errno === 'ENOTDIR'
        ? {
            sentence: `${clipped(path)} cannot be written: there is a file where a folder belongs.`,
            hint: 'Name another folder, or move the file away.',
          }
        : `${clipped(path)} cannot be written: ${errno}.`,
  ),
  [code.FOREIGN_FOLDER]: text(
    'The data folder holds something else, or belongs to somebody else.',
    'Name a folder that is not there yet, or an empty one, with --data.',
    (
      context: { readonly folder: string } & (
        | { readonly uid: number; readonly us: number }
        | { readonly holds: string }
      ),
    ) =>
      'uid' in context
        ? `${clipped(context.folder)} belongs to the user ${context.uid}; this process is of the user ${context.us}.`
        : `${clipped(context.folder)} holds ${quoted(context.holds)}, and nothing of a service.`,
  ),
  [code.STORE_VERSION_DIFFERS]: text(
    'The database in a folder was made by another version of PostgreSQL.',
    'Open it with the version of linesman that made it, and bring its days over with `linesman ' +
      'export` and `linesman import`.',
    ({ folder, version, expected }: { readonly folder: string; readonly version: string; readonly expected: string }) =>
      `The database in ${clipped(folder)} was made by PostgreSQL ${clipped(version)}; this version ` +
      `of linesman, with PostgreSQL ${expected}, cannot read it.`,
  ),
  [code.KEY_MISSING]: text(
    'A key that the oracle on chain is configured with is missing.',
    'Put the file back: a new key would be refused, or publish as somebody else. In another folder a ' +
      'new oracle can begin.',
    ({
      missing,
      ...of
    }: { readonly missing: readonly string[] } & ({ readonly oracle: string } | { readonly folder: string })) =>
      'oracle' in of
        ? `${missing.join(', ')} is missing, and the oracle ${of.oracle} is configured already.`
        : `${missing.join(', ')} of ${clipped(of.folder)}/keys is missing, and the chain there names it.`,
  ),
  [code.CHAIN_MISSING]: text(
    'Roots are published, and the chain that they are on is missing.',
    'Put chain.json back into the data folder, or begin anew in another one with --data.',
    ({ folder }: { readonly folder: string }) =>
      `The store of ${clipped(folder)} has published roots, but chain.json, with their chain, is missing.`,
  ),
} as const;

/** Why the database in a folder cannot be opened. */
type StoreDamaged = { readonly folder: string } & (
  | {
      readonly problem: 'incomplete';
      /** A database in the folder, which may be the one that is meant. */
      readonly database?: string | undefined;
    }
  | { readonly problem: 'no version'; readonly version: string }
  | { readonly problem: 'does not open' }
);

function storeDamagedTold(context: StoreDamaged): string | Told {
  const folder = clipped(context.folder);
  switch (context.problem) {
    case 'incomplete':
      return {
        sentence: `${folder} is not empty, but is not a whole database: PG_VERSION is missing.`,
        ...(context.database !== undefined && {
          hint: `Name the folder of the database: ${clipped(context.database)}.`,
        }),
      };
    case 'no version':
      return `The database in ${folder} cannot be opened: its PG_VERSION says ${quoted(context.version)}.`;
    case 'does not open':
      return `The database in ${folder} cannot be opened: it is damaged.`;
  }
}
