import { argument, command, type FlagsOf, flag, text } from '@linesman/cli';

const HELP = `
Writes a dapp that settles a market, its test on an in-process chain, a folder of recorded proofs with their ledger, and
a GitHub workflow that runs both. After "npm install", none of it needs a network.

With --ci, FOLDER is a package that you have: it gets recorded proofs and their ledger, and the root of its repository,
where GitHub looks, a workflow that replays them. The workflow installs with the package manager whose lock file is
there; if proofs.yml exists, it is called linesman-proofs.yml. "next" lists what to run.

It overwrites no file: if one of them exists, it writes nothing. It creates the folder if it is missing.

Examples:
  $ linesman init my-dapp
  $ linesman init another-dapp --json
  $ linesman init --ci packages/dapp

Exit code: 0, or 2 if nothing was written.`;

const ROWS = {
  folder: argument('[folder]', 'folder of the project', text, '.'),
  ci: flag('add recorded proofs and a workflow to the package in the folder'),
  json: flag('print JSON'),
};
export type InitFlags = FlagsOf<typeof ROWS>;

export const initCommand = command({
  about: 'Writes a small project that works at once: a dapp, its test, recorded proofs and a CI workflow.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runInit.js')).runInit(flags, terminal),
});
