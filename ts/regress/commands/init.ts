import { argument, command, type FlagsOf, flag, text } from '@linesman/cli';

const HELP = `
The project holds a dapp that settles a market, its test on a chain in the test's own process, a folder of recorded
proofs with their ledger, and a workflow for GitHub that runs both. After "npm install" nothing of it needs a network.

No file is overwritten: if one of them exists, nothing is written. The folder is created if it is missing.

Examples:
  $ linesman init my-dapp
  $ linesman init another-dapp --json

Exit code: 0, or 2 if nothing was written.`;

const ROWS = { folder: argument('[folder]', 'folder of the project', text, '.'), json: flag('print JSON') };
export type InitFlags = FlagsOf<typeof ROWS>;

export const initCommand = command({
  about: 'Writes a small project that works at once: a dapp, its test, recorded proofs and a CI workflow.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runInit.js')).runInit(flags, terminal),
});
