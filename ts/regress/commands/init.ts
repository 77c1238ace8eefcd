import { argument, command, type FlagsOf, flag, text } from '@linesman/cli';

const HELP = `
The project holds a dapp that settles a market, its test on a chain in the test's own process, a folder of recorded
proofs with their ledger, and a workflow for GitHub that runs both. After "npm install" nothing of it needs a network.

With --ci, the folder is that of a package you have: it gets the recorded proofs and their ledger, and its repository a
workflow that replays them, at the root, where GitHub looks for it. The workflow installs with the package manager whose
lock file is there, and is called linesman-proofs.yml where proofs.yml exists. "next" lists what to run.

No file is overwritten: if one of them exists, nothing is written. The folder is created if it is missing.

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
