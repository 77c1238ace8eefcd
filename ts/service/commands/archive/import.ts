import {
  argument,
  command,
  DEFAULT_STORE,
  type FlagsOf,
  flag,
  option,
  parseAddress,
  rpcSetting,
  text,
} from '@linesman/cli';
import { PROGRESS_ROWS } from './archiveRows.js';

const HELP = `
PATH is a folder that export has written. import reads it in full and rebuilds every tree from its records; it stores
data only if every root is right. An error shows file, line and slot. Existing data in the store remains unchanged, so
after an interruption just run the import again; if the store contains different data for the same time, the import
fails.

Without --roots, import verifies that the archive is consistent, but not that it matches the published roots.

Examples:
  $ linesman import /backup/20643 --roots --rpc https://rpc.example --oracle 7Yb…
  $ linesman import 20643 --store postgres://linesman@localhost/linesman

Exit code: 0 all of it is in the store, 2 anything else.`;

const ROWS = {
  path: argument('<path>', 'folder of the archive'),
  store: option(
    '<place>',
    'folder of the store, created if it is missing, or URL of a PostgreSQL server',
    text,
    DEFAULT_STORE,
  ),
  roots: flag('also compare every root with the chain'),
  rpc: rpcSetting('RPC address of the chain, for --roots'),
  oracle: option('<program>', 'oracle program, for --roots, if it is another deployment', parseAddress),
  ...PROGRESS_ROWS,
};
export type ImportFlags = FlagsOf<typeof ROWS>;

export const importCommand = command({
  about: 'Imports an exported day into a store after verifying its trees.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runImport.js')).runImport(flags, terminal),
});
